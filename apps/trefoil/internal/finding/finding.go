// Package finding holds what a command has found in a description.
package finding

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Level says how grave a finding is.
type Level string

// The levels, from the gravest on.
const (
	Error   Level = "error"
	Warning Level = "warning"
	Note    Level = "note"
	Off     Level = "off" // the finding is left out
)

// Levels returns all levels, the gravest first.
func Levels() []Level { return []Level{Error, Warning, Note, Off} }

// AtLeast reports whether a level is as grave as another, or graver. Nothing is as grave
// as Off.
func (l Level) AtLeast(other Level) bool {
	return other != Off && slices.Index(Levels(), l) <= slices.Index(Levels(), other)
}

// Finding is one thing that was found.
type Finding struct {
	Rule      string   `json:"rule"`
	Level     Level    `json:"level"`
	Message   string   `json:"message"`
	Operation string   `json:"operation,omitempty"` // such as "GET /users/{id}", empty for none
	Others    []string `json:"others,omitempty"`    // the other operations that it is about
	Old       string   `json:"old,omitempty"`       // the value before a change, empty for none
	New       string   `json:"new,omitempty"`       // the value after a change, empty for none
	Pointer   string   `json:"pointer"`             // JSON pointer in the description
	File      string   `json:"file,omitempty"`      // as the command was given it
	Line      int      `json:"line,omitempty"`      // 1-based, 0 when it is not known
	Column    int      `json:"column,omitempty"`    // 1-based, in bytes, 0 when it is not known
}

// Text returns the operation and the message.
func (f Finding) Text() string {
	if f.Operation == "" {
		return f.Message
	}
	return f.Operation + ": " + f.Message
}

// Place returns "api.yaml:12:5", without what is not known.
func (f Finding) Place() string {
	place := f.File
	if f.Line > 0 {
		place += fmt.Sprintf(":%d", f.Line)
		if f.Column > 0 {
			place += fmt.Sprintf(":%d", f.Column)
		}
	}
	return place
}

// Fact is one line about a report as a whole.
type Fact struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Rule is what findings are of.
type Rule struct {
	ID     string
	Level  Level  // of its findings, unless Severities say otherwise
	Title  string // what is wrong, in a few words
	Source string // the standard that says so, empty for none
}

// Severities are the levels of rules, by their ids.
type Severities map[string]Level

// Check returns an error that names a rule that rules does not have, or a level that
// does not exist.
func (s Severities) Check(rules []Rule) error {
	for _, id := range slices.Sorted(maps.Keys(s)) {
		if !slices.ContainsFunc(rules, func(r Rule) bool { return r.ID == id }) {
			return fmt.Errorf("there is no rule %q", id)
		}
		if !slices.Contains(Levels(), s[id]) {
			return fmt.Errorf("the level of rule %s is %q: use %s", id, s[id], names(Levels()))
		}
	}
	return nil
}

func names(levels []Level) string {
	var all []string
	for _, l := range levels {
		all = append(all, string(l))
	}
	return strings.Join(all[:len(all)-1], ", ") + " or " + all[len(all)-1]
}

// Report is what was found in one run of a command.
type Report struct {
	Title    string
	Facts    []Fact
	Rules    []Rule // of the findings, and of those that there could be
	Findings []Finding
	Known    int // findings that the baseline names, which are left out
}

// Add adds a finding at the level that severities give its rule, or else at the level
// of the rule.
func (r *Report) Add(f Finding, severities Severities) {
	i := slices.IndexFunc(r.Rules, func(rule Rule) bool { return rule.ID == f.Rule })
	if f.Level == "" && i >= 0 {
		f.Level = r.Rules[i].Level
	}
	if level, ok := severities[f.Rule]; ok {
		f.Level = level
	}
	if f.Level != Off {
		r.Findings = append(r.Findings, f)
	}
}

// Sort puts the gravest findings first, and leaves those of one level in their order.
func (r *Report) Sort() {
	slices.SortStableFunc(r.Findings, func(a, b Finding) int {
		return cmp.Compare(slices.Index(Levels(), a.Level), slices.Index(Levels(), b.Level))
	})
}

// Count returns how many findings have a level.
func (r *Report) Count(l Level) int {
	n := 0
	for _, f := range r.Findings {
		if f.Level == l {
			n++
		}
	}
	return n
}

// Failed reports whether a finding is as grave as a level, or graver.
func (r *Report) Failed(failOn Level) bool {
	return slices.ContainsFunc(r.Findings, func(f Finding) bool { return f.Level.AtLeast(failOn) })
}

// Summary returns "2 errors, 1 warning, 0 notes", and how many are in the baseline.
func (r *Report) Summary() string {
	parts := []string{
		plural(r.Count(Error), "error"), plural(r.Count(Warning), "warning"), plural(r.Count(Note), "note"),
	}
	if r.Known > 0 {
		parts = append(parts, fmt.Sprintf("%d in the baseline", r.Known))
	}
	return strings.Join(parts, ", ")
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

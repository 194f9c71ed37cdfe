//go:build oasdiff

package main

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/oasdiff/oasdiff/checker"

	"github.com/trefoil-go/trefoil/benchmarks/apichange/internal/known"
	"github.com/trefoil-go/trefoil/benchmarks/apichange/internal/pairs"
)

// agreement counts on how many pairs the two comparisons say the same of every
// operation: that it breaks clients, or that it does not.
type agreement struct {
	seed          uint64
	pairs, same   int
	breaking      int                 // operations of which both say that they break
	differences   map[string][]string // the pairs, by what explains them
	unexplained   []string
	cost          string         // the part of the report about it
	seen, covered map[string]int // by id: how often oasdiff has told it, and our rule has met it
}

func newAgreement(seed uint64) *agreement {
	return &agreement{seed: seed, differences: map[string][]string{}, seen: map[string]int{}, covered: map[string]int{}}
}

func (a *agreement) compare(number int, p pairs.Pair) error {
	we, err := ours(p.Old, p.New)
	if err != nil {
		return err
	}
	they, err := theirs(p.Old, p.New)
	if err != nil {
		return err
	}
	all := maps.Clone(we)
	maps.Copy(all, they)
	same := true
	for _, operation := range slices.Sorted(maps.Keys(all)) {
		o, t := we.of(operation), they.of(operation)
		a.count(o, t)
		if o.breaks != t.breaks {
			same = false
			a.differ(fmt.Sprintf("%d (%s; %s)", number, strings.Join(p.Edits, ", "), operation), p.Edits, append(o.rules, t.rules...))
		} else if o.breaks {
			a.breaking++
		}
	}
	a.pairs++
	if same {
		a.same++
	}
	return nil
}

// count notes which of the rules of oasdiff ours have met on one operation.
func (a *agreement) count(o, t verdict) {
	for _, id := range slices.Compact(slices.Sorted(slices.Values(t.rules))) {
		rule, _ := known.RuleOf(id)
		a.seen[id]++
		if slices.ContainsFunc(o.rules, func(r string) bool { return strings.HasSuffix(r, "/"+string(rule.Ours)) }) {
			a.covered[id]++
		}
	}
}

func (a *agreement) differ(pair string, edits, rules []string) {
	d, ok := known.Explain(edits, rules)
	if !ok {
		a.unexplained = append(a.unexplained, pair+": "+strings.Join(rules, ", "))
		return
	}
	a.differences[d.Reason] = append(a.differences[d.Reason], pair)
}

// judge returns what falls short.
func (a *agreement) judge() error {
	var wrong []error
	if part := float64(a.same) / float64(a.pairs); part < wanted {
		wrong = append(wrong, fmt.Errorf("the two agree on %.1f %% of the pairs, wanted are %.0f %%", 100*part, 100*wanted))
	}
	for _, u := range a.unexplained {
		wrong = append(wrong, errors.New("not explained: "+u))
	}
	for _, rule := range checker.GetAllRules() {
		if _, ok := known.RuleOf(rule.Id); !ok {
			wrong = append(wrong, errors.New("not in the table: "+rule.Id))
		}
	}
	return errors.Join(wrong...)
}

func (a *agreement) report() []byte {
	text := &bytes.Buffer{}
	fmt.Fprintf(text, "# Changes of an API: held against oasdiff v1.33.0\n\n")
	fmt.Fprintf(text, "`make oracle` has made this page: %d pairs of seed %d, each a description and a copy with one to three random edits.\n", a.pairs, a.seed)
	fmt.Fprintf(text, "Both comparisons say of every operation whether clients break; an error or a warning of oasdiff says so.\n\n")
	fmt.Fprintf(text, "They agree on **%d of %d pairs (%.1f %%)**, and on %d operations that break.\n\n", a.same, a.pairs, 100*float64(a.same)/float64(a.pairs), a.breaking)
	fmt.Fprintf(text, "Edits of which it is known that the two judge them differently are made one twentieth as often as others.\n\n")
	text.WriteString(a.cost)
	fmt.Fprintf(text, "## Where they differ\n\n")
	for _, reason := range slices.Sorted(maps.Keys(a.differences)) {
		fmt.Fprintf(text, "- %s Pairs: %s.\n", reason, strings.Join(a.differences[reason], "; "))
	}
	fmt.Fprintf(text, "\n## Rules\n\n")
	fmt.Fprintf(text, "*Told* is on how many operations oasdiff has told its rule here, and *met* on how many of them ours is told as well.\n\n")
	fmt.Fprintf(text, "| oasdiff | ours | told | met |\n|---|---|---|---|\n")
	ids := map[string]bool{}
	for _, rule := range checker.GetAllRules() {
		ids[rule.Id] = true
	}
	for _, id := range slices.Sorted(maps.Keys(ids)) {
		rule, _ := known.RuleOf(id)
		ours := "`" + string(rule.Ours) + "`"
		if rule.Ours == "" {
			ours = "excused: " + rule.Excuse
		}
		fmt.Fprintf(text, "| `%s` | %s | %d | %d |\n", id, ours, a.seen[id], a.covered[id])
	}
	return text.Bytes()
}

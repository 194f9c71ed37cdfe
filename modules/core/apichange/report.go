package apichange

import "fmt"

// report collects changes. A change of a part that several operations share is
// reported for the first.
type report struct {
	operation string // that is being compared
	changes   []Change
	told      map[Change]bool // without their operation
}

func (r *report) add(kind Kind, rule Rule, pointer, format string, args ...any) {
	change := Change{Kind: kind, Rule: rule, Pointer: pointer, Message: fmt.Sprintf(format, args...)}
	if r.told[change] {
		return
	}
	r.told[change] = true
	change.Operation = r.operation
	r.changes = append(r.changes, change)
}

func (r *report) breaking(rule Rule, pointer, format string, args ...any) {
	r.add(Breaking, rule, pointer, format, args...)
}

func (r *report) compatible(rule Rule, pointer, format string, args ...any) {
	r.add(Compatible, rule, pointer, format, args...)
}

// demanded reports that something must be in a request now, or need not be any more.
func (r *report) demanded(pointer, what string, old, new bool) {
	switch {
	case !old && new:
		r.breaking(RuleRequired, pointer, "%s is required now", what)
	case old && !new:
		r.compatible(RuleRequired, pointer, "%s is optional now", what)
	}
}

// promised reports that something need not be in a response any more, or always is now.
func (r *report) promised(pointer, what string, old, new bool) {
	switch {
	case old && !new:
		r.breaking(RuleRequired, pointer, "%s may be missing now", what)
	case !old && new:
		r.compatible(RuleRequired, pointer, "%s is always there now", what)
	}
}

// Package change reports what a new version of a description changes for its clients.
package change

import (
	"fmt"

	"github.com/trefoil-go/trefoil/apps/trefoil/internal/finding"
	"github.com/trefoil-go/trefoil/apps/trefoil/internal/spec"
	"github.com/trefoil-go/trefoil/modules/core/apichange"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

// ruleVersion is of a version that does not say what has changed.
const ruleVersion = "version"

// Rules returns the rules of a comparison. A rule of apichange is two: the changes that
// break clients and those that do not, such as "breaking/operation".
func Rules() []finding.Rule {
	rules := []finding.Rule{{
		ID: ruleVersion, Level: finding.Warning,
		Title: "the version does not say what has changed", Source: "Semantic Versioning 2.0.0, sections 6 to 8",
	}}
	for _, rule := range apichange.Rules() {
		for _, kind := range []apichange.Kind{apichange.Breaking, apichange.Compatible} {
			rules = append(rules, finding.Rule{
				ID: idOf(kind, rule), Level: levelOf(kind, rule),
				Title: fmt.Sprintf("%s change of %s", kind, rule), Source: rule.Source(),
			})
		}
	}
	return rules
}

func idOf(kind apichange.Kind, rule apichange.Rule) string { return string(kind) + "/" + string(rule) }

// levelOf is the level of a change unless it is told.
func levelOf(kind apichange.Kind, rule apichange.Rule) finding.Level {
	switch {
	case kind == apichange.Breaking:
		return finding.Error
	case apichange.Change{Kind: kind, Rule: rule}.Warns():
		return finding.Warning
	}
	return finding.Note
}

// Compare reports the changes from one description to another. The error says which of
// the two cannot be compared.
func Compare(old, new *spec.Spec, severities finding.Severities) (*finding.Report, error) {
	before, err := openapi.ToJSON(old.Doc.Text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", old.Name, err)
	}
	after, err := openapi.ToJSON(new.Doc.Text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", new.Name, err)
	}
	changes, err := apichange.Compare(before, after)
	if err != nil {
		return nil, fmt.Errorf("compare %s with %s: %w", old.Name, new.Name, err)
	}
	r := &finding.Report{Title: "Changes from " + old.Name + " to " + new.Name, Rules: Rules()}
	if err := add(r, old, new, changes, severities); err != nil {
		return nil, err
	}
	version(r, old, new, changes, severities)
	r.Sort()
	return r, nil
}

// add adds the changes, each with its place in the description that has it.
func add(r *finding.Report, old, new *spec.Spec, changes []apichange.Change, severities finding.Severities) error {
	sides := map[bool]*spec.Spec{true: old, false: new} // by Change.Gone
	pointers, places := map[bool][]string{}, map[bool][]openapi.Place{}
	for _, c := range changes {
		pointers[c.Gone] = append(pointers[c.Gone], c.Pointer)
	}
	for gone, in := range sides {
		var err error
		if places[gone], err = in.Places(pointers[gone]); err != nil {
			return err
		}
	}
	for _, c := range changes {
		at := places[c.Gone][0]
		places[c.Gone] = places[c.Gone][1:]
		r.Add(finding.Finding{
			Rule: idOf(c.Kind, c.Rule), Message: c.Text(), Old: c.Old, New: c.New, Operation: c.Operation, Others: c.Others,
			Pointer: c.Pointer, File: at.File, Line: at.Line, Column: at.Column,
		}, severities)
	}
	return nil
}

// version says which version follows, and whether the new description has it.
func version(r *finding.Report, old, new *spec.Spec, changes []apichange.Change, severities finding.Severities) {
	was, is := old.Doc.Info.Version, new.Doc.Info.Version
	next, ok := Next(was, changes)
	if !ok {
		return
	}
	r.Facts = append(r.Facts, finding.Fact{Name: "old version", Value: was}, finding.Fact{Name: "new version", Value: is}, finding.Fact{Name: "next version", Value: next})
	told, ok := parseVersion(is)
	wanted, _ := parseVersion(next)
	if !ok || !told.less(wanted) {
		return
	}
	const pointer = "/info/version"
	f := finding.Finding{
		Rule: ruleVersion, Pointer: pointer, File: new.Name,
		Message: fmt.Sprintf("the version is %s, and what has changed since %s makes it %s", is, was, next),
	}
	if places, err := new.Places([]string{pointer}); err == nil {
		f.File, f.Line, f.Column = places[0].File, places[0].Line, places[0].Column
	}
	r.Add(f, severities)
}

//go:build oasdiff

package main

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/oasdiff/oasdiff/checker"
	"github.com/oasdiff/oasdiff/diff"
	"github.com/oasdiff/oasdiff/load"

	"github.com/trefoil-go/trefoil/modules/core/apichange"
)

// verdict is what a comparison says of one operation.
type verdict struct {
	breaks bool
	rules  []string // of the changes, "breaking/operation" or "new-required-request-parameter"
}

// verdicts are told by operation, such as "GET /users", and empty for what is of none.
type verdicts map[string]*verdict

func (v verdicts) add(operation, rule string, breaks bool) {
	if v[operation] == nil {
		v[operation] = &verdict{}
	}
	v[operation].breaks = v[operation].breaks || breaks
	v[operation].rules = append(v[operation].rules, rule)
}

// of is the verdict of an operation, empty for one of which nothing is said.
func (v verdicts) of(operation string) verdict {
	if v[operation] == nil {
		return verdict{}
	}
	return *v[operation]
}

func ours(old, new []byte) (verdicts, error) {
	changes, err := apichange.Compare(old, new)
	if err != nil {
		return nil, err
	}
	v := verdicts{}
	for _, c := range changes {
		for _, operation := range append([]string{c.Operation}, c.Others...) {
			if c.Rule == apichange.RuleWebhook {
				operation = "" // as oasdiff tells it
			}
			v.add(operation, string(c.Kind)+"/"+string(c.Rule), c.Kind == apichange.Breaking)
		}
	}
	return v, nil
}

// theirs are the verdicts of oasdiff. What it prints as breaking breaks: errors and
// warnings.
func theirs(old, new []byte) (verdicts, error) {
	var specs [2]*load.SpecInfo
	for i, text := range [][]byte{old, new} {
		doc, err := openapi3.NewLoader().LoadFromData(text)
		if err != nil {
			return nil, fmt.Errorf("oasdiff: %w", err)
		}
		specs[i] = &load.SpecInfo{Url: fmt.Sprintf("%d.json", i), Spec: doc}
	}
	report, sources, err := diff.GetWithOperationsSourcesMap(diff.NewConfig(), specs[0], specs[1])
	if err != nil {
		return nil, fmt.Errorf("oasdiff: %w", err)
	}
	v := verdicts{}
	config := checker.NewConfig(checker.GetAllChecks())
	for _, c := range checker.CheckBackwardCompatibilityUntilLevel(config, report, sources, checker.INFO) {
		v.add(operationOf(c), c.GetId(), c.GetLevel() >= checker.WARN)
	}
	return v, nil
}

// operationOf is what we call the operation of a change.
func operationOf(c checker.Change) string {
	path := strings.TrimPrefix(c.GetPath(), "webhook:")
	if !strings.HasPrefix(path, "/") && c.GetOperation() == "" || path == "" {
		return ""
	}
	return cmp.Or(c.GetOperation(), "ANY") + " " + path
}

package lint

import (
	"encoding/json"
	"fmt"
	"os"
	"path"
	"slices"

	"github.com/trefoil-go/trefoil/apps/trefoil/internal/finding"
)

// Baseline is what was found before and is known. Lines do not count: a finding stays
// known when others move it.
type Baseline struct {
	Findings []knownFinding `json:"findings"`
}

type knownFinding struct {
	Rule    string `json:"rule"`
	File    string `json:"file"` // without its folder
	Pointer string `json:"pointer"`
	Message string `json:"message"`
}

func known(f finding.Finding) knownFinding {
	return knownFinding{f.Rule, path.Base(f.File), f.Pointer, f.Message}
}

// ReadBaseline reads a file that Save has written.
func ReadBaseline(name string) (*Baseline, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("read the baseline: %w", err)
	}
	var b Baseline
	if err := json.Unmarshal(text, &b); err != nil {
		return nil, fmt.Errorf("read the baseline %s: %w", name, err)
	}
	return &b, nil
}

// Apply takes what is known out of a report.
func (b *Baseline) Apply(r *finding.Report) {
	all := map[knownFinding]bool{}
	for _, f := range b.Findings {
		all[f] = true
	}
	before := len(r.Findings)
	r.Findings = slices.DeleteFunc(r.Findings, func(f finding.Finding) bool { return all[known(f)] })
	r.Known += before - len(r.Findings)
}

// Save writes all findings of a report into a file, so that they are known.
func Save(name string, r *finding.Report) error {
	b := Baseline{Findings: []knownFinding{}}
	for _, f := range r.Findings {
		b.Findings = append(b.Findings, known(f))
	}
	text, err := json.MarshalIndent(b, "", "  ")
	if err != nil {
		return fmt.Errorf("write the baseline: %w", err)
	}
	if err := os.WriteFile(name, append(text, '\n'), 0o644); err != nil {
		return fmt.Errorf("write the baseline: %w", err)
	}
	return nil
}

package report

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/apps/trefoil/internal/finding"
)

// The objects of SARIF 2.1.0 (section 3) that a report needs.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool       sarifTool     `json:"tool"`
		ColumnKind string        `json:"columnKind"`
		Results    []sarifResult `json:"results"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name    string      `json:"name"`
		Version string      `json:"version,omitempty"`
		Rules   []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID               string             `json:"id"`
		ShortDescription sarifMessage       `json:"shortDescription"`
		Help             *sarifMessage      `json:"help,omitempty"`
		Configuration    sarifConfiguration `json:"defaultConfiguration"`
	}
	sarifConfiguration struct {
		Level finding.Level `json:"level"`
	}
	sarifMessage struct {
		Text string `json:"text"`
	}
	sarifResult struct {
		RuleID       string            `json:"ruleId"`
		RuleIndex    int               `json:"ruleIndex"`
		Level        finding.Level     `json:"level"`
		Message      sarifMessage      `json:"message"`
		Locations    []sarifLocation   `json:"locations"`
		Fingerprints map[string]string `json:"partialFingerprints"`
	}
	sarifLocation struct {
		Physical *sarifPhysical `json:"physicalLocation,omitempty"`
		Logical  []sarifLogical `json:"logicalLocations,omitempty"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   *sarifRegion  `json:"region,omitempty"`
	}
	sarifArtifact struct {
		URI string `json:"uri"`
	}
	sarifRegion struct {
		StartLine   int `json:"startLine"`
		StartColumn int `json:"startColumn,omitempty"`
	}
	sarifLogical struct {
		Name string `json:"fullyQualifiedName"`
	}
)

// sarif writes a log of one run, with the rules of its results.
func sarif(w io.Writer, r *finding.Report, o Options) error {
	run := sarifRun{ColumnKind: "utf16CodeUnits", Results: []sarifResult{}}
	run.Tool.Driver = sarifDriver{Name: "trefoil", Version: o.Version, Rules: []sarifRule{}}
	index := map[string]int{}
	for _, rule := range r.Rules {
		if !slices.ContainsFunc(r.Findings, func(f finding.Finding) bool { return f.Rule == rule.ID }) {
			continue
		}
		index[rule.ID] = len(index)
		described := sarifRule{ID: rule.ID, ShortDescription: sarifMessage{rule.Title}, Configuration: sarifConfiguration{rule.Level}}
		if rule.Source != "" {
			described.Help = &sarifMessage{rule.Source}
		}
		run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, described)
	}
	for _, f := range r.Findings {
		run.Results = append(run.Results, result(f, index[f.Rule]))
	}
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(sarifLog{Schema: "https://json.schemastore.org/sarif-2.1.0.json", Version: "2.1.0", Runs: []sarifRun{run}})
}

func result(f finding.Finding, rule int) sarifResult {
	sum := sha256.Sum256([]byte(strings.Join([]string{f.Rule, f.Operation, f.Pointer, f.Message}, "\x00")))
	at := sarifLocation{Logical: []sarifLogical{{f.Pointer}}}
	if f.File != "" {
		at.Physical = &sarifPhysical{Artifact: sarifArtifact{uriOf(f.File)}}
		if f.Line > 0 {
			at.Physical.Region = &sarifRegion{f.Line, f.Column}
		}
	}
	return sarifResult{
		RuleID: f.Rule, RuleIndex: rule, Level: f.Level, Message: sarifMessage{f.Text()},
		Locations: []sarifLocation{at}, Fingerprints: map[string]string{"finding/v1": hex.EncodeToString(sum[:16])},
	}
}

// uriOf is the address of a file: relative as it is, absolute with its scheme.
func uriOf(file string) string {
	if u, err := url.Parse(file); err == nil && u.Scheme != "" && u.Host != "" {
		return file
	}
	u := url.URL{Path: file}
	if filepath.IsAbs(file) {
		u.Scheme = "file"
	}
	return u.String()
}

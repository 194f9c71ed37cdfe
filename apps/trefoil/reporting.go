package main

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/trefoil-go/trefoil/apps/trefoil/internal/change"
	"github.com/trefoil-go/trefoil/apps/trefoil/internal/finding"
	"github.com/trefoil-go/trefoil/apps/trefoil/internal/report"
)

// reporting are the flags of commands that write a report.
type reporting struct {
	Format string `enum:"${formats}" default:"text" placeholder:"FORMAT" help:"Form of the report: ${enum}."`
	Output string `short:"o" type:"path" placeholder:"FILE" help:"Write the report to FILE."`
	FailOn string `enum:"${levels}" default:"error" placeholder:"LEVEL" help:"Exit with 1 from a LEVEL on: ${enum}."`
}

var (
	formats = strings.Join(report.Formats(), ",")
	levels  = joined(finding.Levels())
)

func joined(list []finding.Level) string {
	var names []string
	for _, l := range list {
		names = append(names, string(l))
	}
	return strings.Join(names, ",")
}

// rules are those of all reports.
func rules() []finding.Rule { return append(change.Rules(), checks()...) }

// write writes a report. The error is errFound when it has findings that count.
func (f *reporting) write(s *session, r *finding.Report) error {
	out, text := s.stdout, new(bytes.Buffer)
	if f.Output != "" {
		out = text
	}
	failOn := finding.Level(f.FailOn)
	options := report.Options{Color: s.color && f.Output == "", FailOn: failOn, Now: s.now(), Version: version()}
	if err := report.Write(out, f.Format, r, options); err != nil {
		return err
	}
	if f.Output != "" {
		if err := writeBelow(f.Output, text.Bytes()); err != nil {
			return fmt.Errorf("write the report: %w", err)
		}
	}
	if r.Failed(failOn) {
		return errFound
	}
	return nil
}

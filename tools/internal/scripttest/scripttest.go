// Package scripttest runs the unit tests of the viewer's scripts in Chromium. A
// test is a file x.test.ts beside x.ts; esbuild bundles it, so no Node is needed.
//
//	report, err := scripttest.Run(ctx, scripttest.Options{Dir: "../modules/viewer/ui"})
//	for _, c := range report.Cases {
//		fmt.Println(c.Name, c.Failure)
//	}
//
// The bundle of each file runs in a page of its own in one tab of one browser.
package scripttest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/chromedp/cdproto/runtime"
)

// patience is how long one case may run by default. It only ends what hangs.
const patience = time.Minute

// Options say what is run.
type Options struct {
	Dir string // folder of the scripts
	// Patience is asked whenever a case begins, "" stands for the loading of a
	// file; what it returns receives when that has taken too long. The default
	// waits a minute.
	Patience func(name string) <-chan time.Time
}

// Case is one case of a file. What a file does wrong outside of its cases is a
// Case too, with the name of the file.
type Case struct {
	Name    string // the file without ".test.ts", a slash, and what the case is called
	Failure string // with the place in the source; "" when the case passes
}

// Report is what all files say.
type Report struct {
	Cases []Case
}

// Run runs every file x.test.ts below a folder. It returns an error when there is
// none, when one cannot be bundled, and when there is no browser. A case that never
// ends also ends the run.
func Run(ctx context.Context, o Options) (*Report, error) {
	files, err := find(o.Dir)
	if err != nil {
		return nil, err
	}
	bundles, err := bundle(o.Dir, files)
	if err != nil {
		return nil, err
	}
	if o.Patience == nil {
		o.Patience = func(string) <-chan time.Time { return time.After(patience) }
	}
	p, err := open(ctx, bundles)
	if err != nil {
		return nil, err
	}
	defer p.close()
	report := &Report{}
	for _, file := range files {
		if err := p.runFile(file, o.Patience, report); err != nil {
			return nil, err
		}
		if report.hangs(file) {
			break
		}
	}
	return report, nil
}

// neverEnds begins the failure of what has taken too long.
const neverEnds = "never ends"

func (r *Report) hangs(file string) bool {
	last := r.Cases[len(r.Cases)-1]
	return strings.HasPrefix(last.Name, label(file)) && strings.HasPrefix(last.Failure, neverEnds)
}

func (r *Report) add(file, name, failure string) {
	full := label(file)
	if name != "" {
		full += "/" + name
	}
	r.Cases = append(r.Cases, Case{full, failure})
}

// label is what a file is called in names of cases.
func label(file string) string { return strings.TrimSuffix(file, suffix) }

// outcome is what a page says of a case, see testing/testing.ts in the viewer.
type outcome struct {
	Name    string `json:"name"`
	Only    bool   `json:"only"`
	Place   string `json:"place"` // stack where the case is registered
	Failure string `json:"failure"`
	Stack   string `json:"stack"` // of the failure
}

// runFile runs the cases of a file and adds them to the report.
func (p *page) runFile(file string, patience func(string) <-chan time.Time, report *Report) error {
	places, err := p.places(file)
	if err != nil {
		return err
	}
	answer, running, err := p.run(file, patience)
	switch {
	case errors.Is(err, errHangs):
		report.add(file, running, neverEnds+": it was ended, and what comes after it was not run")
		return nil
	case err != nil:
		return fmt.Errorf("run %s: %w", file, err)
	}
	var outcomes []outcome
	if len(answer) > 0 {
		if err := json.Unmarshal(answer, &outcomes); err != nil {
			return fmt.Errorf("read the outcomes of %s: %w", file, err)
		}
	}
	p.judge(file, outcomes, places, report)
	return nil
}

// judge adds the outcomes of a file to the report, and what is wrong with the file.
func (p *page) judge(file string, outcomes []outcome, places *places, report *Report) {
	seen := map[string]bool{}
	for _, o := range outcomes {
		failure := o.Failure
		if failure != "" {
			failure = places.first(o.Stack) + o.Failure + places.stack(o.Stack)
		}
		report.add(file, o.Name, failure)
		if seen[o.Name] {
			report.add(file, "", places.first(o.Place)+"another case of this file has the name "+o.Name)
		}
		if o.Only {
			report.add(file, "", places.first(o.Place)+"test.only leaves the other cases out")
		}
		seen[o.Name] = true
	}
	thrown := p.thrown()
	for _, details := range thrown {
		report.add(file, "", places.ofDetails(details)+"thrown outside of a case: "+message(details))
	}
	if len(outcomes) == 0 && len(thrown) == 0 {
		report.add(file, "", "the file registers no case")
	}
}

// message is what an exception says, without its stack.
func message(details *runtime.ExceptionDetails) string {
	text := details.Text
	if details.Exception != nil && details.Exception.Description != "" {
		text += " " + details.Exception.Description
	}
	line, _, _ := strings.Cut(text, "\n    at ")
	return line
}

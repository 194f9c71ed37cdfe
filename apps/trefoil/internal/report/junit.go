package report

import (
	"encoding/xml"
	"io"
	"strings"

	"github.com/trefoil-go/trefoil/apps/trefoil/internal/finding"
)

// The elements of JUnit, of which there is no standard: those that Jenkins, GitLab and
// GitHub's actions read.
type (
	junitSuites struct {
		XMLName  xml.Name     `xml:"testsuites"`
		Name     string       `xml:"name,attr"`
		Tests    int          `xml:"tests,attr"`
		Failures int          `xml:"failures,attr"`
		Suites   []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Errors   int         `xml:"errors,attr"`
		Skipped  int         `xml:"skipped,attr"`
		Time     string      `xml:"time,attr"`
		Cases    []junitCase `xml:"testcase"`
	}
	junitCase struct {
		Name    string        `xml:"name,attr"`
		Class   string        `xml:"classname,attr"`
		Time    string        `xml:"time,attr"`
		Failure *junitFailure `xml:"failure"`
		Output  string        `xml:"system-out,omitempty"`
	}
	junitFailure struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr"`
		Text    string `xml:",chardata"`
	}
)

// junit writes a test for each finding, which fails from a level on, and one that
// passes where there are no findings.
func junit(w io.Writer, r *finding.Report, o Options) error {
	suite := junitSuite{Name: clean(r.Title), Time: "0"}
	for _, f := range r.Findings {
		c := junitCase{Name: clean(f.Text()), Class: f.Rule, Time: "0"}
		told := clean(f.Place() + ": " + string(f.Level) + ": " + f.Text())
		if f.Level.AtLeast(o.FailOn) {
			c.Failure = &junitFailure{Message: clean(f.Message), Type: f.Rule, Text: told}
			suite.Failures++
		} else {
			c.Output = told
		}
		suite.Cases = append(suite.Cases, c)
	}
	if len(suite.Cases) == 0 {
		suite.Cases = []junitCase{{Name: "nothing was found", Class: "trefoil", Time: "0"}}
	}
	suite.Tests = len(suite.Cases)
	return writeXML(w, junitSuites{Name: "trefoil", Tests: suite.Tests, Failures: suite.Failures, Suites: []junitSuite{suite}})
}

func writeXML(w io.Writer, value any) error {
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(w)
	e.Indent("", "  ")
	if err := e.Encode(value); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

// clean leaves out the characters that XML 1.0 has not.
func clean(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\t' && r != '\n' || r == 0xFFFE || r == 0xFFFF {
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, "\uFFFD"))
}

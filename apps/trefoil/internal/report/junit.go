package report

import (
	"encoding/xml"
	"io"
	"strings"

	"github.com/trefoil-go/trefoil/apps/trefoil/internal/finding"
)

// The elements of JUnit, of which there is no standard. Two schemas know them: that of Ant
// (JUnit.xsd), which demands all of these in this order and knows no more, and that of
// Jenkins (junit-10.xsd), which allows them. GitLab and GitHub's actions read them.
type (
	junitSuites struct {
		XMLName xml.Name   `xml:"testsuites"`
		Suite   junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		ID         int             `xml:"id,attr"`
		Package    string          `xml:"package,attr"`
		Name       string          `xml:"name,attr"`
		Timestamp  string          `xml:"timestamp,attr"`
		Hostname   string          `xml:"hostname,attr"`
		Tests      int             `xml:"tests,attr"`
		Failures   int             `xml:"failures,attr"`
		Errors     int             `xml:"errors,attr"`
		Time       string          `xml:"time,attr"`
		Properties []junitProperty `xml:"properties>property"`
		Cases      []junitCase     `xml:"testcase"`
		Output     string          `xml:"system-out"`
		Log        string          `xml:"system-err"`
	}
	junitProperty struct {
		Name  string `xml:"name,attr"`
		Value string `xml:"value,attr"`
	}
	junitCase struct {
		Name    string        `xml:"name,attr"`
		Class   string        `xml:"classname,attr"`
		Time    string        `xml:"time,attr"`
		Failure *junitFailure `xml:"failure"`
	}
	junitFailure struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr"`
		Text    string `xml:",chardata"`
	}
)

// junit writes a test for each finding, which fails from a level on, and one that
// passes where there are no findings. The output of the tests has all findings, a line
// for each.
func junit(w io.Writer, r *finding.Report, o Options) error {
	suite := junitSuite{
		Package: "trefoil", Name: clean(r.Title), Timestamp: o.Now.UTC().Format("2006-01-02T15:04:05"), Hostname: "localhost", Time: "0",
		Properties: []junitProperty{{"version", clean(o.Version)}},
	}
	var output strings.Builder
	for _, f := range r.Findings {
		c := junitCase{Name: clean(f.Text()), Class: f.Rule, Time: "0"}
		told := clean(f.Place() + ": " + string(f.Level) + ": " + f.Text())
		if f.Level.AtLeast(o.FailOn) {
			c.Failure = &junitFailure{Message: clean(f.Message), Type: f.Rule, Text: told}
			suite.Failures++
		}
		suite.Cases = append(suite.Cases, c)
		output.WriteString(told + "\n")
	}
	suite.Output = output.String()
	if len(suite.Cases) == 0 {
		suite.Cases = []junitCase{{Name: "nothing was found", Class: "trefoil", Time: "0"}}
	}
	suite.Tests = len(suite.Cases)
	return writeXML(w, junitSuites{Suite: suite})
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

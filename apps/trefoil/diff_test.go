package main

import (
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"golang.org/x/net/html"
)

var _ = Describe("Diff", func() {
	var dir, older, newer string
	BeforeEach(func() {
		dir = folder(map[string]string{"old.yaml": shop, "new.yaml": newShop})
		older, newer = filepath.Join(dir, "old.yaml"), filepath.Join(dir, "new.yaml")
	})

	It("says what breaks and what does not, where, and which version follows", func(ctx SpecContext) {
		said := trefoil(ctx, "diff", older, newer)

		Expect(said).To(Equal(outcome{status: 1, stdout: older + ":12:5: error: DELETE /orders: the operation is gone (breaking/operation)\n" +
			newer + ":7:5: warning: GET /orders: the operation is deprecated now (compatible/deprecated)\n" +
			newer + ":4:3: warning: the version is 1.3.0, and what has changed since 1.2.0 makes it 2.0.0 (version)\n" +
			newer + ":14:5: note: GET /baskets: the operation is new (compatible/operation)\n" +
			"old version: 1.2.0\nnew version: 1.3.0\nnext version: 2.0.0\n1 error, 2 warnings, 1 note\n"}))
	})

	It("is fine with a description that has not changed", func(ctx SpecContext) {
		said := trefoil(ctx, "diff", older, older)

		Expect(said).To(Equal(outcome{status: 0, stdout: "old version: 1.2.0\nnew version: 1.2.0\nnext version: 1.2.0\n0 errors, 0 warnings, 0 notes\n"}))
	})

	It("names the parameter, the old and the new value, and the line of each", func(ctx SpecContext) {
		parameter := "operationId: listOrders\n      parameters:\n        - name: page\n          in: query\n          schema:\n            type: integer\n            maximum: 90"
		older, newer := filepath.Join(dir, "was.yaml"), filepath.Join(dir, "is.yaml")
		Expect(os.WriteFile(older, []byte(strings.Replace(shop, "operationId: listOrders", parameter, 1)), 0o600)).To(Succeed())
		Expect(os.WriteFile(newer, []byte(strings.Replace(shop, "operationId: listOrders", strings.Replace(parameter, "90", "50", 1), 1)), 0o600)).To(Succeed())

		said := trefoil(ctx, "diff", older, newer)
		var read struct{ Findings []map[string]any }
		Expect(json.Unmarshal([]byte(trefoil(ctx, "diff", older, newer, "-format=json").stdout), &read)).To(Succeed())

		Expect(said.stdout).To(HavePrefix(newer + `:12:11: error: GET /orders: query parameter "page": the maximum was 90 and is 50 (breaking/bound)` + "\n"))
		Expect(read.Findings[0]).To(And(HaveKeyWithValue("old", "90"), HaveKeyWithValue("new", "50")))
	})

	It("names all operations that share what has changed", func(ctx SpecContext) {
		const shared = `{"openapi": "3.1.0", "info": {"title": "A", "version": "1"}, "paths": {"/a": {"get": %[1]s, "put": %[1]s}}, "components": {"schemas": {"S": {"type": "object", "properties": {"a": {"type": "%[2]s"}}}}}}`
		const operation = `{"responses": {"200": {"description": "OK", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/S"}}}}}}`
		Expect(os.WriteFile(older, fmt.Appendf(nil, shared, operation, "string"), 0o600)).To(Succeed())
		Expect(os.WriteFile(newer, fmt.Appendf(nil, shared, operation, "integer"), 0o600)).To(Succeed())

		var read struct{ Findings []map[string]any }
		Expect(json.Unmarshal([]byte(trefoil(ctx, "diff", older, newer, "-format=json").stdout), &read)).To(Succeed())

		Expect(read.Findings).To(HaveLen(1))
		Expect(read.Findings[0]).To(And(HaveKeyWithValue("operation", "GET /a"), HaveKeyWithValue("others", []any{"PUT /a"})))
	})

	It("compares Swagger 2.0 with OpenAPI 3, each by the lines of its own text", func(ctx SpecContext) {
		Expect(os.WriteFile(older, []byte(swaggerShop), 0o600)).To(Succeed())
		Expect(os.WriteFile(newer, []byte(shop), 0o600)).To(Succeed())

		said := trefoil(ctx, "diff", older, newer)

		Expect(said).To(Equal(outcome{status: 1, stdout: older + `:10:11: error: GET /orders: the query parameter "page" is gone (breaking/parameter)` + "\n" +
			newer + ":4:3: warning: the version is 1.2.0, and what has changed since 1.1.0 makes it 2.0.0 (version)\n" +
			newer + ":12:5: note: DELETE /orders: the operation is new (compatible/operation)\n" +
			"old version: 1.1.0\nnew version: 1.2.0\nnext version: 2.0.0\n1 error, 1 warning, 1 note\n"}))
	})

	It("compares webhooks and servers", func(ctx SpecContext) {
		more := "webhooks:\n  paid:\n    post:\n      responses:\n        \"200\":\n          description: Taken\n"
		Expect(os.WriteFile(older, []byte(shop+"servers:\n  - url: https://a.example\n"+more), 0o600)).To(Succeed())
		Expect(os.WriteFile(newer, []byte(shop+"servers:\n  - url: https://b.example\n"), 0o600)).To(Succeed())

		said := trefoil(ctx, "diff", older, newer)

		Expect(said.stdout).To(And(
			ContainSubstring(older+":18:5: error: the server https://a.example is gone (breaking/server)\n"),
			ContainSubstring(older+":21:5: error: POST paid: the webhook is gone (breaking/webhook)\n"),
		))
	})

	It("writes a report into a folder that it makes", func(ctx SpecContext) {
		file := filepath.Join(GinkgoT().TempDir(), "made", "report.txt")

		Expect(trefoil(ctx, "diff", older, older, "-o", file)).To(Equal(outcome{}))

		Expect(os.ReadFile(file)).To(BeEquivalentTo("old version: 1.2.0\nnew version: 1.2.0\nnext version: 1.2.0\n0 errors, 0 warnings, 0 notes\n"))
	})

	DescribeTable("fails from the level on that it is told",
		func(ctx SpecContext, level string, status int) {
			Expect(os.WriteFile(newer, []byte(strings.Replace(shop, "operationId: listOrders", "operationId: listOrders\n      deprecated: true", 1)), 0o600)).To(Succeed())

			Expect(trefoil(ctx, "diff", older, newer, "-fail-on="+level).status).To(Equal(status))
		},
		Entry("errors", "error", 0), Entry("warnings", "warning", 1), Entry("notes", "note", 1), Entry("nothing", "off", 0),
	)

	DescribeTable("ends with 3 when it cannot read one of the two",
		func(ctx SpecContext, text, message string) {
			Expect(os.WriteFile(newer, []byte(text), 0o600)).To(Succeed())

			said := trefoil(ctx, "diff", older, newer)

			Expect(said.status).To(Equal(3))
			Expect(said.stdout).To(BeEmpty())
			Expect(said.stderr).To(And(HavePrefix("trefoil: "), ContainSubstring(message), HaveSuffix("\n")))
		},
		Entry("an empty file", "", "new.yaml"),
		Entry("a text", "hello", "new.yaml:1:1: this is text"),
		Entry("broken YAML", "openapi: 3.1.0\npaths: [", "new.yaml:"),
	)

	It("ends with 3 for a file, an address or a revision that is not there", func(ctx SpecContext) {
		server := httptest.NewServer(http.NotFoundHandler())
		DeferCleanup(server.Close)

		for _, name := range []string{filepath.Join(dir, "ghost.yaml"), server.URL + "/api.yaml", "ghost:api.yaml"} {
			said := trefoil(ctx, "diff", older, name)

			Expect(said.status).To(Equal(3), name)
			Expect(said.stdout).To(BeEmpty())
			Expect(said.stderr).To(ContainSubstring(strings.TrimPrefix(name, "http://")))
		}
	})

	It("reads the standard input and addresses", func(ctx SpecContext) {
		server := httptest.NewServer(http.FileServer(http.Dir(dir)))
		DeferCleanup(server.Close)

		said := fed(ctx, shop, "diff", "-", server.URL+"/new.yaml")

		Expect(said.status).To(Equal(1))
		Expect(said.stdout).To(HavePrefix("stdin:12:5: error: DELETE /orders"))
		Expect(said.stdout).To(ContainSubstring(server.URL + "/new.yaml:7:5: warning"))
	})

	It("reads files as a revision of git has them", func(ctx SpecContext) {
		repository(ctx, dir, map[string]string{"api.yaml": shop})
		Expect(os.WriteFile(filepath.Join(dir, "api.yaml"), []byte(newShop), 0o600)).To(Succeed())
		GinkgoT().Chdir(dir)

		said := trefoil(ctx, "diff", "HEAD:api.yaml", "api.yaml")

		Expect(said.status).To(Equal(1))
		Expect(said.stdout).To(HavePrefix("api.yaml:12:5: error: DELETE /orders: the operation is gone"))
		Expect(trefoil(ctx, "diff", "HEAD:ghost.yaml", "api.yaml")).To(Equal(outcome{status: 3, stderr: "trefoil: HEAD:ghost.yaml: git: path 'ghost.yaml' does not exist in 'HEAD'\n"}))
		Expect(trefoil(ctx, "diff", "--", "--output=x:api.yaml", "api.yaml").status).To(Equal(3))
	})

	Describe("in other forms", func() {
		written := func(ctx context.Context, format string) string {
			GinkgoHelper()
			said := trefoil(ctx, "diff", older, newer, "-format", format)
			Expect(said.status).To(Equal(1))
			Expect(said.stderr).To(BeEmpty())
			return said.stdout
		}

		It("is JSON", func(ctx SpecContext) {
			var read struct {
				Counts   map[string]int
				Facts    []map[string]string
				Findings []map[string]any
			}
			Expect(json.Unmarshal([]byte(written(ctx, "json")), &read)).To(Succeed())

			Expect(read.Counts).To(Equal(map[string]int{"errors": 1, "warnings": 2, "notes": 1, "known": 0}))
			Expect(read.Facts[2]).To(Equal(map[string]string{"name": "next version", "value": "2.0.0"}))
			Expect(read.Findings[0]).To(Equal(map[string]any{
				"rule": "breaking/operation", "level": "error", "message": "the operation is gone", "operation": "DELETE /orders",
				"pointer": "/paths/~1orders/delete", "file": older, "line": 12.0, "column": 5.0,
			}))
		})

		It("is JSON that the schema in the documents accepts, as that of a check is", func(ctx SpecContext) {
			schema, err := jsonschema.NewCompiler().Compile("../../docs/report.schema.json")
			Expect(err).NotTo(HaveOccurred())
			known := filepath.Join(dir, "known.json")
			Expect(trefoil(ctx, "check", "-baseline", known, "-write-baseline", older).status).To(BeZero())

			for _, text := range []string{
				written(ctx, "json"),
				trefoil(ctx, "check", "-format=json", newer).stdout,
				trefoil(ctx, "check", "-format=json", "-rules=all", "-baseline", known, newer).stdout,
			} {
				report, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
				Expect(err).NotTo(HaveOccurred())
				Expect(schema.Validate(report)).To(Succeed())
			}
		})

		It("is SARIF that its schema accepts", func(ctx SpecContext) {
			text := written(ctx, "sarif")

			read, err := sarif.FromString(text)
			Expect(err).NotTo(HaveOccurred())
			run := read.Runs[0]
			// Defaults of the schema, which the package leaves empty.
			run.Language, run.Tool.Driver.Language, run.NewlineSequences = "en-US", "en-US", []string{"\r\n", "\n"}
			Expect(read.Validate()).To(Succeed())
			again, err := json.Marshal(read)
			Expect(err).NotTo(HaveOccurred())
			Expect(strangers(text, string(again))).To(BeEmpty(), "members that SARIF does not have")
			results := run.Results
			Expect(results).To(HaveLen(4))
			Expect(*results[0].RuleID).To(Equal("breaking/operation"))
			Expect(*run.Tool.Driver.Rules[results[0].RuleIndex].ID).To(Equal("breaking/operation"))
			Expect(results[0].Level).To(Equal("error"))
			Expect(*results[0].Locations[0].PhysicalLocation.Region.StartLine).To(Equal(12))
			Expect(*results[0].Locations[0].PhysicalLocation.ArtifactLocation.URI).To(Equal("file://" + older))
		})

		It("is JUnit with a failure for each finding that counts", func(ctx SpecContext) {
			var read struct {
				XMLName xml.Name `xml:"testsuites"`
				Suite   struct {
					Tests    int    `xml:"tests,attr"`
					Failures int    `xml:"failures,attr"`
					Output   string `xml:"system-out"`
					Cases    []struct {
						Name    string  `xml:"name,attr"`
						Class   string  `xml:"classname,attr"`
						Failure *string `xml:"failure"`
					} `xml:"testcase"`
				} `xml:"testsuite"`
			}
			Expect(xml.Unmarshal([]byte(written(ctx, "junit")), &read)).To(Succeed())

			Expect([]int{read.Suite.Tests, read.Suite.Failures, len(read.Suite.Cases)}).To(Equal([]int{4, 1, 4}))
			Expect(read.Suite.Cases[0].Name).To(Equal("DELETE /orders: the operation is gone"))
			Expect(*read.Suite.Cases[0].Failure).To(ContainSubstring("old.yaml:12:5: error"))
			Expect(read.Suite.Cases[1].Failure).To(BeNil())
			Expect(read.Suite.Output).To(ContainSubstring("new.yaml:4:3: warning: the version is 1.3.0"))
		})

		It("is JUnit of the elements and attributes that the schema of Ant, JUnit.xsd, demands, in their order", func(ctx SpecContext) {
			suite := []string{
				"testsuites", "testsuites/testsuite", "testsuite@package", "testsuite@id", "testsuite@name", "testsuite@timestamp", "testsuite@hostname",
				"testsuite@tests", "testsuite@failures", "testsuite@errors", "testsuite@time",
				"testsuite/properties", "properties/property", "property@name", "property@value",
				"testsuite/testcase", "testcase@name", "testcase@classname", "testcase@time", "testsuite/system-out", "testsuite/system-err",
			}

			text := written(ctx, "junit")

			Expect(vocabulary(text)).To(ConsistOf(append(suite, "testcase/failure", "failure@message", "failure@type")))
			Expect(text).To(MatchRegexp(`(?s)<properties>.*<testcase .*</testcase>\s*<system-out>.*<system-err>`))
			Expect(text).To(ContainSubstring(` timestamp="2026-01-02T03:04:05" `))
			Expect(vocabulary(trefoil(ctx, "diff", older, older, "-format=junit").stdout)).To(ConsistOf(suite))
		})

		It("is an Atom feed that has what RFC 4287 asks for", func(ctx SpecContext) {
			var read struct {
				XMLName xml.Name `xml:"http://www.w3.org/2005/Atom feed"`
				ID      string   `xml:"http://www.w3.org/2005/Atom id"`
				Title   string   `xml:"http://www.w3.org/2005/Atom title"`
				Updated string   `xml:"http://www.w3.org/2005/Atom updated"`
				Author  string   `xml:"http://www.w3.org/2005/Atom author>name"`
				Entries []struct {
					ID      []string `xml:"http://www.w3.org/2005/Atom id"`
					Title   []string `xml:"http://www.w3.org/2005/Atom title"`
					Updated []string `xml:"http://www.w3.org/2005/Atom updated"`
					Content []struct {
						Type string `xml:"type,attr"`
					} `xml:"http://www.w3.org/2005/Atom content"`
				} `xml:"http://www.w3.org/2005/Atom entry"`
			}
			Expect(xml.Unmarshal([]byte(written(ctx, "atom")), &read)).To(Succeed())

			Expect(read.ID).To(HavePrefix("urn:uuid:"))
			Expect(read.Title).To(Equal("Changes from " + older + " to " + newer))
			Expect(read.Updated).To(Equal("2026-01-02T03:04:05Z"))
			Expect(read.Author).To(Equal("trefoil"))
			Expect(read.Entries).To(HaveLen(4))
			ids := map[string]bool{read.ID: true}
			for _, e := range read.Entries {
				Expect([]int{len(e.ID), len(e.Title), len(e.Updated), len(e.Content)}).To(Equal([]int{1, 1, 1, 1}))
				Expect(e.ID[0]).To(MatchRegexp(`^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`))
				ids[e.ID[0]] = true
			}
			Expect(ids).To(HaveLen(5), "no two have one id")
			Expect(written(ctx, "atom")).To(Equal(written(ctx, "atom")))
		})

		It("is Markdown in which a description is no markup", func(ctx SpecContext) {
			Expect(os.WriteFile(newer, []byte(strings.Replace(newShop, "/baskets", "/<img src=x>/*b*", 1)), 0o600)).To(Succeed())

			text := written(ctx, "markdown")

			Expect(text).To(ContainSubstring("\n## Errors\n\n- DELETE /orders: the operation is gone (breaking/operation, "))
			Expect(text).To(ContainSubstring(`- GET /\<img src=x\>/\*b\*: the operation is new`))
		})

		It("is a page that loads and runs nothing", func(ctx SpecContext) {
			Expect(os.WriteFile(newer, []byte(strings.Replace(newShop, "/baskets", "/<script>alert(1)</script>", 1)), 0o600)).To(Succeed())

			root, err := html.Parse(strings.NewReader(written(ctx, "html")))

			Expect(err).NotTo(HaveOccurred())
			count := map[string]int{}
			for n := range root.Descendants() {
				if n.Type == html.ElementNode {
					count[n.Data]++
				}
			}
			Expect(count).To(And(HaveKeyWithValue("li", 4), HaveKeyWithValue("section", 3), Not(HaveKey("script")), Not(HaveKey("link")), Not(HaveKey("img"))))
		})

		It("is a list of commands for GitHub Actions", func(ctx SpecContext) {
			Expect(os.WriteFile(newer, []byte(strings.Replace(newShop, "/baskets", `"/50%,\n::error::x"`, 1)), 0o600)).To(Succeed())

			lines := strings.Split(written(ctx, "github"), "\n")

			Expect(lines[0]).To(Equal("::error file=" + older + ",line=12,col=5,title=breaking/operation::DELETE /orders: the operation is gone"))
			Expect(lines).To(HaveLen(6))
			Expect(lines[3]).To(HavePrefix("::notice "))
			Expect(lines[3]).To(HaveSuffix(",title=compatible/operation::GET /50%25,%0A::error::x: the operation is new"))
		})
	})

	It("says nothing to a terminal that only a description says", func(ctx SpecContext) {
		Expect(os.WriteFile(newer, []byte(strings.Replace(newShop, "/baskets", `"/\e[31mred"`, 1)), 0o600)).To(Succeed())

		Expect(trefoil(ctx, "diff", older, newer).stdout).To(And(ContainSubstring("GET / [31mred: the operation is new"), Not(ContainSubstring("\x1b"))))
	})

	It("is coloured on a terminal alone", func(ctx SpecContext) {
		var stdout, stderr strings.Builder
		run(ctx, []string{"diff", older, newer}, &process{stdout: &stdout, stderr: &stderr, stdin: strings.NewReader(""), now: trefoilTime, color: true})

		Expect(stdout.String()).To(ContainSubstring(": \x1b[31merror\x1b[0m: DELETE /orders"))
	})
})

// vocabulary is what an XML text is made of: the elements, each with the one around it, and
// the attributes of elements.
func vocabulary(text string) []string {
	GinkgoHelper()
	found := map[string]bool{}
	var open []string
	for decoder := xml.NewDecoder(strings.NewReader(text)); ; {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return slices.Collect(maps.Keys(found))
		}
		Expect(err).NotTo(HaveOccurred())
		switch t := token.(type) {
		case xml.StartElement:
			open = append(open, t.Name.Local)
			found[strings.Join(open[max(0, len(open)-2):], "/")] = true
			for _, a := range t.Attr {
				found[t.Name.Local+"@"+a.Name.Local] = true
			}
		case xml.EndElement:
			open = open[:len(open)-1]
		}
	}
}

// strangers are the names of members that one JSON text has and another has not.
func strangers(text, other string) []string {
	member := regexp.MustCompile(`"(\w+)":`)
	var list []string
	for _, found := range member.FindAllStringSubmatch(text, -1) {
		if !strings.Contains(other, found[0]) {
			list = append(list, found[1])
		}
	}
	return list
}

// repository makes a directory one of git, with a commit of some files that is as old as
// trefoilTime.
func repository(ctx context.Context, dir string, files map[string]string) {
	GinkgoHelper()
	for name, text := range files {
		Expect(os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600)).To(Succeed())
	}
	for _, args := range [][]string{
		{"init", "-q"},
		{"add", "."},
		{"-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false", "commit", "-q", "-m", "first"},
	} {
		command := exec.CommandContext(ctx, "git", append([]string{"-C", dir}, args...)...)
		command.Env = append(os.Environ(), "GIT_COMMITTER_DATE="+trefoilTime().Format(time.RFC3339))
		out, err := command.CombinedOutput()
		Expect(err).NotTo(HaveOccurred(), string(out))
	}
}

package clients_test

import (
	"cmp"
	"compress/gzip"
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/restclient/restgen"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

// corpusDir holds large descriptions of real services, compressed. It stands
// beside the repository, or where TREFOIL_CORPUS says, and need not be there.
var corpusDir = cmp.Or(os.Getenv("TREFOIL_CORPUS"), "../../../../../shared/corpus")

// harbour is a small description that has the cases of large ones.
const harbour = "testdata/harbour.yaml"

// untyped is how many fields, at most, have no type in Go, of descriptions with types
// that are one of several. Their code is split, too.
var untyped = map[string]int{"harbour.yaml": 0, "github.json.gz": 8, "stripe.json.gz": 30}

var _ = Describe("The declarations of a service", func() {
	files, err := filepath.Glob(filepath.Join(corpusDir, "*.gz"))
	if err != nil {
		panic(err)
	}
	if len(files) == 0 {
		It("are not tested with large descriptions", func() { Skip(corpusDir + " has no descriptions") })
	}
	for _, file := range append(files, harbour, "../../../../modules/viewer/openapi/testdata/petstore.json") {
		name := filepath.Base(file)
		It("vet clean, and have no fault, for "+name, func(ctx SpecContext) {
			doc, err := openapi.FromContent(read(file)).Load(ctx)
			Expect(err).NotTo(HaveOccurred())

			var whole, part restgen.Report
			code := generateFrom(ctx, doc, restgen.WithReport(&whole))
			vet(ctx, code)
			Expect(first(misdeclared(code))).To(BeEmpty())
			checked := check(ctx, generateFrom(ctx, doc, restgen.WithReport(&part), sample(ctx, doc)))

			AddReportEntry(name, summary(whole)+fmt.Sprintf("; without a fault: %d declarations of %d operations", checked, part.Operations))
			Expect(whole.Operations).To(Equal(len(doc.Operations)))
			Expect(whole.InResource + whole.Endpoints + undeclared(whole)).To(Equal(whole.Operations))
			Expect(checked).To(BeNumerically(">=", part.Resources+part.Endpoints))
		}, SpecTimeout(10*time.Minute))

		most, ok := untyped[name]
		if !ok {
			continue
		}
		It("have types for what is one of several, and compile when they are split by tag, for "+name, func(ctx SpecContext) {
			doc, err := openapi.FromContent(read(file)).Load(ctx)
			Expect(err).NotTo(HaveOccurred())

			files, err := restgen.SplitByTag(ctx, doc, splitPath)
			Expect(err).NotTo(HaveOccurred())

			raw, sums, unions, indented := 0, 0, 0, 0
			for _, f := range files {
				code := string(f.Code)
				raw += len(rawField.FindAllString(code, -1))
				indented += strings.Count(code, "//  One of")
				sums += strings.Count(code, "union.Marshal(")
				unions += strings.Count(code, "restclient.UnionOf[")
			}
			AddReportEntry(name, fmt.Sprintf("%d packages; fields that are raw JSON %d; types of several types %d, of entities %d", len(files), raw, sums, unions))
			Expect(raw).To(BeNumerically("<=", most))
			Expect(indented).To(BeZero(), "comments that begin with two spaces")
			Expect(sums + unions).To(BeNumerically(">=", 5))
			Expect(typeCheck(files)).To(Succeed())
		}, SpecTimeout(10*time.Minute))
	}
})

// rawField is a field without a type, with as many spaces as those around it need.
var rawField = regexp.MustCompile("json\\.RawMessage +`json:")

// splitPath is where packages of a test are.
const splitPath = "example.com/api"

// thorough has more code compiled.
var thorough = os.Getenv("TREFOIL_THOROUGH") != ""

// sampled is how many operations, at most, are compiled of a description: every
// declaration costs the compiler up to a second.
var sampled = map[bool]int{false: 6, true: 20}[thorough]

// small is how many operations a description has that is compiled as a whole.
const small = 20

// candidates is how many runs of operations are looked at for those.
const candidates = 30

// longest is how many lines a run may have: the ones of Microsoft Graph have
// thousands, and take the compiler half a minute.
var longest = map[bool]int{false: 1500, true: math.MaxInt}[thorough]

// sample keeps two runs of operations, so that resources stay together: of
// candidates from all over the description, none of which is too long, the one with
// most entities inside of others and the one nearest to the middle.
func sample(ctx context.Context, doc *apidoc.Document) restgen.Option {
	var runs [][]string
	for run := range slices.Chunk(doc.Operations, sampled/2) {
		var ids []string
		for _, o := range run {
			ids = append(ids, o.ID)
		}
		runs = append(runs, ids)
	}
	if len(doc.Operations) <= small {
		return restgen.WithOperations()
	}
	best, most, middle := -1, -1, -1
	for i := 0; i < len(runs); i += 1 + len(runs)/candidates {
		code := generateFrom(ctx, doc, restgen.WithOperations(runs[i]...))
		if strings.Count(code, "\n") > longest {
			continue
		}
		if n := strings.Count(code, ") Nested()") + strings.Count(code, "restclient.Ref["); n > most {
			best, most = i, n
		}
		if i <= len(runs)/2 {
			middle = i
		}
	}
	Expect(middle).To(BeNumerically(">=", 0), "every run of the first half is too long")
	return restgen.WithOperations(slices.Concat(runs[best], runs[middle])...)
}

func summary(r restgen.Report) string {
	return fmt.Sprintf("operations %d, resources %d with %d of them, endpoints %d, lines %d, fell back %d, without declaration %d",
		r.Operations, r.Resources, r.InResource, r.Endpoints, r.Lines, len(r.Fallbacks), undeclared(r))
}

func undeclared(r restgen.Report) (n int) {
	for _, f := range r.Fallbacks {
		if !f.Declared {
			n++
		}
	}
	return n
}

// read returns the text of a file, which may be compressed.
func read(file string) string {
	GinkgoHelper()
	f, err := os.Open(file)
	Expect(err).NotTo(HaveOccurred())
	defer f.Close()
	if filepath.Ext(file) != ".gz" {
		text, err := io.ReadAll(f)
		Expect(err).NotTo(HaveOccurred())
		return string(text)
	}
	z, err := gzip.NewReader(f)
	Expect(err).NotTo(HaveOccurred())
	text, err := io.ReadAll(z)
	Expect(err).NotTo(HaveOccurred())
	return string(text)
}

func generateFrom(ctx context.Context, doc *apidoc.Document, opts ...restgen.Option) string {
	code, err := restgen.Generate(ctx, doc, append(opts, restgen.WithPackage("main"))...)
	Expect(err).NotTo(HaveOccurred())
	return string(code)
}

// vet type-checks code and runs the analyzers of go vet.
func vet(ctx context.Context, code string) {
	file := filepath.Join(GinkgoT().TempDir(), "api.go")
	Expect(os.WriteFile(file, []byte(code), 0o600)).To(Succeed())
	out, err := exec.CommandContext(ctx, "go", "vet", file).CombinedOutput()
	Expect(err).NotTo(HaveOccurred(), string(out))
}

// check builds code together with a program that asks every declaration for its
// fault, runs it, and returns how many declarations there are.
func check(ctx context.Context, code string) int {
	names := declarations(code)
	var program strings.Builder
	program.WriteString("package main\n\nimport \"fmt\"\n\nfunc main() {\n")
	for _, name := range names {
		fmt.Fprintf(&program, "if err := %s.Err(); err != nil { fmt.Println(%q, err) }\n", name, name)
	}
	program.WriteString("fmt.Println(\"checked\")\n}\n")

	dir := GinkgoT().TempDir()
	files := []string{filepath.Join(dir, "api.go"), filepath.Join(dir, "main.go")}
	Expect(os.WriteFile(files[0], []byte(code), 0o600)).To(Succeed())
	Expect(os.WriteFile(files[1], []byte(program.String()), 0o600)).To(Succeed())
	binary := filepath.Join(dir, "check")
	out, err := exec.CommandContext(ctx, "go", append([]string{"build", "-gcflags=-N -l", "-o", binary}, files...)...).CombinedOutput()
	Expect(err).NotTo(HaveOccurred(), string(out))
	out, err = exec.CommandContext(ctx, binary).CombinedOutput()
	Expect(err).NotTo(HaveOccurred(), string(out))
	faults, checked := strings.CutSuffix(string(out), "checked\n")
	Expect(first(strings.Split(strings.TrimSuffix(faults, "\n"), "\n"))).To(Equal(""))
	Expect(checked).To(BeTrue(), "the program ended early")
	return len(names)
}

// first are as many lines as a failure needs.
func first(lines []string) string {
	if more := len(lines) - 10; more > 0 {
		lines = append(slices.Clone(lines[:10]), fmt.Sprintf("and %d more", more))
	}
	return strings.Join(lines, "\n")
}

// declarations are the names of the variables of a file.
func declarations(code string) []string {
	file, err := parser.ParseFile(token.NewFileSet(), "api.go", code, parser.SkipObjectResolution)
	Expect(err).NotTo(HaveOccurred())
	var names []string
	for _, d := range file.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.VAR {
			continue
		}
		for _, s := range g.Specs {
			for _, name := range s.(*ast.ValueSpec).Names {
				names = append(names, name.Name)
			}
		}
	}
	return names
}

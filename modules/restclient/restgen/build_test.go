package restgen_test

import (
	"context"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient/restgen"
)

var declared = regexp.MustCompile(`(?m)^var (\S+) = `)

// generated are the descriptions that a package is generated from, by its name.
var generated = map[string]func() *description{
	"plain": func() *description {
		return todos().call("next", "GET", "/next/{a-b}/{c}.json", nil, ref("Todo"), inQuery("filter[state]", enum("a", "b")))
	},
	"nested": library,
	"quoted": func() *description {
		const text = "a`\"'\\\n\t\x00\xffb"
		return hostile(text, "id", text)
	},
	"signs": func() *description {
		const text = "a:b*c(d)[e]!+x,y"
		return hostile(text, "id", text)
	},
	"script": func() *description {
		const text = "名 前"
		return hostile(text, "id", text)
	},
}

const programPath = "example.com/generated"

// faults generates the packages of one program, which asks every declaration for
// its fault. It vets and runs the program, and returns what each package prints.
func faults(ctx context.Context, dir string) map[string]string {
	client, err := filepath.Abs("..")
	Expect(err).NotTo(HaveOccurred())
	program := "package main\n\n"
	for _, name := range slices.Sorted(maps.Keys(generated)) {
		code, err := restgen.Generate(ctx, generated[name]().document(), restgen.WithPackage(name))
		Expect(err).NotTo(HaveOccurred())
		write(dir, name+"/api.go", string(code))
		write(dir, name+"/faults.go", asking(name, string(code)))
		program += fmt.Sprintf("import _ %q\n", programPath+"/"+name)
	}
	write(dir, "main.go", program+"\nfunc main() {}\n")
	write(dir, "go.mod", "module "+programPath+"\n\ngo 1.26.0\n")
	write(dir, "go.work", fmt.Sprintf("go 1.26.0\n\nuse (\n\t.\n\t%q\n\t%q\n)\n", client, filepath.Join(filepath.Dir(client), "core")))

	run(ctx, dir, "vet", "./...")
	printed := map[string]string{}
	for line := range strings.Lines(run(ctx, dir, "run", "-ldflags=-s -w", ".")) {
		name, rest, _ := strings.Cut(line, " ")
		printed[name] += rest
	}
	return printed
}

// asking is a file of a package that prints the fault of each declaration in code.
func asking(name, code string) string {
	source := "package " + name + "\n\nimport \"fmt\"\n\nfunc init() {\n"
	for _, found := range declared.FindAllStringSubmatch(code, -1) {
		source += fmt.Sprintf("\tfmt.Println(%q, %q, %s.Err())\n", name, found[1], found[1])
	}
	return source + "}\n"
}

func write(dir, name, text string) {
	file := filepath.Join(dir, name)
	Expect(os.MkdirAll(filepath.Dir(file), 0o700)).To(Succeed())
	Expect(os.WriteFile(file, []byte(text), 0o600)).To(Succeed())
}

// run runs the go command in the workspace of dir. With -trimpath, the build cache
// keeps the program of one run for the next, whose directory is another.
func run(ctx context.Context, dir string, args ...string) string {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOWORK=", "GOFLAGS=-trimpath "+os.Getenv("GOFLAGS"))
	var complaint strings.Builder
	cmd.Stderr = &complaint
	out, err := cmd.Output()
	Expect(err).NotTo(HaveOccurred(), complaint.String())
	return string(out)
}

var _ = Describe("What is generated", Ordered, ContinueOnFailure, func() {
	var printed map[string]string // by package
	BeforeAll(func(ctx SpecContext) { printed = faults(ctx, GinkgoT().TempDir()) })

	It("builds, vets clean and has no fault", func() {
		Expect(printed["plain"]).To(Equal("Todos <nil>\nAddTodo <nil>\nNext <nil>\n"))
	})

	It("has no fault where entities hold others and themselves", func() {
		Expect(strings.Count(printed["nested"], "<nil>\n")).To(Equal(9), printed["nested"])
		Expect(strings.Count(printed["nested"], "\n")).To(Equal(9), printed["nested"])
	})

	DescribeTable("has no fault either where the names are hostile",
		func(name string) {
			lines := strings.Count(printed[name], "\n")

			Expect(lines).To(BeNumerically(">=", 3))
			Expect(strings.Count(printed[name], "<nil>\n")).To(Equal(lines), printed[name])
		},
		Entry("quotes, control characters and what is not UTF-8", "quoted"),
		Entry("signs of templates and tags", "signs"),
		Entry("another script", "script"),
	)
})

package snippets

import (
	"fmt"
	"go/format"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

// programs is a workspace of programs in Go, one a folder, beside the modules of
// this repository. Nothing is downloaded.
type programs struct{ dir string }

func newPrograms(texts map[string]string) programs {
	GinkgoHelper()
	p := programs{GinkgoT().TempDir()}
	modules, err := filepath.Abs("../../../modules")
	Expect(err).NotTo(HaveOccurred())
	p.write("go.mod", "module samples\n\ngo 1.26\n")
	p.write("go.work", fmt.Sprintf("go 1.26.0\n\nuse (\n\t.\n\t%[1]s/core\n\t%[1]s/restclient\n)\n", filepath.ToSlash(modules)))
	for name, text := range texts {
		p.write(filepath.Join(name, "main.go"), text)
	}
	return p
}

func (p programs) write(name, text string) {
	GinkgoHelper()
	file := filepath.Join(p.dir, name)
	Expect(os.MkdirAll(filepath.Dir(file), 0o700)).To(Succeed())
	Expect(os.WriteFile(file, []byte(text), 0o600)).To(Succeed())
}

// build builds one program of programs, which runs the one that its argument names,
// and returns its file. Each is a package as it stands, but for its name and that of
// main, so that the linker runs once. Nothing is optimised: a sample runs once too.
func (p programs) build(texts map[string]string) string {
	GinkgoHelper()
	var imports, cases strings.Builder
	for i, name := range slices.Sorted(maps.Keys(texts)) {
		p.write(filepath.Join(name, "sample.go"), renamed.Replace(texts[name]))
		fmt.Fprintf(&imports, "\tp%d %q\n", i, "samples/"+name)
		fmt.Fprintf(&cases, "\tcase %q:\n\t\tp%d.Main()\n", name, i)
	}
	p.write(filepath.Join("all", "main.go"), fmt.Sprintf("package main\n\nimport (\n\t\"os\"\n\n%s)\n\nfunc main() {\n\tswitch os.Args[1] {\n%s\t}\n}\n", &imports, &cases))
	out, err := p.tool("build", "-ldflags=-s -w", "-gcflags=samples/...=-N -l -dwarf=false", "-o", "bin", "./all")
	Expect(err).NotTo(HaveOccurred(), out)
	return filepath.Join(p.dir, "bin")
}

// renamed makes the package of a program one that can be imported.
var renamed = strings.NewReplacer("package main\n", "package sample\n", "\nfunc main() {", "\nfunc Main() {")

// tool runs the go command and returns what it says. Without the paths of files in
// what it builds, which change with each run, it finds what has not changed in its
// cache.
func (p programs) tool(arguments ...string) (string, error) {
	c := exec.Command("go", arguments...)
	c.Dir, c.Env = p.dir, append(os.Environ(), "GOWORK="+filepath.Join(p.dir, "go.work"), "GOFLAGS=-trimpath "+os.Getenv("GOFLAGS"), "GOPROXY=off")
	out, err := c.CombinedOutput()
	return string(out), err
}

// unformatted are the programs that gofmt would write otherwise.
func unformatted(texts map[string]string) map[string]string {
	wrong := map[string]string{}
	for name, text := range texts {
		formatted, err := format.Source([]byte(text))
		if err != nil || strings.TrimSpace(string(formatted)) != text {
			wrong[name] = fmt.Sprint(err, "\n", text, "\ninstead of\n", string(formatted))
		}
	}
	return wrong
}

package snippets

import (
	"fmt"
	"go/format"
	"os"
	"os/exec"
	"path/filepath"
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
		Expect(os.MkdirAll(filepath.Join(p.dir, name), 0o700)).To(Succeed())
		p.write(filepath.Join(name, "main.go"), text)
	}
	return p
}

func (p programs) write(name, text string) {
	GinkgoHelper()
	Expect(os.WriteFile(filepath.Join(p.dir, name), []byte(text), 0o600)).To(Succeed())
}

// tool runs the go command and returns what it says.
func (p programs) tool(arguments ...string) (string, error) {
	c := exec.Command("go", arguments...)
	c.Dir, c.Env = p.dir, append(os.Environ(), "GOWORK="+filepath.Join(p.dir, "go.work"), "GOFLAGS=", "GOPROXY=off")
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

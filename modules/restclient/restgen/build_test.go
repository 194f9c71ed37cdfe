package restgen_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient/restgen"
)

var declared = regexp.MustCompile(`(?m)^var (\S+) = `)

// faults builds code as a program of this module that asks every declaration for
// its fault, vets and runs it, and returns what it prints.
func faults(ctx context.Context, code string) string {
	program := "package main\n\nimport \"fmt\"\n\nfunc main() {\n"
	for _, found := range declared.FindAllStringSubmatch(code, -1) {
		program += fmt.Sprintf("fmt.Println(%q, %s.Err())\n", found[1], found[1])
	}
	dir := GinkgoT().TempDir()
	files := []string{filepath.Join(dir, "api.go"), filepath.Join(dir, "main.go")}
	Expect(os.WriteFile(files[0], []byte(code), 0o600)).To(Succeed())
	Expect(os.WriteFile(files[1], []byte(program+"}\n"), 0o600)).To(Succeed())

	out, err := exec.CommandContext(ctx, "go", append([]string{"vet"}, files...)...).CombinedOutput()
	Expect(err).NotTo(HaveOccurred(), string(out))
	out, err = exec.CommandContext(ctx, "go", append([]string{"run"}, files...)...).CombinedOutput()
	Expect(err).NotTo(HaveOccurred(), string(out))
	return string(out)
}

var _ = Describe("Feature 44: what is generated", func() {
	It("builds, vets clean and has no fault", func(ctx SpecContext) {
		d := todos().call("next", "GET", "/next/{a-b}/{c}.json", nil, ref("Todo"), inQuery("filter[state]", enum("a", "b")))
		code, err := restgen.Generate(ctx, d.document(), restgen.WithPackage("main"))
		Expect(err).NotTo(HaveOccurred())

		Expect(faults(ctx, string(code))).To(Equal("Todos <nil>\nAddTodo <nil>\nNext <nil>\n"))
	})

	It("has no fault where entities hold others and themselves", func(ctx SpecContext) {
		code, err := restgen.Generate(ctx, library().document(), restgen.WithPackage("main"))
		Expect(err).NotTo(HaveOccurred())

		printed := faults(ctx, string(code))

		Expect(strings.Count(printed, "<nil>\n")).To(Equal(9), printed)
		Expect(strings.Count(printed, "\n")).To(Equal(9), printed)
	})

	DescribeTable("has no fault either where the names are hostile",
		func(ctx SpecContext, text string) {
			code, err := restgen.Generate(ctx, hostile(text, "id", text).document(), restgen.WithPackage("main"))
			Expect(err).NotTo(HaveOccurred())

			printed := faults(ctx, string(code))

			Expect(strings.Count(printed, "\n")).To(BeNumerically(">=", 3))
			Expect(strings.Count(printed, "<nil>\n")).To(Equal(strings.Count(printed, "\n")), printed)
		},
		Entry("quotes, control characters and what is not UTF-8", "a`\"'\\\n\t\x00\xffb"),
		Entry("signs of templates and tags", "a:b*c(d)[e]!+x,y"),
		Entry("another script", "名 前"),
	)
})

package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

var _ = Describe("New", func() {
	It("writes a service that passes its tests, and whose description is fine", func(ctx SpecContext) {
		dir := filepath.Join(GinkgoT().TempDir(), "shop")

		said := trefoil(ctx, "new", "-module", "example.com/shop", dir)

		Expect(said).To(Equal(outcome{stdout: "cd " + dir + "\ngo mod tidy\ngo test ./...\ngo run .\n"}))
		work := inWorkspace(dir)
		Expect(goTool(ctx, dir, work, "vet", "./...")).To(BeEmpty())
		Expect(goTool(ctx, dir, work, "test", "-vet=off", "./...")).To(HavePrefix("ok  \texample.com/shop\t"))
		described := goTool(ctx, dir, work, "run", ".", "doc")
		Expect(fed(ctx, described, "check", "-fail-on=note", "-").stdout).To(Equal("0 errors, 0 warnings, 0 notes\n"))
	})

	It("takes its name from the directory", func(ctx SpecContext) {
		dir := filepath.Join(GinkgoT().TempDir(), "shop")

		Expect(trefoil(ctx, "new", dir).status).To(BeZero())

		Expect(filesOf(dir)).To(And(HaveLen(5), HaveKeyWithValue("go.mod", HavePrefix("module shop\n\ngo 1.")), HaveKeyWithValue("README.md", HavePrefix("# shop\n"))))
	})

	It("writes into no directory that holds something", func(ctx SpecContext) {
		dir := folder(map[string]string{"go.mod": "module mine\n"})

		said := trefoil(ctx, "new", dir)

		Expect(said).To(Equal(outcome{status: 3, stderr: "trefoil: the directory " + dir + " is not empty\n"}))
		Expect(filesOf(dir)).To(Equal(map[string]string{"go.mod": "module mine\n"}))
	})

	It("refuses an invalid name", func(ctx SpecContext) {
		dir := filepath.Join(GinkgoT().TempDir(), "shop")

		Expect(trefoil(ctx, "new", "-module", "a b", dir)).To(Equal(outcome{status: 2, stderr: "trefoil: \"a b\" is no module path\n"}))
		Expect(dir).NotTo(BeADirectory())
	})
})

// inWorkspace makes a workspace of a module and of those of this repository, and returns
// its file.
func inWorkspace(dir string) string {
	GinkgoHelper()
	text := "go 1.26.0\n\nuse (\n\t" + dir + "\n"
	for _, module := range []string{"core", "router", "viewer"} {
		path, err := filepath.Abs("../../modules/" + module)
		Expect(err).NotTo(HaveOccurred())
		text += "\t" + path + "\n"
	}
	work := filepath.Join(GinkgoT().TempDir(), "go.work")
	Expect(os.WriteFile(work, []byte(text+")\n"), 0o600)).To(Succeed())
	return work
}

func goTool(ctx context.Context, dir, work string, args ...string) string {
	GinkgoHelper()
	command := exec.CommandContext(ctx, "go", args...)
	command.Dir, command.Env = dir, append(os.Environ(), "GOWORK="+work, "GOPROXY=off")
	var stderr strings.Builder
	command.Stderr = &stderr
	out, err := command.Output()
	Expect(err).NotTo(HaveOccurred(), string(out)+stderr.String())
	return string(out)
}

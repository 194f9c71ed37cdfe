package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

const petstoreFile = "../../modules/viewer/openapi/testdata/petstore.json"

// lacking is what is said of the petstore, whose header api_key no resource sends.
const lacking = "1 of 19 operations not expressed in full: -v says which, and why\n"

var _ = Describe("Gen", func() {
	golden := func() string {
		GinkgoHelper()
		code, err := os.ReadFile("internal/petstore/petstore.go")
		Expect(err).NotTo(HaveOccurred())
		return string(code)
	}

	It("writes what the package petstore holds, and says that an operation lacks something", func(ctx SpecContext) {
		Expect(trefoil(ctx, "gen", "-package", "petstore", petstoreFile)).To(Equal(outcome{0, golden(), lacking}), "go generate ./apps/trefoil")
	})

	It("writes what the package styles holds, and leaves out only what the transport sets", func(ctx SpecContext) {
		code, err := os.ReadFile("internal/styles/styles.go")
		Expect(err).NotTo(HaveOccurred())

		said := trefoil(ctx, "gen", "-v", "-package", "styles", "internal/styles/styles.yaml")

		Expect(said.stdout).To(Equal(string(code)), "go generate ./apps/trefoil")
		Expect(strings.Count(said.stderr, "not expressed in full")).To(Equal(1), said.stderr)
		Expect(said.stderr).To(ContainSubstring("The header Content-Length is not sent: the transport sets it."))
	})

	It("needs a tenth of the 915 lines per 5 operations that a client needs", func() {
		lines, operations := strings.Count(golden(), "\n"), 19

		AddReportEntry("petstore", fmt.Sprintf("%d lines for %d operations: %.1f for 5", lines, operations, float64(lines)*5/float64(operations)))
		Expect(lines * 5 * 10).To(BeNumerically("<=", 915*operations))
	})

	It("writes a file, in a directory that it makes, and tells more with -v", func(ctx SpecContext) {
		file := filepath.Join(GinkgoT().TempDir(), "internal", "api", "api.go")

		said := trefoil(ctx, "gen", "-v", "-o", file, petstoreFile)

		Expect(said.status).To(BeZero())
		Expect(said.stdout).To(BeEmpty())
		Expect(said.stderr).To(HavePrefix("19 operations: 9 in 3 resources, 10 on their own; "))
		Expect(said.stderr).To(ContainSubstring("DELETE /pet/{petId}: not expressed in full: Not sent: the header api_key.\n"))
		Expect(os.ReadFile(file)).To(ContainSubstring("package api\n"))
	})

	It("keeps what it is told to", func(ctx SpecContext) {
		said := trefoil(ctx, "gen", "-tags", "store,user", "-operations", "getOrderById,deleteOrder", "-type", "Order=Purchase", "-prefix", "https://pets.test", petstoreFile)

		Expect(said.status).To(BeZero(), said.stderr)
		Expect(said.stdout).To(ContainSubstring("restclient.CreateResource[Purchase, int64, restclient.None](\"/store/order/:orderId\",\n\trestclient.WithURLPrefix(URLPrefix))"))
		Expect(said.stdout).NotTo(ContainSubstring("Pet struct"))
	})

	It("fetches a description", func(ctx SpecContext) {
		server := httptest.NewServer(http.FileServer(http.Dir(filepath.Dir(petstoreFile))))
		DeferCleanup(server.Close)

		Expect(trefoil(ctx, "gen", "-package", "petstore", server.URL+"/petstore.json")).To(Equal(outcome{0, golden(), lacking}))
	})

	It("ends with 3 for a description that has no operations", func(ctx SpecContext) {
		file := filepath.Join(folder(map[string]string{"api.yaml": "openapi: 3.1.0\ninfo: {title: T, version: '1'}\ncomponents: {schemas: {A: {type: object}}}\n"}), "api.yaml")

		Expect(trefoil(ctx, "gen", "-tags", "a", file)).To(Equal(outcome{3, "", "trefoil: " + file + ": the description has no operations: there is nothing to declare\n"}))
	})

	DescribeTable("says what it cannot do",
		func(ctx SpecContext, status int, message string, args ...string) {
			Expect(trefoil(ctx, append([]string{"gen"}, args...)...)).To(Equal(outcome{status, "", "trefoil: " + message + "\n"}))
		},
		Entry("without a description", 2, `expected "<spec>"`),
		Entry("with a file that is not there", 3, "ghost.yaml: there is no such file", "ghost.yaml"),
		Entry("with a file that is no description", 3, "go.mod:1:1: this is text; a Swagger 2.0 or OpenAPI 3.0, 3.1 or 3.2 description is expected", "go.mod"),
		Entry("with a wrong name of a package", 2, `restgen: "a b" is not the name of a package`, "-package", "a b", petstoreFile),
		Entry("with a tag that is not there", 2, `restgen: the description has no tag "ghost"`, "-tags", "ghost", petstoreFile),
		Entry("with a file that cannot be written", 3, "mkdir "+wd("go.mod")+": not a directory", "-o", "go.mod/api.go", petstoreFile),
		Entry("with packages, and no directory for them", 2, "name the directory of the packages, with --output", "-split", "tag", petstoreFile),
		Entry("with packages outside of a module", 2, "there is no go.mod at or above /: name the import path, with --import-path", "-split", "tag", "-o", "/", petstoreFile),
	)
})

// wd is the path of a file below the directory of the tests.
func wd(name string) string {
	dir, err := os.Getwd()
	if err != nil {
		panic(err)
	}
	return filepath.Join(dir, name)
}

var _ = Describe("Gen with a package for each tag", func() {
	// module is a directory in which the modules of Trefoil can be imported.
	module := func(name string) string {
		GinkgoHelper()
		modules, err := filepath.Abs("../../modules")
		Expect(err).NotTo(HaveOccurred())
		return folder(map[string]string{
			"go.mod":  "module " + name + "\n\ngo 1.26.0\n",
			"go.work": fmt.Sprintf("go 1.26.0\n\nuse (\n\t.\n\t%q\n\t%q\n)\n", filepath.Join(modules, "core"), filepath.Join(modules, "restclient")),
		})
	}
	names := func(dir string) (found []string) {
		GinkgoHelper()
		Expect(filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
			if name, _ := filepath.Rel(dir, path); err == nil && !d.IsDir() {
				found = append(found, filepath.ToSlash(name))
			}
			return err
		})).To(Succeed())
		return found
	}

	It("writes packages that build, below the import path of the module", func(ctx SpecContext) {
		dir := module("example.com/shop")
		out := filepath.Join(dir, "internal", "pets")

		Expect(trefoil(ctx, "gen", "-split", "tag", "-package", "pets", "-o", out, petstoreFile)).To(Equal(outcome{stderr: lacking}))

		Expect(names(out)).To(ConsistOf("pets.go", "pet/pet.go", "store/store.go", "user/user.go"))
		Expect(os.ReadFile(filepath.Join(out, "store/store.go"))).To(ContainSubstring("package store\n"))
		build := exec.CommandContext(ctx, "go", "vet", "./...")
		build.Dir, build.Env = dir, append(os.Environ(), "GOWORK=")
		text, err := build.CombinedOutput()
		Expect(err).NotTo(HaveOccurred(), string(text))
	})

	It("takes an import path that it is told", func(ctx SpecContext) {
		out := GinkgoT().TempDir()

		Expect(trefoil(ctx, "gen", "-split", "tag", "-import-path", "example.com/a/b", "-prefix", "https://pets.test", "-o", out, petstoreFile)).To(Equal(outcome{stderr: lacking}))

		Expect(os.ReadFile(filepath.Join(out, "store/store.go"))).To(ContainSubstring("\tapi \"example.com/a/b\"\n"))
	})

	It("removes what it has written for tags that are no more, and nothing else", func(ctx SpecContext) {
		out := folder(map[string]string{
			"old/old.go": "// Code generated by restgen from a test. DO NOT EDIT.\n\npackage old\n", "mine/mine.go": "package mine\n",
			"kept/kept.go": "// Code generated by restgen from a test. DO NOT EDIT.\n\npackage kept\n", "kept/more.go": "package kept\n",
		})

		Expect(trefoil(ctx, "gen", "-split", "tag", "-import-path", "example.com/a", "-tags", "store", "-o", out, petstoreFile)).To(Equal(outcome{}))

		Expect(names(out)).To(ConsistOf("api.go", "store/store.go", "mine/mine.go", "kept/more.go"))
		Expect(filepath.Join(out, "old")).NotTo(BeADirectory())
	})
})

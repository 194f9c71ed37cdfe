package main

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/trefoil/internal/finding"
)

// parts are a description in several files.
var parts = map[string]string{
	"api/openapi.yaml": "openapi: 3.1.0\ninfo: {title: Shop, version: '1'}\npaths:\n  /orders:\n    $ref: orders.yaml\n",
	"api/orders.yaml": "get:\n  operationId: listOrders\n  summary: Orders\n  parameters:\n    - {name: size, in: query, schema: {$ref: '../shared/types.json#/Size'}}\n" +
		"  responses:\n    '200': {description: Fine}\n",
	"shared/types.json": "{\n  \"Size\": {\"type\": \"integer\", \"default\": 20}\n}\n",
}

// whole is the same in one file.
const whole = `openapi: "3.1.0"
info:
  title: Shop
  version: "1"
paths:
  /orders:
    get:
      operationId: listOrders
      summary: Orders
      parameters:
        - name: size
          in: query
          schema:
            $ref: "#/components/schemas/Size"
      responses:
        "200":
          description: Fine
components:
  schemas:
    Size:
      type: integer
      default: 20
`

var _ = Describe("A description in several files", func() {
	var dir string

	BeforeEach(func() {
		dir = folder(parts)
		GinkgoT().Chdir(dir)
	})

	edit := func(name, text string) {
		GinkgoHelper()
		Expect(os.WriteFile(filepath.Join(dir, filepath.FromSlash(name)), []byte(text), 0o600)).To(Succeed())
	}

	It("is written as one, in YAML and in JSON", func(ctx SpecContext) {
		Expect(trefoil(ctx, "bundle", "api/openapi.yaml")).To(Equal(outcome{stdout: whole}))

		Expect(trefoil(ctx, "bundle", "-o", "made/one.json", "api/openapi.yaml")).To(Equal(outcome{}))
		Expect(trefoil(ctx, "bundle", "-o", "one.yaml", "made/one.json")).To(Equal(outcome{}))

		Expect(os.ReadFile("made/one.json")).To(HavePrefix("{\n  \"openapi\": \"3.1.0\",\n"))
		Expect(os.ReadFile("one.yaml")).To(BeEquivalentTo(whole))
	})

	It("is not whole without all of its files", func(ctx SpecContext) {
		Expect(os.Remove("shared/types.json")).To(Succeed())

		said := trefoil(ctx, "bundle", "-o", "one.yaml", "api/openapi.yaml")

		Expect(said).To(Equal(outcome{status: 1, stderr: "trefoil: api/orders.yaml, line 5, column 40: the reference \"../shared/types.json#/Size\" is not followed: there is no such file\n"}))
		Expect("one.yaml").To(BeAnExistingFile())
	})

	It("may lead anywhere below the current folder, or else below its own", func(ctx SpecContext) {
		Expect(trefoil(ctx, "bundle", filepath.Join(dir, "api", "openapi.yaml"))).To(Equal(outcome{stdout: whole}))
		GinkgoT().Chdir("api")

		said := trefoil(ctx, "bundle", "openapi.yaml")

		Expect(said.status).To(Equal(1))
		Expect(said.stderr).To(Equal("trefoil: orders.yaml, line 5, column 40: the reference \"../shared/types.json#/Size\" is not followed: it is outside of the folder that files are read from (.)\n"))
	})

	It("is checked in its files", func(ctx SpecContext) {
		edit("shared/types.json", "{\n  \"Size\": {\"type\": \"integer\",\n    \"default\": \"x\"}\n}\n")

		said := trefoil(ctx, "check", "api/openapi.yaml")

		Expect(said.status).To(Equal(1))
		Expect(said.stdout).To(HavePrefix("shared/types.json:3:5: error: the schema refuses it: the value is a string, not an integer (default)\n"))
		var r finding.Report
		Expect(json.Unmarshal([]byte(trefoil(ctx, "check", "-format=json", "api/openapi.yaml").stdout), &r)).To(Succeed())
		Expect(r.Findings[0]).To(HaveField("Pointer", "/components/schemas/Size/default"))
	})

	It("is checked by the rules of others in its files", func(ctx SpecContext) {
		said := trefoil(ctx, "check", "-rules=all", "api/openapi.yaml")

		Expect(said.stdout).To(ContainSubstring("api/orders.yaml:"))
	})

	It("is compared in its files, and with those of a revision", func(ctx SpecContext) {
		repository(ctx, dir, parts)
		edit("shared/types.json", "{\n  \"Size\": {\"type\": \"integer\", \"maximum\": 50}\n}\n")

		said := trefoil(ctx, "diff", "HEAD:api/openapi.yaml", "api/openapi.yaml")

		Expect(said.status).To(Equal(1))
		Expect(said.stdout).To(ContainSubstring("shared/types.json:2:11: error: GET /orders: "))
		GinkgoT().Chdir("api")
		Expect(trefoil(ctx, "diff", "HEAD:./openapi.yaml", "HEAD:api/openapi.yaml").stdout).To(HaveSuffix("0 errors, 0 warnings, 0 notes\n"))
	})

	It("is as old as the file that was changed last", func(ctx SpecContext) {
		repository(ctx, dir, parts)
		later := func(text string) {
			GinkgoHelper()
			edit("api/orders.yaml", text)
			command := exec.CommandContext(ctx, "git", "-C", dir, "-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false", "commit", "-aqm", "second")
			command.Env = append(os.Environ(), "GIT_COMMITTER_DATE=2026-05-06T07:08:09Z")
			out, err := command.CombinedOutput()
			Expect(err).NotTo(HaveOccurred(), string(out))
		}
		later("get: {operationId: orders, summary: Orders, responses: {'200': {description: Fine}}}\n")

		Expect(trefoil(ctx, "export", "-o", "out", "-earlier", "HEAD~1:api/openapi.yaml", "api/openapi.yaml").status).To(BeZero())

		Expect(os.ReadFile("out/changes.html")).To(And(ContainSubstring(`datetime="2026-05-06`), ContainSubstring(`datetime="2026-01-02`)))
	})

	It("is read from a server, too", func(ctx SpecContext) {
		server := httptest.NewServer(http.FileServer(http.Dir(dir)))
		DeferCleanup(server.Close)
		edit("api/types.json", parts["shared/types.json"])
		edit("api/orders.yaml", "get: {responses: {'200': {$ref: './more.yaml'}}, parameters: [{$ref: types.json#/none}, {$ref: ../shared/types.json}]}\n")

		said := trefoil(ctx, "bundle", server.URL+"/api/openapi.yaml")

		Expect(said.status).To(Equal(1))
		Expect(said.stderr).To(And(
			ContainSubstring(`the reference "./more.yaml" is not followed: the server answered 404 Not Found`),
			ContainSubstring(`types.json has no such part`),
			ContainSubstring(`the reference "../shared/types.json" is not followed: it is outside of the folder that files are read from (`+server.URL+"/api/)")))
	})

	It("is followed as any of its files changes", func(ctx SpecContext) {
		address := serving(ctx, "serve", "api/openapi.yaml")
		Eventually(get).WithContext(ctx).WithArguments(address + "operations/listOrders").Should(HaveField("Body", ContainSubstring("Orders")))

		edit("api/orders.yaml", "get: {operationId: listOrders, summary: All that was ordered, responses: {'200': {description: Fine}}}\n")

		Eventually(get).WithContext(ctx).WithArguments(address + "operations/listOrders").WithTimeout(10 * time.Second).Should(HaveField("Body", ContainSubstring("All that was ordered")))
	})
})

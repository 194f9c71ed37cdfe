package main

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

const petstoreFile = "../../modules/viewer/openapi/testdata/petstore.json"

var _ = Describe("Restgen", func() {
	var stdout, stderr bytes.Buffer

	BeforeEach(func() {
		stdout.Reset()
		stderr.Reset()
	})

	golden := func() string {
		code, err := os.ReadFile("internal/petstore/petstore.go")
		Expect(err).NotTo(HaveOccurred())
		return string(code)
	}

	It("writes what the package petstore holds", func(ctx SpecContext) {
		status := run(ctx, []string{"-package", "petstore", petstoreFile}, &stdout, &stderr)

		Expect(stderr.String()).To(BeEmpty())
		Expect(status).To(Equal(0))
		Expect(stdout.String()).To(Equal(golden()), "go generate ./apps/restgen")
	})

	It("needs a tenth of the 915 lines per 5 operations that a client needs", func() {
		lines, operations := strings.Count(golden(), "\n"), 19

		AddReportEntry("petstore", fmt.Sprintf("%d lines for %d operations: %.1f for 5", lines, operations, float64(lines)*5/float64(operations)))
		Expect(lines * 5 * 10).To(BeNumerically("<=", 915*operations))
	})

	It("writes declarations without a fault", func(ctx SpecContext) {
		Expect(run(ctx, []string{"-package", "main", petstoreFile}, &stdout, &stderr)).To(Equal(0))

		vet(ctx, stdout.String())
		Expect(check(ctx, stdout.String())).To(Equal(13))
	})

	It("writes a file, and tells more with -v", func(ctx SpecContext) {
		file := filepath.Join(GinkgoT().TempDir(), "api.go")

		Expect(run(ctx, []string{"-v", "-o", file, petstoreFile}, &stdout, &stderr)).To(Equal(0))

		Expect(stdout.String()).To(BeEmpty())
		Expect(stderr.String()).To(HavePrefix("19 operations: 9 in 3 resources, 10 on their own; "))
		Expect(stderr.String()).To(ContainSubstring("DELETE /pet/{petId}: not expressed in full: The header api_key is not sent.\n"))
		code, err := os.ReadFile(file)
		Expect(err).NotTo(HaveOccurred())
		Expect(string(code)).To(ContainSubstring("package api\n"))
	})

	It("keeps what it is told to", func(ctx SpecContext) {
		Expect(run(ctx, []string{"-tags", "store", "-type", "Order=Purchase", "-prefix", "https://pets.test", petstoreFile}, &stdout, &stderr)).To(Equal(0))

		Expect(stdout.String()).To(ContainSubstring("restclient.CreateResource[Purchase, int64, restclient.None](\"/store/order/:orderId\",\n\trestclient.WithURLPrefix(URLPrefix))"))
		Expect(stdout.String()).NotTo(ContainSubstring("Pet struct"))
	})

	It("fetches a description", func(ctx SpecContext) {
		server := httptest.NewServer(http.FileServer(http.Dir(filepath.Dir(petstoreFile))))
		DeferCleanup(server.Close)

		Expect(run(ctx, []string{"-package", "petstore", server.URL + "/petstore.json"}, &stdout, &stderr)).To(Equal(0))

		Expect(stdout.String()).To(Equal(golden()))
	})

	DescribeTable("says where it failed and what to do",
		func(args []string, status int, message string) {
			Expect(run(context.Background(), args, &stdout, &stderr)).To(Equal(status))

			Expect(stdout.String()).To(BeEmpty())
			Expect(stderr.String()).To(Equal(message + "\n"))
		},
		Entry("without a description", nil, 2, "restgen: name one description, a file or a URL: have 0 arguments"),
		Entry("with two", []string{"a", "b"}, 2, "restgen: name one description, a file or a URL: have 2 arguments"),
		Entry("with a file that is not there", []string{"ghost.yaml"}, 1, "restgen: ghost.yaml: there is no such file"),
		Entry("with a file that is no description", []string{"go.mod"}, 1, "restgen: go.mod:1:1: this is text; a Swagger 2.0 or OpenAPI 3.0, 3.1 or 3.2 description is expected"),
		Entry("with a package that is none", []string{"-package", "a b", petstoreFile}, 1, `restgen: "a b" is not the name of a package`),
		Entry("with a tag that is not there", []string{"-tags", "ghost", petstoreFile}, 1, `restgen: the description has no tag "ghost"`),
		Entry("with a file that cannot be written", []string{"-o", "ghost/api.go", petstoreFile}, 1, "restgen: open ghost/api.go: no such file or directory"),
	)

	DescribeTable("explains itself",
		func(args []string, status int, message string) {
			Expect(run(context.Background(), args, &stdout, &stderr)).To(Equal(status))

			Expect(stderr.String()).To(ContainSubstring("restgen [flags] FILE_OR_URL\n"))
			Expect(stderr.String()).To(ContainSubstring(message))
		},
		Entry("when asked", []string{"-h"}, 0, "-package name"),
		Entry("for a flag that it does not have", []string{"-x"}, 2, "restgen: flag provided but not defined: -x\n"),
		Entry("for a type without a name", []string{"-type", "Pet", petstoreFile}, 2, "write schema=Name"),
	)
})

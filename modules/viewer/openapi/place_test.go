package openapi_test

import (
	"context"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

var _ = DescribeTable("Places are",
	func(text, pointer string, line, column int) {
		doc, err := openapi.FromContent(text).Load(context.Background())
		Expect(err).NotTo(HaveOccurred())

		Expect(openapi.Places(doc.Text, []string{"", pointer})).To(Equal([]openapi.Place{{Line: 1, Column: 1}, {Line: line, Column: column}}))
	},
	Entry("that of the name of a member, in YAML", "openapi: 3.1.0\npaths:\n  /a:\n    get: {}\n", "/paths/~1a/get", 4, 5),
	Entry("the same in JSON", "{\"openapi\": \"3.1.0\",\n \"paths\": {\"/a\":\n {}}}", "/paths/~1a", 2, 12),
	Entry("that of a member behind letters of several bytes", "openapi: 3.1.0\npaths: {\"/ä\": {get: {}}}\n", "/paths/~1ä/get", 2, len(`paths: {"/ä": {`)+1),
	Entry("that of an item", "openapi: 3.1.0\ntags:\n  - name: a\n  - name: b\n", "/tags/1", 4, 5),
	Entry("that of a member behind an alias", "openapi: 3.1.0\nx-a: &a\n  k: 1\nx-b: *a\n", "/x-b/k", 3, 3),
	Entry("the nearest one to what is not there", "openapi: 3.1.0\npaths:\n  /a:\n    get: {}\n", "/paths/~1a/get/security/0", 4, 5),
	Entry("the nearest one to an item that is not there", "openapi: 3.1.0\ntags:\n  - name: a\n", "/tags/7/name", 2, 1),
)

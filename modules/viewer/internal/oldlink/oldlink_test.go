package oldlink_test

import (
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/oldlink"
)

var doc = apidoc.New(apidoc.Outline{
	Tags: []apidoc.Tag{{Name: "pet"}, {Name: "Pet Care", DisplayName: "Caring"}},
	Operations: []apidoc.OperationSummary{
		{ID: "addPet", Method: "POST", Path: "/pet", Tags: []string{"pet"}},
		{ID: "getPetById", Method: "GET", Path: "/pet/{petId}", Tags: []string{"pet", "Pet Care"}},
		{Method: "DELETE", Path: "/pet/{petId}", Tags: []string{"Pet Care"}},
		{Method: "GET", Path: "/health"},
	},
	Webhooks: []apidoc.OperationSummary{{ID: "born", Method: "POST", Path: "petBorn"}},
	Models:   []apidoc.ModelSummary{{Name: "Pet"}, {Name: "Foo"}, {Name: "foo"}, {Name: "Größe"}},
}, apidoc.Memory{}, apidoc.Text{})

var _ = DescribeTable("An old fragment leads to its page:",
	func(fragment, want string) {
		got, ok := oldlink.New(doc, oldlink.Options{}).Resolve(fragment)

		Expect(got).To(Equal(want))
		Expect(ok).To(Equal(want != ""))
	},
	Entry("Scalar 1.23, an operation", "#tag/pet/get/pet/{petId}", "operations/getPetById"),
	Entry("Scalar 1.72, an operation", "#tag/pet/GET/pet/{petId}", "operations/getPetById"),
	Entry("as a browser escapes it", "#tag/pet/GET/pet/%7BpetId%7D", "operations/getPetById"),
	Entry("below its second tag", "#tag/pet-care/get/pet/{petId}", "operations/getPetById"),
	Entry("below the displayed name of its tag", "#tag/caring/get/pet/{petId}", "operations/getPetById"),
	Entry("an operation without a tag", "#tag/default/get/health", "operations/GET-health"),
	Entry("an operation without a tag, Scalar 1.72", "#GET/health", "operations/GET-health"),
	Entry("a tag", "#tag/pet-care", "tags/Pet-Care"),
	Entry("Scalar 1.23, a model", "#model/pet", "models/Pet"),
	Entry("Scalar 1.72, a model", "#model/Pet", "models/Pet"),
	Entry("of two models that differ in case alone, the first", "#model/Foo", "models/Foo"),
	Entry("of two models that differ in case alone, the second", "#model/foo", "models/foo-2"),
	Entry("a model with other letters", "#model/gr%C3%B6%C3%9Fe", "models/Gr%C3%B6%C3%9Fe"),
	Entry("the models", "#models", "models/"),
	Entry("Scalar 1.23, a webhook", "#webhook/petBorn/post", "webhooks/born"),
	Entry("Scalar 1.72, a webhook", "#webhook/POST/petBorn", "webhooks/born"),
	Entry("Swagger UI, an operation", "#/pet/addPet", "operations/addPet"),
	Entry("Swagger UI, a tag with a space", "#/Pet_Care/getPetById", "operations/getPetById"),
	Entry("Swagger UI, an operation without operationId", "#/Pet%20Care/delete_pet__petId_", "operations/DELETE-pet-petId"),
	Entry("Swagger UI, a tag", "#/pet", "tags/pet"),
	Entry("Redoc, an operation", "#operation/addPet", "operations/addPet"),
	Entry("Redoc, an operation below its tag", "#tag/pet/operation/addPet", "operations/addPet"),
	Entry("Redoc, an operation without operationId", "#tag/pet/paths/~1pet/post", "operations/addPet"),
	Entry("Redoc, a schema", "#schema/Pet", "models/Pet"),
	Entry("Elements, an operation", "#/operations/addPet", "operations/addPet"),
	Entry("Elements, a schema", "#/schemas/Pet", "models/Pet"),
	Entry("RapiDoc, an operation", "#get-/pet/{petId}", "operations/getPetById"),
	Entry("nothing", "#", ""),
	Entry("what there is not", "#tag/pet/put/pet", ""),
	Entry("what is broken", "#tag/%zz", ""),
	Entry("what is far too long", "#/pet/"+strings.Repeat("x", 1<<20), ""),
)

var _ = Describe("An index without models", func() {
	It("leads to none of them", func() {
		index := oldlink.New(doc, oldlink.Options{HideModels: true})

		_, ok := index.Resolve("#model/pet")

		Expect(ok).To(BeFalse())
		Expect(index.Map()).NotTo(ContainElement(HavePrefix("models/")))
		Expect(index.Map()).To(HaveKeyWithValue("tag/pet/get/pet/petid", "operations/getPetById"))
	})
})

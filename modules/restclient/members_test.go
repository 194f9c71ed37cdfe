package restclient_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient"
)

// untagged is an entity without names for its members.
type untagged struct {
	ID    int
	Title string
}

func (u untagged) PK() int { return u.ID }

// single is an entity of which there is one.
type single struct {
	Title string `json:"title"`
	Count int    `json:"count"`
}

func (single) PK() string { return "one" }

var _ = Describe("An answer whose members are named otherwise than the fields of the entity", func() {
	DescribeTable("is an error that says both names",
		func(ctx SpecContext, call func(*restclient.Client) error, body, message string) {
			server := newRecorder()
			server.answers(200, "application/json", body)

			err := call(start(server))

			Expect(err).To(HaveField("Kind", restclient.KindSchema))
			Expect(err).To(MatchError(HaveSuffix(message)))
		},
		Entry("a key in another case", readOf(restclient.EntityOf[untagged]()), `{"id":1,"title":"a"}`,
			`restclient_test.untagged without a primary key: field "ID" is missing, and the member "id" differs from it by case: tag the field json:"id"`),
		Entry("a key in another case, in a list", readOf(restclient.ListOf[untagged]()), `[{"ID":1},{"id":2}]`,
			`item 1: restclient_test.untagged without a primary key: field "ID" is missing, and the member "id" differs from it by case: tag the field json:"id"`),
		Entry("a key in another case, in a map", readOf(restclient.ObjectOf[restclient.Map[untagged]](restclient.EntityOf[untagged]())), `{"a":{"iD":1}}`,
			`field "ID" is missing, and the member "iD" differs from it by case: tag the field json:"iD"`),
		Entry("no member at all that fits", readOf(restclient.EntityOf[single]()), `{"data":{"title":"a"},"Count":1}`,
			`restclient_test.single has none of the members ["data" "Count"]: it has [count title], and names are compared with case`),
	)

	It("is none when there are no members, or some that fit", func(ctx SpecContext) {
		server := newRecorder()
		read := readOf(restclient.EntityOf[single]())
		for _, body := range []string{`{}`, `{"title":"a","Count":1}`} {
			server.answers(200, "application/json", body)
			Expect(read(start(server))).To(Succeed(), body)
		}
	})
})

// readOf reads an answer of a schema.
func readOf[R any](schema restclient.Schema[R]) func(*restclient.Client) error {
	return func(client *restclient.Client) error {
		read := restclient.RestEndpoint[restclient.None, R]("/x", apiPrefix, restclient.WithSchema(schema))
		_, err := restclient.Fetch(client.Context(GinkgoT().Context()), read, restclient.None{})
		return err
	}
}

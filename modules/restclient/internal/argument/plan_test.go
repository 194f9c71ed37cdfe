package argument_test

import (
	"reflect"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/argument"
	"github.com/trefoil-go/trefoil/modules/restclient/pathtemplate"
)

type memberKey struct {
	Group string `path:"group"`
	ID    int    `path:"id"`
}

type page struct {
	Page *int `query:"page"`
}

type filter struct {
	page
	Tags   []string  `query:"tag"`
	Done   bool      `query:"done"`
	Text   string    `query:"text"`
	Since  time.Time `query:"since,omitempty"`
	Order  string    `query:"orderBy,omitempty"`
	Locale string    `query:"locale,omitempty,nofilter"`
	Ratio  float64   `query:"ratio,omitempty"`
}

func compile(v any, template string) (*argument.Plan, error) {
	return argument.Compile(reflect.TypeOf(v), pathtemplate.MustParse(template))
}

var _ = Describe("A plan", func() {
	DescribeTable("writes arguments into a query",
		func(v any, template, query string) {
			plan, err := compile(v, template)
			Expect(err).NotTo(HaveOccurred())

			bound, err := plan.Bind(reflect.ValueOf(v))

			Expect(err).NotTo(HaveOccurred())
			Expect(bound.Encode()).To(Equal(query))
		},
		Entry("none without fields (B6)", struct{}{}, "/x", ""),
		Entry("nil left out, empty strings and booleans kept (B6)", filter{}, "/x", "done=false&text="),
		Entry("arrays repeated, names sorted", filter{Tags: []string{"b", "a"}, Text: "x y"}, "/x", "done=false&tag=b&tag=a&text=x+y"),
		Entry("pointers followed", filter{page: page{new(0)}}, "/x", "done=false&page=0&text="),
		Entry("text marshalers asked", filter{Since: time.Unix(0, 0).UTC()}, "/x", "done=false&since=1970-01-01T00%3A00%3A00Z&text="),
		Entry("numbers in full", filter{Ratio: 1e6}, "/x", "done=false&ratio=1000000&text="),
	)

	It("writes path parameters", func() {
		plan, err := compile(memberKey{}, "/groups/:group/users/:id")
		Expect(err).NotTo(HaveOccurred())

		bound, err := plan.Bind(reflect.ValueOf(memberKey{"ops", 7}))

		Expect(err).NotTo(HaveOccurred())
		Expect(bound.Path).To(Equal(pathtemplate.Values{"group": {"ops"}, "id": {"7"}}))
	})

	It("tells which values do not restrict a list", func() {
		plan, err := compile(filter{}, "/x")
		Expect(err).NotTo(HaveOccurred())

		bound, err := plan.Bind(reflect.ValueOf(filter{Order: "title", Locale: "de", page: page{new(2)}}))

		Expect(err).NotTo(HaveOccurred())
		Expect(bound.Values("page")).To(Equal([]argument.Value{
			{Name: "done", Value: "false"},
			{Name: "locale", Value: "de", Open: true},
			{Name: "orderBy", Value: "title", Open: true},
			{Name: "text", Value: ""},
		}))
	})

	DescribeTable("is refused for",
		func(v any, template, message string) {
			_, err := compile(v, template)

			Expect(err).To(MatchError(ContainSubstring(message)))
		},
		Entry("a scalar without a parameter", 1, "/x", "is one value, but the path has 0 parameters"),
		Entry("a scalar for two parameters", 1, "/:a/:b", "is one value, but the path has 2 parameters"),
		Entry("many values for one parameter", []string{}, "/:a", `has many values, but "a" takes one`),
		Entry("a map", map[string]string{}, "/:a", "use a scalar for one path parameter, a tagged struct otherwise"),
		Entry("a field without a tag", struct{ A int }{}, "/x", "field A: needs a tag"),
		Entry("a tag that the path lacks", struct {
			A int `path:"b"`
		}{}, "/:a", `the path /:a has no parameter "b"`),
		Entry("a parameter that no field has", struct {
			A int `path:"a"`
		}{}, "/:a/:b", "has no field tagged `path:\"b\"`"),
		Entry("a kind that a URL cannot hold", struct {
			A chan int `query:"a"`
		}{}, "/x", "cannot be written into a URL"),
		Entry("an unknown option", struct {
			A int `query:"a,omitzero"`
		}{}, "/x", `unknown option "omitzero"`),
		Entry("a name that is bound twice", struct {
			A int `query:"a"`
			B int `query:"a"`
		}{}, "/x", `"a" is bound twice`),
	)
})

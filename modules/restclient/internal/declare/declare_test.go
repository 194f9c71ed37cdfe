package declare_test

import (
	"reflect"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/declare"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
	"github.com/trefoil-go/trefoil/modules/restclient/pathtemplate"
)

type filter struct {
	UserID int    `query:"userId,omitempty"`
	Page   string `query:"page,omitempty"`
	Tenant string `header:"X-Tenant,omitempty"`
}

var _ = Describe("An endpoint", func() {
	bound := func(path string, args, key reflect.Type, list bool) *declare.Endpoint {
		template, err := pathtemplate.Parse(path)
		Expect(err).NotTo(HaveOccurred())
		e := &declare.Endpoint{Settings: declare.Settings{Name: "test", Method: "GET", Cursor: "page"}, Args: args}
		if !list {
			e.Cursor = ""
		}
		Expect(e.Bind(template, key, list)).To(Succeed())
		return e
	}

	called := func(e *declare.Endpoint, base string, args any) (c declare.Call, err error) {
		err = e.Write(&c, base, args)
		return c, err
	}

	It("names a list without the base and without what selects a page", func() {
		e := bound("/todos", reflect.TypeFor[filter](), nil, true)

		c, err := called(e, "https://api.example.com", &filter{UserID: 1, Page: "2"})
		Expect(err).NotTo(HaveOccurred())

		Expect(c.URL).To(Equal("https://api.example.com/todos?page=2&userId=1"))
		Expect(c.ID).To(Equal("GET " + c.URL))
		Expect(c.List).To(Equal(store.ListKey{Collection: "/todos", Text: "/todos?userId=1", Args: []store.Arg{{Name: "userId", Value: "1"}}}))
		key, ok := e.ListKey(&filter{UserID: 1})
		Expect(ok).To(BeTrue())
		Expect(key).To(Equal(c.List))
		name, ok := e.PageIn(c.Args)
		Expect(ok).To(BeTrue())
		Expect(name).To(Equal("page"))
	})

	It("tells calls with other headers apart, without telling them", func() {
		e := bound("/todos", reflect.TypeFor[filter](), nil, true)

		one, err := called(e, "https://api.example.com", &filter{Tenant: "secret"})
		Expect(err).NotTo(HaveOccurred())
		other, err := called(e, "https://api.example.com", &filter{})
		Expect(err).NotTo(HaveOccurred())

		Expect(one.URL).To(Equal(other.URL))
		Expect(one.ID).NotTo(Equal(other.ID))
		Expect(one.ID).NotTo(ContainSubstring("secret"))
		Expect(one.List.Text).NotTo(Equal(other.List.Text))
	})

	It("finds the primary key in the arguments", func() {
		e, id := bound("/todos/:id", reflect.TypeFor[int](), reflect.TypeFor[int](), false), 5

		c, err := called(e, "https://api.example.com", &id)

		Expect(err).NotTo(HaveOccurred())
		Expect(c.Key).To(Equal(5))
		Expect(c.List).To(BeZero())
	})

	It("has no call without a base, and says where that was to go", func() {
		e, id := bound("/todos/:id", reflect.TypeFor[int](), nil, false), 5

		c, err := called(e, "", &id)

		Expect(err).To(MatchError(ContainSubstring("the URL is not absolute")))
		Expect(c.URL).To(Equal("/todos/5"))
	})

	It("has calls without a URL when it has no path", func() {
		e := declare.Endpoint{Settings: declare.Settings{Name: "all"}}

		c, err := called(&e, "https://api.example.com", &struct{}{})

		Expect(err).NotTo(HaveOccurred())
		Expect(c).To(HaveField("Op", "all"))
		Expect(c.URL).To(BeEmpty())
	})
})

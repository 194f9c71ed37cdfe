package restgen_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

// dictOf is an object whose members are all of one kind.
func dictOf(s *apidoc.Schema) *apidoc.Schema {
	return &apidoc.Schema{Types: []string{"object"}, AdditionalProperties: s}
}

func orNull(s *apidoc.Schema) *apidoc.Schema {
	return &apidoc.Schema{OneOf: []*apidoc.Schema{s, typed("null", "")}}
}

// entity adds a schema with a key, and the operation that reads it by that.
func (d *description) entity(name string, properties ...apidoc.Property) *description {
	id := required("id", typed("integer", ""))
	return d.schema(name, object(append([]apidoc.Property{id}, properties...)...)).
		call("get"+name, "GET", "/"+name+"/{id}", nil, ref(name), inPath("id", typed("integer", "")))
}

// library describes entities inside others, in all the ways there are.
func library() *description {
	return describe().
		entity("Book", required("author", ref("Person")), optional("editor", ref("Person")), optional("readers", arrayOf(ref("Person"))),
			optional("byRole", dictOf(arrayOf(ref("Person")))), optional("imprint", ref("Imprint"))).
		entity("Person", optional("books", arrayOf(ref("Book"))), optional("friend", ref("Person"))).
		entity("Firm", optional("owner", orNull(ref("Person")))).
		schema("Imprint", object(optional("firm", ref("Firm")), optional("cover", ref("Book")), optional("of", ref("Imprint")))).
		schema("Page", object(required("items", arrayOf(ref("Book"))), optional("next", typed("string", "")))).
		call("listBooks", "GET", "/Book", nil, ref("Page")).
		call("listPeople", "GET", "/Person", nil, arrayOf(ref("Person"))).
		call("staff", "GET", "/staff", nil, dictOf(ref("Person"))).
		call("owner", "GET", "/owner", nil, orNull(ref("Person"))).
		call("first", "GET", "/shelf/{shelf}/first", nil, ref("Book"), inPath("shelf", typed("integer", ""))).
		call("imprints", "GET", "/imprints", nil, arrayOf(ref("Imprint"))).
		call("print", "POST", "/print", ref("Imprint"), ref("Imprint"))
}

var _ = Describe("Entities inside an entity", func() {
	// book has one property, beside people and what else there is.
	book := func(p apidoc.Property) string {
		return generate(describe().schema("Note", object(optional("by", ref("Person")))).entity("Person").entity("Book", p))
	}

	DescribeTable("are declared, and those that may be absent are pointers,",
		func(p apidoc.Property, field string) {
			code := book(p)

			Expect(code).To(ContainSubstring("type Book struct {\nID int `json:\"id,omitzero\"`\n" + field + "\n}"))
			Expect(code).To(ContainSubstring("func (e Book) PK() int { return e.ID }\n\n// Nested returns the entities inside.\n" +
				"func (Book) Nested() []restclient.Nested {\nreturn []restclient.Nested{restclient.EntityOf[Person]()}\n}\n"))
			Expect(code).NotTo(ContainSubstring("func (Person) Nested"))
		},
		Entry("as a value", required("by", ref("Person")), "By Person `json:\"by\"`"),
		Entry("as a value that is optional", optional("by", ref("Person")), "By *Person `json:\"by,omitzero\"`"),
		Entry("as a value that may be null", required("by", orNull(ref("Person"))), "By *Person `json:\"by\"`"),
		Entry("in a list", optional("by", arrayOf(ref("Person"))), "By []Person `json:\"by,omitzero\"`"),
		Entry("in a map of lists", required("by", dictOf(arrayOf(ref("Person")))), "By map[string][]Person `json:\"by\"`"),
		Entry("in a struct that is no entity", required("note", ref("Note")), "Note Note `json:\"note\"`"),
		Entry("in a list of such structs", required("notes", arrayOf(ref("Note"))), "Notes []Note `json:\"notes\"`"),
	)

	It("are not declared where another one holds them", func() {
		code := generate(describe().entity("Book", required("by", ref("Person"))).entity("Person", required("at", ref("Firm"))).entity("Firm"))

		Expect(code).To(ContainSubstring("func (Book) Nested() []restclient.Nested {\nreturn []restclient.Nested{restclient.EntityOf[Person]()}\n}"))
		Expect(code).To(ContainSubstring("func (Person) Nested() []restclient.Nested {\nreturn []restclient.Nested{restclient.EntityOf[Firm]()}\n}"))
		Expect(code).NotTo(ContainSubstring("func (Firm) Nested"))
	})

	It("are declared once each, in the order of the fields, one to a line where they are many", func() {
		d := describe().entity("A").entity("B").entity("C").entity("D").
			entity("All", required("d", ref("D")), required("c", arrayOf(ref("C"))), required("b", ref("B")), required("c2", ref("C")), required("a", ref("A")))

		Expect(generate(d)).To(ContainSubstring("func (All) Nested() []restclient.Nested {\nreturn []restclient.Nested{\n" +
			"restclient.EntityOf[D](),\nrestclient.EntityOf[C](),\nrestclient.EntityOf[B](),\nrestclient.EntityOf[A](),\n}\n}"))
	})

	It("leave the name of the method free", func() {
		Expect(generate(describe().entity("Book", required("nested", ref("Book"))))).To(ContainSubstring("Nested2 restclient.Ref[Book] `json:\"nested\"`"))
	})
})

var _ = Describe("An entity that would hold itself", func() {
	DescribeTable("has a Ref",
		func(p apidoc.Property, field string) {
			code := generate(describe().schema("Note", object(optional("under", ref("Post")), optional("above", ref("Note")))).entity("Post", p))

			Expect(code).To(ContainSubstring(field))
			Expect(code).To(ContainSubstring("func (Post) Nested() []restclient.Nested {\nreturn []restclient.Nested{restclient.EntityOf[Post]()}\n}"))
		},
		Entry("for a value", required("parent", ref("Post")), "Parent restclient.Ref[Post] `json:\"parent\"`"),
		Entry("for a value that may be absent", optional("parent", ref("Post")), "Parent restclient.Ref[Post] `json:\"parent,omitzero\"`"),
		Entry("for a value that may be null", required("parent", orNull(ref("Post"))), "Parent restclient.Ref[Post] `json:\"parent\"`"),
		Entry("in a list", required("replies", arrayOf(ref("Post"))), "Replies []restclient.Ref[Post] `json:\"replies\"`"),
		Entry("in a list of what may be null", required("replies", arrayOf(orNull(ref("Post")))), "Replies []restclient.Ref[Post] `json:\"replies\"`"),
		Entry("in a map of lists", required("replies", dictOf(arrayOf(ref("Post")))), "Replies map[string][]restclient.Ref[Post] `json:\"replies\"`"),
		Entry("in the struct between", required("note", ref("Note")), "type Note struct {\nUnder restclient.Ref[Post] `json:\"under,omitzero\"`\nAbove *Note `json:\"above,omitzero\"`\n}"),
	)

	It("has it where the circle closes, seen from the first entity of the description", func() {
		d := describe().
			entity("A", required("b", ref("B"))).
			entity("B", required("c", ref("C")), required("d", ref("D"))).
			entity("C", required("a", ref("A")), required("d", ref("D")), required("b", arrayOf(ref("B")))).
			entity("D")

		code := generate(d)

		Expect(code).To(ContainSubstring("B B `json:\"b\"`\n}"))
		Expect(code).To(ContainSubstring("C C `json:\"c\"`\nD D `json:\"d\"`\n}"))
		Expect(code).To(ContainSubstring("A restclient.Ref[A] `json:\"a\"`\nD D `json:\"d\"`\nB []restclient.Ref[B] `json:\"b\"`\n}"))
		Expect(code).To(ContainSubstring("return []restclient.Nested{restclient.EntityOf[A](), restclient.EntityOf[D](), restclient.EntityOf[B]()}"))
	})

	It("is itself in results that name the same list", func() {
		d := describe().schema("Posts", arrayOf(ref("Post"))).entity("Post", optional("replies", ref("Posts"))).
			call("list", "GET", "/posts", nil, ref("Posts"))

		code := generate(d)

		Expect(code).To(ContainSubstring("Replies []restclient.Ref[Post]"))
		Expect(code).To(ContainSubstring("var List = restclient.RestEndpoint[restclient.None, restclient.List[Post]](\"/posts\","))
	})
})

var _ = Describe("A result with entities in it", func() {
	DescribeTable("stores them",
		func(result *apidoc.Schema, declared string) {
			d := describe().schema("Note", object(required("by", ref("Person")), optional("in", ref("Book")))).
				schema("Page", object(required("items", arrayOf(ref("Person"))), required("next", typed("string", "")))).
				entity("Book").entity("Person").
				call("do", "GET", "/do", nil, result)

			Expect(generate(d)).To(ContainSubstring("var Do = restclient.RestEndpoint[restclient.None, " + declared + ")\n"))
		},
		Entry("of a page", ref("Page"), "Page](\"/do\",\nrestclient.WithSchema(restclient.ObjectOf[Page](restclient.EntityOf[Person]()))"),
		Entry("of an object", ref("Note"), "Note](\"/do\",\nrestclient.WithSchema(restclient.ObjectOf[Note](restclient.EntityOf[Person](), restclient.EntityOf[Book]()))"),
		Entry("of a list of objects", arrayOf(ref("Note")), "[]Note](\"/do\",\nrestclient.WithSchema(restclient.ObjectOf[[]Note](restclient.EntityOf[Person](), restclient.EntityOf[Book]()))"),
		Entry("of a map", dictOf(ref("Person")), "map[string]Person](\"/do\",\nrestclient.WithSchema(restclient.ObjectOf[map[string]Person](restclient.EntityOf[Person]()))"),
		Entry("that may be null", orNull(ref("Person")), "*Person](\"/do\",\nrestclient.WithSchema(restclient.ObjectOf[*Person](restclient.EntityOf[Person]()))"),
		Entry("or stays plain without", dictOf(number), "map[string]int64](\"/do\""),
	)

	It("has a List where an object is nothing but the result of operations", func() {
		page := object(required("items", arrayOf(ref("Person"))), optional("more", orNull(arrayOf(ref("Person")))), optional("names", arrayOf(typed("string", ""))))
		d := describe().schema("Page", page).entity("Person").call("do", "GET", "/do", nil, ref("Page"))

		Expect(generate(d)).To(ContainSubstring("type Page struct {\nItems restclient.List[Person] `json:\"items\"`\n" +
			"More restclient.List[Person] `json:\"more,omitzero\"`\nNames []string `json:\"names,omitzero\"`\n}"))
	})

	DescribeTable("has slices where the object is",
		func(use func(*description)) {
			d := describe().schema("Page", object(required("items", arrayOf(ref("Person"))))).entity("Person").call("do", "GET", "/do", nil, ref("Page"))
			use(d)

			Expect(generate(d)).To(ContainSubstring("type Page struct {\nItems []Person `json:\"items\"`\n}"))
		},
		Entry("sent, too", func(d *description) { d.call("send", "POST", "/send", ref("Page"), nil) }),
		Entry("a part of something else, too", func(d *description) {
			d.schema("Book", object(required("pages", arrayOf(ref("Page"))))).call("book", "GET", "/book", nil, ref("Book"))
		}),
		Entry("in a list, too", func(d *description) { d.call("all", "GET", "/all", nil, arrayOf(ref("Page"))) }),
	)

	It("is found by its key below another path", func() {
		d := describe().entity("Person").call("old", "GET", "/v1/people/{Person_id}", nil, ref("Person"), inPath("Person_id", typed("integer", "")))

		Expect(generate(d)).To(ContainSubstring("\"/v1/people/:Person_id\",\nrestclient.WithSchema(restclient.EntityOf[Person]()))"))
	})
})

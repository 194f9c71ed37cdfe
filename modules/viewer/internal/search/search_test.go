package search_test

import (
	"context"
	"errors"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/search"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/wording"
)

var _ = Describe("Everything is found", Ordered, func() {
	var x *search.Index

	BeforeAll(func() { x = whole(search.Options{}) })

	DescribeTable("with the place where it stands:",
		func(query, name, where string) {
			found := x.Find(query, 10)

			Expect(names(found.Results)).To(ContainElement(name))
			for _, r := range found.Results {
				if names([]core.Result{r})[0] == name {
					Expect(r.Where).To(Equal(where))
				}
			}
		},
		Entry("a title", "create planet", "createPlanet", ""),
		Entry("an operationId", "book_trip", "book_trip", ""),
		Entry("an operationId without its signs", "booktrip", "book_trip", ""),
		Entry("a part of an operationId", "trip book", "book_trip", ""),
		Entry("a description", "stardust waits", "createPlanet", ""),
		Entry("a tag", "round things", "tag planets", ""),
		Entry("a display name", "journeys", "book_trip", ""),
		Entry("a heading of the introduction", "pagination", "overview Pagination of lists", "introduction"),
		Entry("a text of the introduction", "quasartoken", "overview Getting started", "introduction"),
		Entry("the title of the API", "among planets", "overview Space travel", ""),
		Entry("a parameter by its reference", "per_page", "listPlanets", "query parameter per_page"),
		Entry("a parameter in another spelling", "perPage", "listPlanets", "query parameter per_page"),
		Entry("the description of a parameter", "breadcrumb", "listPlanets", "header parameter X-Trace-Id"),
		Entry("an enum value", "bymass", "listPlanets", "enum value byMass of query parameter sort"),
		Entry("a constraint with its number", "exclusiveMaximum 77", "book_trip", "constraint of field passenger.seats"),
		Entry("a format", "zulu-name", "book_trip", "format of field passenger.login"),
		Entry("a field", "seats", "book_trip", "field passenger.seats"),
		Entry("a field with that around it", "passenger.login", "book_trip", "field passenger.login"),
		Entry("a field of a model", "gravity", "createPlanet", "field gravity of model Planet"),
		Entry("a field of a model in a model", "pressureBar", "createPlanet", "field pressureBar of model Atmosphere"),
		Entry("the description of a field", "newtons", "model Planet", "field gravity"),
		Entry("a constant", "helium", "model Atmosphere", "constant of field gas"),
		Entry("a status code", "409", "createPlanet", "response 409"),
		Entry("a response by its reference", "heavenly duplicate", "createPlanet", "response 409"),
		Entry("a response header", "X-Total-Count", "listPlanets", "header X-Total-Count"),
		Entry("a media type", "application/vnd.planet+json", "listPlanets", "media type of response 200"),
		Entry("a value in an example", "marsupilami", "listPlanets", "example of response 200"),
		Entry("the summary of an example", "reddish", "listPlanets", "example of response 200"),
		Entry("a scope", "planets:destroy", "deletePlanet", "scope"),
		Entry("a security scheme", "harbour master", "overview key", "security scheme"),
		Entry("a server", "orbital", "overview https://api.example.com/v1", "server"),
		Entry("an extension with its value", "wormhole andromeda", "book_trip", "extension of request body"),
		Entry("a callback", "cooled", "createPlanet", "callback cooled"),
		Entry("the address of a callback", "callbackUrl", "createPlanet", "callback cooled"),
		Entry("a webhook", "star exploded", "webhook A star exploded", ""),
		Entry("a model that nothing uses", "lonely", "model Unused", "field lonely"),
	)

	DescribeTable("with the place in the language of the reader:",
		func(query, language, where string) {
			Expect(x.In(wording.Of(language)).Find(query, 10).Results).To(ContainElement(HaveField("Where", where)))
		},
		Entry("a parameter", "per_page", "de", "Query-Parameter per_page"),
		Entry("a constraint", "exclusiveMaximum 77", "fr", "contrainte de champ passenger.seats"),
		Entry("a field of a model", "gravity", "es", "campo gravity del modelo Planet"),
		Entry("a value", "bymass", "ja", "クエリパラメーター sort の 列挙値 byMass"),
		Entry("a heading", "pagination", "zh-Hans", "简介"),
	)

	DescribeTable("but not what is internal:",
		func(query string) { Expect(x.Find(query, 10).Results).To(BeEmpty()) },
		Entry("an operation", "hidden zebra"), Entry("its operationId", "hiddenOperation"), Entry("a parameter", "secretSwitch"), Entry("a field", "secretCore"),
	)

	It("finds a server of the whole description on the overview alone", func() {
		Expect(x.Find("orbital", 10).Results).To(HaveExactElements(HaveField("Kind", core.PageOverview)))
	})

	It("leaves models out when they are hidden, and finds by their fields all the same", func() {
		hidden := whole(search.Options{HideModels: true})

		Expect(names(hidden.Find("pressureBar", 10).Results)).To(ConsistOf("listPlanets", "createPlanet", "getPlanet"))
		Expect(hidden.Find("kind:model", 10).Results).To(BeEmpty())
	})

	It("says how many there are when it returns fewer", func() {
		found := x.Find("planet", 2)

		Expect(found.Results).To(HaveLen(2))
		Expect(found.Total).To(BeNumerically(">", 6))
	})

	It("marks what was found in title, path and excerpt", func() {
		r := x.Find("stardust planet", 1).Results[0]

		Expect(marked(r.Title, r.TitleMarks)).To(Equal("Create a [planet]"))
		Expect(marked(r.Path, r.PathMarks)).To(Equal("/[planet]s"))
		Expect(marked(r.Excerpt, r.ExcerptMarks)).To(Equal("Makes a [planet] out of [stardust] and waits until it has cooled down."))
	})

	It("leads to headings and security schemes", func() {
		Expect(x.Find("harbour", 1).Results[0]).To(And(HaveField("Kind", core.PageOverview), HaveField("Fragment", "security-key")))
	})
})

var _ = DescribeTable("A query is forgiving and ranks first",
	func(query, name string) {
		Expect(names(whole(search.Options{}).Find(query, 10).Results)[0]).To(Equal(name))
	},
	Entry("a letter that is missing", "delte planet", "deletePlanet"),
	Entry("letters that are swapped", "deleet planet", "deletePlanet"),
	Entry("a letter that is wrong", "delate planet", "deletePlanet"),
	Entry("a letter too much", "planeet create", "createPlanet"),
	Entry("two errors in a long word", "marsuplami", "listPlanets"),
	Entry("a plural", "planets mine", "myPlanets"),
	Entry("a singular for a plural", "my planet", "myPlanets"),
	Entry("the start of words", "cre pla", "createPlanet"),
	Entry("a part of a word", "supilami", "listPlanets"),
	Entry("a method with a word", "POST planets", "createPlanet"),
	Entry("a model that is called so", "planet", "model Planet"),
	Entry("the shorter of two titles", "list planets", "listPlanets"),
	Entry("a title as it is written", "get a planet", "getPlanet"),
	Entry("a path as it is written", "/planets/{planetId}", "getPlanet"),
	Entry("a phrase", `"list my"`, "myPlanets"),
)

var _ = DescribeTable("A filter gives exactly",
	func(query string, want ...string) {
		found := whole(search.Options{}).Find(query, 50)

		Expect(names(found.Results)).To(ConsistOf(want))
		Expect(found.Total).To(Equal(len(want)))
		Expect(found.Notes).To(BeEmpty())
	},
	Entry("method", "method:delete", "deletePlanet"),
	Entry("methods", "method:delete,post", "deletePlanet", "createPlanet", "book_trip", "webhook A star exploded"),
	Entry("tag", "tag:trips", "book_trip", "tag Journeys"),
	Entry("tag by display name", `kind:operation tag:"Journeys"`, "book_trip"),
	Entry("what is deprecated", "deprecated:yes", "deletePlanet", "model Payment"),
	Entry("what is not", "deprecated:no method:get tag:planets", "listPlanets", "getPlanet", "myPlanets"),
	Entry("no credentials", "auth:none", "getPlanet"),
	Entry("a security scheme", "auth:oauth", "deletePlanet"),
	Entry("a type of security scheme", "auth:oauth2", "deletePlanet"),
	Entry("path", "path:export", "exportPlanet"),
	Entry("kind", "kind:webhook", "webhook A star exploded"),
	Entry("models", "kind:model", "model Planet", "model Atmosphere", "model Payment", "model Unused"),
	Entry("tags", "kind:tag", "tag planets", "tag Journeys"),
	Entry("status", "status:404", "getPlanet", "deletePlanet"),
	Entry("a range of status", "status:4xx", "getPlanet", "deletePlanet", "createPlanet"),
	Entry("place", "in:header", "listPlanets"),
	Entry("body", "in:body", "createPlanet", "book_trip"),
	Entry("with a word", "method:get mine", "myPlanets"),
	Entry("several", "method:get tag:planets status:404 auth:none", "getPlanet"),
	Entry("in capitals", "METHOD:Delete", "deletePlanet"),
)

var _ = Describe("Find", func() {
	It("says which filter it does not know, and searches for the word", func() {
		found := whole(search.Options{}).Find("colour:planet", 10)

		Expect(found.In(nil)).To(ConsistOf(And(ContainSubstring(`"colour:" is no filter`), ContainSubstring("deprecated"))))
	})

	It("says which value a filter does not take", func() {
		Expect(whole(search.Options{}).Find("deprecated:maybe", 10).In(nil)).To(ConsistOf(ContainSubstring("deprecated: takes yes, no")))
	})

	It("says every kind by one name where a filter names another", func() {
		Expect(whole(search.Options{}).Find("kind:endpoint", 10).In(nil)).To(ConsistOf(`kind: takes operation, webhook, model, tag, component, changes, overview, not "endpoint".`))
	})

	DescribeTable("says nothing of a kind that there is", func(kind string) {
		Expect(whole(search.Options{}).Find("kind:"+kind, 10).Notes).To(BeEmpty())
	}, Entry("a component", "component"), Entry("the changes", "changelog"), Entry("a model", "schemas"))

	DescribeTable("finds nothing",
		func(query string) { Expect(whole(search.Options{}).Find(query, 10).Results).To(BeEmpty()) },
		Entry("for nothing", ""), Entry("for signs", "?!"), Entry("for a word that is nowhere", "quagga"),
		Entry("when one of the words is nowhere", "planet quagga"), Entry("for words of a phrase that stand apart", `"planet list"`),
		Entry("for numbers that are nearly right", "exclusiveMaximum 78"),
	)

	It("works on the outline until the rest is read", func() {
		x := search.New(space(), search.Options{})

		Expect(x.Complete()).To(BeFalse())
		Expect(names(x.Find("delte planet", 1).Results)).To(HaveExactElements("deletePlanet"))
		Expect(whole(search.Options{}).Complete()).To(BeTrue())
	})

	It("stops when it is told to", func() {
		ctx, cancel := context.WithCancel(context.Background())
		cancel()

		_, err := search.Build(ctx, space(), search.Options{})

		Expect(err).To(MatchError(context.Canceled))
	})

	It("leaves out what cannot be read, and what panics", func() {
		for _, reader := range []apidoc.Reader{broken{errors.New("no")}, broken{}} {
			doc := apidoc.New(space().Outline, reader, apidoc.Text{})

			x, err := search.Build(context.Background(), doc, search.Options{})

			Expect(err).NotTo(HaveOccurred())
			Expect(names(x.Find("create planet", 1).Results)).To(HaveExactElements("createPlanet"))
			Expect(x.Find(`"nothing at all"`, 1).Results).To(BeEmpty())
		}
	})

	It("puts operations above models", func() {
		doc := apidoc.New(apidoc.Outline{
			Operations: []apidoc.OperationSummary{{Method: "GET", Path: "/pulls", Summary: "List pull requests"}},
			Models:     []apidoc.ModelSummary{{Name: "PullRequestReview", Ref: "#/a"}},
		}, apidoc.Memory{}, apidoc.Text{})

		Expect(search.New(doc, search.Options{}).Find("pull reqest", 1).Results[0].Kind).To(Equal(core.PageOperation))
	})

	It("takes a long title for a description", func() {
		long := strings.Repeat("the planet of many words ", 10)
		doc := apidoc.New(apidoc.Outline{Operations: []apidoc.OperationSummary{
			{Method: "GET", Path: "/a", Summary: long}, {Method: "GET", Path: "/b", Summary: "A planet in a few words"},
		}}, apidoc.Memory{}, apidoc.Text{})

		Expect(search.New(doc, search.Options{}).Find("planet words", 1).Results[0].Path).To(Equal("/b"))
	})
})

// broken fails with its error, or panics without one.
type broken struct{ err error }

func (b broken) ReadOperation(context.Context, *apidoc.OperationSummary) (*apidoc.Operation, error) {
	if b.err == nil {
		panic("broken")
	}
	return nil, b.err
}

func (b broken) ReadSchema(context.Context, string) (*apidoc.Schema, error) {
	_, err := b.ReadOperation(context.Background(), nil)
	return nil, err
}

// marked puts what is marked in brackets.
func marked(text string, marks []core.Mark) string {
	for i := len(marks) - 1; i >= 0; i-- {
		m := marks[i]
		text = text[:m.Start] + "[" + text[m.Start:m.End] + "]" + text[m.End:]
	}
	return text
}

package restfake_test

import (
	stdjson "encoding/json"
	"fmt"
	"math"
	"net/http"

	"github.com/go-json-experiment/json"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/restfake"
)

func (t Todo) PK() int { return t.ID }

type Member struct {
	Group string   `json:"group"`
	Login string   `json:"login"`
	Roles []string `json:"roles,omitempty"`
}

var _ = Describe("A collection", func() {
	var (
		fake  *restfake.Server
		todos *restfake.Collection[Todo]
	)

	BeforeEach(func() {
		fake = restfake.New()
		todos = restfake.NewCollection(fake, "/todos/:id",
			Todo{ID: 1, UserID: 1, Title: "a"}, Todo{ID: 7, UserID: 2, Title: "b", Done: true}, Todo{ID: 3, Title: "c"})
	})

	DescribeTable("answers",
		func(ctx SpecContext, line, body string, status int, answer string) {
			code, text, err := send(ctx, fake, line, body)

			Expect(err).NotTo(HaveOccurred())
			Expect(code).To(Equal(status))
			if answer == "" {
				Expect(text).To(BeEmpty())
				return
			}
			Expect(text).To(MatchJSON(answer))
		},
		Entry("a list with the entities that equal the query", "GET /todos?userId=1", "", 200, `[{"id":1,"userId":1,"title":"a"}]`),
		Entry("a query for several values with any of them", "GET /todos?title=a&title=c", "", 200, `[{"id":1,"userId":1,"title":"a"},{"id":3,"title":"c"}]`),
		Entry("a query for a field that is left out", "GET /todos?userId=0", "", 200, `[{"id":3,"title":"c"}]`),
		Entry("a query for a boolean", "GET /todos?done=true", "", 200, `[{"id":7,"userId":2,"title":"b","done":true}]`),
		Entry("a query for what is no field with what else fits", "GET /todos?page=2&userId=1", "", 200, `[{"id":1,"userId":1,"title":"a"}]`),
		Entry("a query that nothing fits with an empty list", "GET /todos?userId=9", "", 200, `[]`),
		Entry("one entity", "GET /todos/3", "", 200, `{"id":3,"title":"c"}`),
		Entry("an entity that is missing", "GET /todos/4", "", 404, `{"status":404,"title":"Not Found","detail":"there is none with id 4"}`),
		Entry("a new entity with the next id", "POST /todos", `{"title":"d"}`, 201, `{"id":8,"title":"d"}`),
		Entry("a new entity with an id of its own", "POST /todos", `{"id":20,"title":"d"}`, 201, `{"id":20,"title":"d"}`),
		Entry("an id that is taken", "POST /todos", `{"id":7,"title":"d"}`, 409, `{"status":409,"title":"Conflict","detail":"there is one with id 7"}`),
		Entry("a replacement", "PUT /todos/7", `{"title":"B"}`, 200, `{"id":7,"title":"B"}`),
		Entry("a replacement under another id", "PUT /todos/7", `{"id":9,"title":"B"}`, 200, `{"id":7,"title":"B"}`),
		Entry("a change of some fields", "PATCH /todos/7", `{"title":"B"}`, 200, `{"id":7,"userId":2,"title":"B","done":true}`),
		Entry("a change to nothing", "PATCH /todos/7", `{"userId":null}`, 200, `{"id":7,"title":"b","done":true}`),
		Entry("a JSON Patch of a field", "PATCH /todos/7", `[{"op":"replace","path":"/title","value":"B"},{"op":"remove","path":"/userId"}]`, 200, `{"id":7,"title":"B","done":true}`),
		Entry("a JSON Patch that copies and moves", "PATCH /todos/7", `[{"op":"test","path":"/done","value":true},{"op":"copy","from":"/id","path":"/userId"},{"op":"move","from":"/title","path":"/title"}]`, 200, `{"id":7,"userId":7,"title":"b","done":true}`),
		Entry("a JSON Patch of what is missing", "PATCH /todos/3", `[{"op":"remove","path":"/userId"}]`, 409, `{"status":409,"title":"Conflict","detail":"remove /userId: there is no such place"}`),
		Entry("a JSON Patch whose test fails", "PATCH /todos/3", `[{"op":"add","path":"/userId","value":5},{"op":"test","path":"/title","value":"x"}]`, 409, `{"status":409,"title":"Conflict","detail":"test /title: it is \"c\""}`),
		Entry("a JSON Patch of the whole", "PATCH /todos/3", `[{"op":"replace","path":"","value":{"title":"n"}}]`, 200, `{"id":3,"title":"n"}`),
		Entry("an operation that there is not", "PATCH /todos/3", `[{"op":"swap","path":"/title"}]`, 400, `{"status":400,"title":"Bad Request","detail":"swap /title: the body is no JSON Patch: there is no such operation"}`),
		Entry("a place that is no JSON Pointer", "PATCH /todos/3", `[{"op":"remove","path":"title"}]`, 400, `{"status":400,"title":"Bad Request","detail":"remove title: the body is no JSON Patch: \"title\" does not begin with a slash"}`),
		Entry("an operation without its value", "PATCH /todos/3", `[{"op":"add","path":"/title"}]`, 400, `{"status":400,"title":"Bad Request","detail":"add /title: the body is no JSON Patch: there is no value"}`),
		Entry("a deletion", "DELETE /todos/7", "", 204, ""),
		Entry("a deletion of what is missing", "DELETE /todos/8", "", 404, `{"status":404,"title":"Not Found","detail":"there is none with id 8"}`),
	)

	DescribeTable("does what RFC 6902 and RFC 7396 say",
		func(ctx SpecContext, body string, status int, answer string) {
			type note struct {
				ID    int               `json:"id"`
				Tags  []int             `json:"tags"`
				Texts map[string]string `json:"texts,omitempty"`
				Any   any               `json:"any"`
			}
			restfake.NewCollection(fake, "/notes/:id", note{
				ID: 1, Tags: []int{1, 2, 3}, Texts: map[string]string{"a": "x", "b": "y"},
				Any: map[string]any{"n": stdjson.Number("9007199254740993"), "deep": map[string]any{"k": true}},
			})

			code, text, err := send(ctx, fake, "PATCH /notes/1", body)

			Expect(err).NotTo(HaveOccurred())
			Expect(code).To(Equal(status), text)
			Expect(text).To(ContainSubstring(answer))
		},
		Entry("with a zero in front of an index", `[{"op":"remove","path":"/tags/01"}]`, 409, "no such place"),
		Entry("with a sign in front of an index", `[{"op":"replace","path":"/tags/+1","value":9}]`, 409, "no such place"),
		Entry("with an index behind the end", `[{"op":"add","path":"/tags/4","value":9}]`, 409, "no such place"),
		Entry("with a dash for what is not added", `[{"op":"remove","path":"/tags/-"}]`, 409, "no such place"),
		Entry("without a path", `[{"op":"replace","value":{"id":1}}]`, 400, "there is no path"),
		Entry("without a from", `[{"op":"copy","path":"/any"}]`, 400, "there is no from"),
		Entry("with a tilde alone", `[{"op":"remove","path":"/any/~2"}]`, 400, "has a ~ without 0 or 1"),
		Entry("with what is moved into itself", `[{"op":"add","path":"/any","value":[{},{}]},{"op":"move","from":"/any/0","path":"/any/0/x"}]`, 400, "moved into itself"),
		Entry("with a test of a number that is written otherwise", `[{"op":"test","path":"/tags/0","value":1.0e0}]`, 200, `"tags":[1,2,3]`),
		Entry("with a test of a number that a float64 does not tell apart", `[{"op":"test","path":"/any/n","value":9007199254740992}]`, 409, "it is 9007199254740993"),
		Entry("with a test of an object in another order", `[{"op":"test","path":"/any","value":{"deep":{"k":true},"n":9007199254740993}}]`, 200, `"tags"`),
		Entry("with null for a value", `[{"op":"add","path":"/any","value":null}]`, 200, `"any":null`),
		Entry("with null for a member of a map", `{"texts":{"a":null}}`, 200, `"texts":{"b":"y"}`),
		Entry("with a change deep in what has no type", `{"any":{"deep":{"l":1}}}`, 200, `"any":{"deep":{"k":true,"l":1},"n":9007199254740993}`),
		Entry("with a list, which is replaced", `{"tags":[9]}`, 200, `"tags":[9]`),
	)

	It("tells a zero from what is not one by the type of the field", func(ctx SpecContext) {
		type label struct {
			Name  string `json:"name"`
			Color string `json:"color,omitempty"`
			Rank  int    `json:"rank,omitzero"`
		}
		labels := restfake.NewCollection(fake, "/labels/:name", label{Name: "a"})
		for query, found := range map[string]string{
			"color=0": "[]", "color=false": "[]", "color=": `[{"name":"a"}]`,
			"rank=0": `[{"name":"a"}]`, "rank=false": "[]",
		} {
			_, text, err := send(ctx, fake, "GET /labels?"+query)
			Expect(err).NotTo(HaveOccurred())
			Expect(text).To(Equal(found), query)
		}

		for _, name := range []string{"0", "false", "null"} {
			status, text, err := send(ctx, fake, "POST /labels", fmt.Sprintf(`{"name":%q}`, name))
			Expect(err).NotTo(HaveOccurred())
			Expect(status).To(Equal(http.StatusCreated))
			Expect(text).To(ContainSubstring(fmt.Sprintf(`"name":%q`, name)))
			_, _, err = send(ctx, fake, "PUT /labels/"+name, `{"rank":1}`)
			Expect(err).NotTo(HaveOccurred())
		}
		Expect(labels.All()).To(Equal([]label{{Name: "a"}, {Name: "0", Rank: 1}, {Name: "false", Rank: 1}, {Name: "null", Rank: 1}}))
	})

	It("refuses a body that it cannot read", func(ctx SpecContext) {
		status, _, err := send(ctx, fake, "PATCH /todos/7", `{"title":`)

		Expect(status, err).To(Equal(http.StatusBadRequest))
		Expect(todos.All()[1].Title).To(Equal("b"))
	})

	It("keeps what a typed client does", func(ctx SpecContext) {
		client, err := restclient.New(fake, restclient.WithBaseURL("http://api.test"))
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(client.Close)
		resource := restclient.CreateResource[Todo, int, restclient.None]("/todos/:id").On(client)

		made, err := resource.Create(ctx, restclient.None{}, Todo{Title: "d"})
		Expect(err).NotTo(HaveOccurred())
		_, err = resource.PartialUpdate(ctx, 3, restclient.Fields{"title": "C"})
		Expect(err).NotTo(HaveOccurred())
		Expect(resource.Delete(ctx, 1)).To(Succeed())

		Expect(made.ID).To(Equal(8))
		Expect(todos.All()).To(Equal([]Todo{{ID: 7, UserID: 2, Title: "b", Done: true}, {ID: 3, Title: "C"}, {ID: 8, Title: "d"}}))
	})

	It("does what a JSON Patch says within lists and objects", func(ctx SpecContext) {
		members := restfake.NewCollection(fake, "/members/:login", Member{Group: "ops", Login: "ann", Roles: []string{"a", "b"}})

		_, _, err := send(ctx, fake, "PATCH /members/ann", `[{"op":"add","path":"/roles/-","value":"z"},{"op":"add","path":"/roles/0","value":"y"},{"op":"remove","path":"/roles/1"},{"op":"replace","path":"/roles/1","value":"B"}]`)

		Expect(err).NotTo(HaveOccurred())
		Expect(members.All()[0].Roles).To(Equal([]string{"y", "B", "z"}))
	})

	It("takes the JSON Patch of a typed client", func(ctx SpecContext) {
		client, err := restclient.New(fake, restclient.WithBaseURL("http://api.test"))
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(client.Close)
		resource := restclient.CreateResource[Todo, int, restclient.None]("/todos/:id", restclient.WithPatchFormat(restclient.JSONPatch)).On(client)

		_, err = resource.Edit(ctx, 7, func(t *Todo) { t.Title, t.UserID = "B", 0 })

		Expect(err).NotTo(HaveOccurred())
		Expect(todos.All()[1]).To(Equal(Todo{ID: 7, Title: "B", Done: true}))
	})

	It("keeps each digit of a number that Go has no type for", func(ctx SpecContext) {
		type meter struct {
			ID    int `json:"id"`
			Count any `json:"count"`
		}
		meters := restfake.New()
		restfake.NewCollection(meters, "/meters/:id", meter{ID: 1, Count: stdjson.Number("9007199254740993")})

		_, text, err := send(ctx, meters, "GET /meters/1")
		Expect(err).NotTo(HaveOccurred())
		Expect(text).To(Equal(`{"id":1,"count":9007199254740993}`))

		_, text, err = send(ctx, meters, "PATCH /meters/1", `{"count":9007199254740995}`)
		Expect(err).NotTo(HaveOccurred())
		Expect(text).To(Equal(`{"id":1,"count":9007199254740995}`))
	})

	It("can be changed behind the back of the client", func(ctx SpecContext) {
		todos.Set(Todo{ID: 1, Title: "A"})

		_, text, err := send(ctx, fake, "GET /todos")

		Expect(text, err).To(MatchJSON(`[{"id":1,"title":"A"}]`))
	})

	DescribeTable("cuts lists into pages",
		func(ctx SpecContext, query, answer, link string) {
			todos.PageBy("page", 2)
			todos.Set(Todo{ID: 1, UserID: 1}, Todo{ID: 2, UserID: 2}, Todo{ID: 3, UserID: 1}, Todo{ID: 4, UserID: 1})

			res, err := fake.Do(ctx, &core.Request{Method: "GET", URL: "http://api.test/todos?" + query})
			Expect(err).NotTo(HaveOccurred())
			var page []Todo
			Expect(json.UnmarshalRead(res.Body, &page)).To(Succeed())

			ids := []int{}
			for _, todo := range page {
				ids = append(ids, todo.ID)
			}
			Expect(fmt.Sprint(ids, " ", res.Header.Get("X-Total-Count"))).To(Equal(answer))
			Expect(res.Header.Get("Link")).To(Equal(link))
		},
		Entry("of which a list is the first", "", "[1 2] 4", `<?page=2>; rel="next"`),
		Entry("up to the last", "page=2", "[3 4] 4", ""),
		Entry("of what equals the query", "userId=1&page=1", "[1 3] 3", `<?page=2&userId=1>; rel="next"`),
		Entry("the last of which is shorter", "userId=1&page=2", "[4] 3", ""),
		Entry("and an empty one behind them", "page=3", "[] 4", ""),
		Entry("and an empty one far behind them", fmt.Sprint("page=", math.MaxInt), "[] 4", ""),
	)

	It("refuses what is no page", func(ctx SpecContext) {
		todos.PageBy("page", 2)

		status, text, err := send(ctx, fake, "GET /todos?page=0")

		Expect(status, err).To(Equal(http.StatusBadRequest))
		Expect(text).To(ContainSubstring(`page is no page: \"0\"`))
		Expect(func() { todos.PageBy("page", 0) }).To(PanicWith(ContainSubstring("pages of 0")))
	})

	It("keeps the entities of different parents apart", func(ctx SpecContext) {
		members := restfake.NewCollection(fake, "/groups/:group/members/:login", Member{Group: "ops", Login: "ann", Roles: []string{"admin"}})

		status, _, err := send(ctx, fake, "POST /groups/dev/members", `{"login":"ann"}`)
		Expect(status, err).To(Equal(http.StatusCreated))
		_, ops, err := send(ctx, fake, "GET /groups/ops/members")
		Expect(err).NotTo(HaveOccurred())
		_, _, err = send(ctx, fake, "PATCH /groups/ops/members/ann", `{"roles":["none"]}`)
		Expect(err).NotTo(HaveOccurred())

		Expect(ops).To(MatchJSON(`[{"group":"ops","login":"ann","roles":["admin"]}]`))
		Expect(members.All()).To(Equal([]Member{{"ops", "ann", []string{"none"}}, {"dev", "ann", nil}}))
	})

	It("needs a path with a parameter, and objects", func() {
		Expect(func() { restfake.NewCollection[Todo](fake, "/todos") }).To(PanicWith(ContainSubstring(`no ":name" parameter`)))
		Expect(func() { restfake.NewCollection(fake, "/x/:id", func() {}) }).To(PanicWith(ContainSubstring("func() as JSON")))
	})
})

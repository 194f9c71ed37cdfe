package restclient_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient"
)

// Types whose declarations cannot work.

type forgetful struct {
	ID     int
	Author *Author
}

func (f forgetful) PK() int { return f.ID }

type forgetfulRef struct {
	ID     int
	Author map[string][]restclient.Ref[Author]
}

func (f forgetfulRef) PK() int { return f.ID }

type tree struct {
	ID   int
	Kids []tree
}

func (t tree) PK() int { return t.ID }

func (tree) Nested() []restclient.Nested { return []restclient.Nested{restclient.EntityOf[tree]()} }

type ping struct {
	ID   int
	Pong *pong
}

type pong struct {
	ID   int
	Ping restclient.Map[ping]
}

func (p ping) PK() int { return p.ID }
func (p pong) PK() int { return p.ID }

func (ping) Nested() []restclient.Nested { return []restclient.Nested{restclient.EntityOf[pong]()} }
func (pong) Nested() []restclient.Nested { return []restclient.Nested{restclient.EntityOf[ping]()} }

type unnamed struct {
	ID    int
	Tasks restclient.List[Task]
}

func (u unnamed) PK() int { return u.ID }

func (unnamed) Nested() []restclient.Nested { return []restclient.Nested{restclient.EntityOf[Task]()} }

type twice struct {
	ID         int
	Open, Done restclient.List[Task]
}

func (t twice) PK() int { return t.ID }

func (twice) Nested() []restclient.Nested {
	return []restclient.Nested{restclient.Nest(Tasks.GetList, func(twice) TaskFilter { return TaskFilter{} })}
}

type early struct {
	ID    int
	Tasks restclient.List[Task]
}

func (e early) PK() int { return e.ID }

func (early) Nested() []restclient.Nested {
	var undeclared restclient.Collection[Task, TaskFilter]
	return []restclient.Nested{restclient.Nest(undeclared, func(early) TaskFilter { return TaskFilter{} })}
}

type earlyRead early

func (e earlyRead) PK() int { return e.ID }

func (earlyRead) Nested() []restclient.Nested {
	var undeclared *restclient.Read[TaskFilter, restclient.List[Task]]
	return []restclient.Nested{restclient.Nest(undeclared, func(earlyRead) TaskFilter { return TaskFilter{} })}
}

type late early

func (l late) PK() int { return l.ID }

func (late) Nested() []restclient.Nested {
	return []restclient.Nested{restclient.Nest(lateTasks, func(late) TaskFilter { return TaskFilter{} })}
}

var lateTasks restclient.ReadFunc[TaskFilter, restclient.List[Task]] = func() *restclient.Read[TaskFilter, restclient.List[Task]] { return nil }

// embedding has an entity's fields as its own, which is not nesting.
type embedding struct {
	Author
	Title string
}

func errOf[R any](s restclient.Schema[R]) error {
	return restclient.RestEndpoint[restclient.None, R]("/x", restclient.WithSchema(s)).Err()
}

func resourceErr[E restclient.Entity[int]]() error {
	return restclient.CreateResource[E, int, restclient.None]("/x/:id").Err()
}

var _ = Describe("A declaration", func() {
	It("may have a list of a read that is declared later", func() {
		Expect(resourceErr[late]()).To(Succeed())
	})

	DescribeTable("that cannot work says what to do",
		func(err func() error, message string) {
			Expect(err()).To(MatchError(ContainSubstring(message)))
		},
		Entry("an entity inside that is not declared", resourceErr[forgetful],
			"restclient_test.forgetful: it holds entities of type restclient_test.Author: add EntityOf[Author]() to what its method Nested returns"),
		Entry("a Ref that is not declared", resourceErr[forgetfulRef], "add EntityOf[Author]()"),
		Entry("an entity that holds itself", resourceErr[tree], "restclient_test.tree holds itself: use Ref[tree]"),
		Entry("two entities that hold each other", resourceErr[ping], "holds itself, by way of restclient_test.pong: use Ref[ping]"),
		Entry("a list without arguments", resourceErr[unnamed], "add Nest to what its method Nested returns"),
		Entry("two lists with the same arguments", resourceErr[twice], "which would be the same list"),
		Entry("a list of a resource that is not declared yet", resourceErr[early], "pass the address of the list, such as &Todos.GetList"),
		Entry("a list of a read that is not declared yet", resourceErr[earlyRead], "or a ReadFunc"),
		Entry("a schema of an entity that cannot work", func() error { return errOf(restclient.ListOf[tree]()) }, "use Ref[tree]"),
		Entry("an object without the type inside", func() error { return errOf(restclient.ObjectOf[Feed](restclient.EntityOf[Author]())) },
			"it holds entities of type restclient_test.Story: add EntityOf[Story]() to ObjectOf"),
		Entry("an object without entities", func() error { return errOf(restclient.ObjectOf[struct{ N int }]()) }, "it holds no entities"),
		Entry("a list in a slice", func() error {
			return errOf(restclient.ObjectOf[[]Feed](restclient.EntityOf[Story]()))
		}, "in a slice or map has no key of its own"),
		Entry("a map whose keys have no text", func() error {
			return errOf(restclient.ObjectOf[map[float64]Author](restclient.EntityOf[Author]()))
		}, "neither strings nor integers"),
		Entry("a union that is not declared", func() error { return errOf(restclient.ObjectOf[[]restclient.OneOf[Item]]()) }, "add UnionOf to ObjectOf"),
		Entry("a case that is not of the interface", func() error {
			return errOf(restclient.ObjectOf[[]restclient.OneOf[Item]](restclient.UnionOf[Item]("type", restclient.Case("a", restclient.EntityOf[Author]()))))
		}, `case "a": restclient_test.Author does not implement it`),
		Entry("a case without a type", func() error {
			return errOf(restclient.ObjectOf[[]restclient.OneOf[Item]](restclient.UnionOf[Item]("type", restclient.Case("a", nil))))
		}, `case "a" has no type`),
		Entry("a type inside that is not an entity", func() error {
			return errOf(restclient.ObjectOf[Feed](restclient.ObjectOf[Feed]()))
		}, "Feed is not an entity"),
		Entry("a Ref in a result without a schema", func() error {
			return restclient.RestEndpoint[restclient.None, Feed]("/x").Err()
		}, "say what is in it"),
		Entry("pages of what has none", func() error {
			return restclient.PageOf(restclient.RestEndpoint[FeedFilter, []Author]("/x"), "cursor").Err()
		}, "has no lists"),
		Entry("pages by a parameter that is not there", func() error { return restclient.PageOf(GetFeed, "page").Err() }, `no query parameter "page"`),
		Entry("pages of what cannot work", func() error {
			return restclient.PageOf(restclient.RestEndpoint[FeedFilter, []Author]("/:"), "cursor").Err()
		}, "endpoint /:"),
		Entry("assigning to what is no object", func() error {
			return restclient.AssignTo[restclient.None]((*restclient.Read[restclient.None, restclient.Map[Author]])(nil)).Err()
		}, "was not made by"),
	)

	It("works for circles of Refs, for embedded entities, and for lists of pages", func() {
		Expect(Nodes.Err()).NotTo(HaveOccurred())
		Expect(Owners.Err()).NotTo(HaveOccurred())
		Expect(resourceErr[embedding]()).To(Succeed())
		list := restclient.RestEndpoint[FeedFilter, restclient.List[Story]]("/articles", restclient.WithSchema(restclient.ListOf[Story]()))
		Expect(restclient.PageOf(list, "cursor").Err()).NotTo(HaveOccurred())
	})
})

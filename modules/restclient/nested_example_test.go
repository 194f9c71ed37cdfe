package restclient_test

import (
	"context"
	"fmt"
	"net/http"

	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/httptransport"
)

func exampleClient(api http.Handler) *restclient.Client {
	client, err := restclient.New(httptransport.InProcess(api))
	if err != nil {
		panic(err)
	}
	return client
}

func ExampleObjectOf() {
	type Page struct {
		Results  restclient.List[Story] `json:"results"`
		NextPage string                 `json:"nextPage"`
	}
	get := restclient.RestEndpoint[restclient.None, Page]("/stories", restclient.WithURLPrefix("http://api.test"),
		restclient.WithSchema(restclient.ObjectOf[Page](restclient.EntityOf[Story]())))

	client := exampleClient(newAnswers(map[string]string{
		"GET /stories":     `{"results":[{"id":1,"title":"One","author":{"id":7,"name":"Ann"}}],"nextPage":"b"}`,
		"PATCH /authors/7": `{"id":7,"name":"Anna"}`,
	}))
	defer client.Close()
	ctx := client.Context(context.Background())
	page, err := restclient.UseSuspense(ctx, get, restclient.None{})
	fmt.Println(page.Results.At(0).Author.Name, page.NextPage, err)

	_, err = restclient.Mutate(ctx, Authors.PartialUpdate, 7, restclient.Fields{"name": "Anna"})
	page, ok := restclient.UseCache(ctx, get, restclient.None{})
	fmt.Println(page.Results.At(0).Author.Name, ok, err)
	// Output:
	// Ann b <nil>
	// Anna true <nil>
}

func ExamplePageOf() {
	next := restclient.PageOf(GetFeed, "cursor")

	client := exampleClient(newAnswers(map[string]string{
		"GET /articles":          `{"results":[{"id":1,"title":"One","author":{"id":7}}],"nextPage":"b"}`,
		"GET /articles?cursor=b": `{"results":[{"id":2,"title":"Two","author":{"id":7}}],"nextPage":""}`,
	}))
	defer client.Close()
	ctx := client.Context(context.Background())
	feed, err := restclient.UseSuspense(ctx, GetFeed, FeedFilter{})
	fmt.Println(storyTitles(feed.Results), err)
	feed, err = restclient.Fetch(ctx, next, FeedFilter{Cursor: feed.NextPage})
	fmt.Println(storyTitles(feed.Results), err)
	// Output:
	// [One] <nil>
	// [One Two] <nil>
}

func ExampleNest() {
	// func (Owner) Nested() []restclient.Nested {
	//	return []restclient.Nested{restclient.Nest(&Tasks.GetList,
	//		func(o Owner) TaskFilter { return TaskFilter{OwnerID: o.ID} })}
	// }
	client := exampleClient(newAnswers(map[string]string{
		"GET /owners/1": `{"id":1,"tasks":[{"id":1,"ownerId":1,"title":"write"}]}`,
	}))
	defer client.Close()
	ctx := client.Context(context.Background())
	owner, err := restclient.UseSuspense(ctx, Owners.Get, 1)
	tasks, ok := restclient.UseCache(ctx, Tasks.GetList, TaskFilter{OwnerID: 1})
	fmt.Println(tasks == owner.Tasks, ok, err)
	// Output: true true <nil>
}

func ExampleUseRef() {
	client := exampleClient(newAnswers(map[string]string{
		"GET /nodes/1": `{"id":1,"next":{"id":2,"next":1}}`,
	}))
	defer client.Close()
	ctx := client.Context(context.Background())
	node, err := restclient.UseSuspense(ctx, Nodes.Get, 1)
	second, ok := restclient.UseRef(ctx, node.Next)
	fmt.Println(second.ID, second.Next.Key(), ok, err)
	// Output: 2 1 true <nil>
}

func ExampleRefKey() {
	data, err := restclient.JSON().Marshal(Node{ID: 1, Next: restclient.RefKey[Node](2)})
	fmt.Println(string(data), err)
	// Output: {"id":1,"next":2} <nil>
}

func ExampleRefTo() {
	ref := restclient.RefTo(Author{ID: 7, Name: "Ann"})
	author, ok := ref.Get()
	fmt.Println(ref.Key(), author.Name, ok)
	// Output: 7 Ann true
}

func ExampleUnionOf() {
	union := restclient.UnionOf[Item]("type",
		restclient.Case("post", restclient.EntityOf[Post]()),
		restclient.Case("link", restclient.EntityOf[Link]()))
	get := restclient.RestEndpoint[restclient.None, []restclient.OneOf[Item]]("/items", restclient.WithURLPrefix("http://api.test"),
		restclient.WithSchema(restclient.ObjectOf[[]restclient.OneOf[Item]](union)))

	client := exampleClient(newAnswers(map[string]string{
		"GET /items": `[{"type":"link","id":1,"url":"/"},{"type":"video","id":1}]`,
	}))
	defer client.Close()
	all, err := restclient.UseSuspense(client.Context(context.Background()), get, restclient.None{})
	for _, one := range all {
		item, known := one.Value()
		fmt.Printf("%v %t %q\n", item, known, string(one.Raw()))
	}
	fmt.Println(err)
	// Output:
	// {1 link /} true ""
	// <nil> false "{\"type\":\"video\",\"id\":1}"
	// <nil>
}

func ExampleAssignTo() {
	hire := restclient.AssignTo[map[string]Author](GetStaff) // POST /staff

	client := exampleClient(newAnswers(map[string]string{
		"GET /staff":  `{"cto":{"id":1,"name":"Ann"}}`,
		"POST /staff": `{"ceo":{"id":2,"name":"Bob"}}`,
	}))
	defer client.Close()
	ctx := client.Context(context.Background())
	_, err := restclient.UseSuspense(ctx, GetStaff, restclient.None{})
	fmt.Println(err)
	_, err = restclient.Mutate(ctx, hire, restclient.None{}, map[string]Author{"ceo": {Name: "Bob"}})
	staff, _ := restclient.UseCache(ctx, GetStaff, restclient.None{})
	for name, author := range staff.All() {
		fmt.Println(name, author.Name)
	}
	fmt.Println(err)
	// Output:
	// <nil>
	// cto Ann
	// ceo Bob
	// <nil>
}

func ExampleAllOf() {
	count := restclient.NewQuery(restclient.AllOf(Todos), func(all restclient.List[Todo], _ restclient.None) int { return all.Len() })

	client := newClient()
	defer client.Close()
	ctx := client.Context(context.Background())
	fmt.Println(restclient.UseQuery(ctx, count, restclient.None{}))
	_, err := restclient.UseSuspense(ctx, Todos.GetList, user(1))
	fmt.Println(err)
	fmt.Println(restclient.UseQuery(ctx, count, restclient.None{}))
	// Output:
	// 0 false
	// <nil>
	// 2 true
}

func ExampleNewIndex() {
	byTitle := restclient.NewIndex(Todos, func(t Todo) string { return t.Title })

	client := newClient()
	defer client.Close()
	_, err := Todos.On(client).List(context.Background(), TodoFilter{})
	todo, ok := byTitle.Use(client, "write")
	fmt.Println(todo.ID, ok, err)
	// Output: 2 true <nil>
}

func ExampleEntityBy() {
	bySlug := restclient.NewIndex(Stories, func(s Story) string { return s.Slug })
	get := restclient.RestEndpoint[string, Story]("/slugs/:slug", restclient.WithURLPrefix("http://api.test"),
		restclient.WithSchema(restclient.EntityBy(bySlug)))

	client := exampleClient(newAnswers(map[string]string{
		"GET /articles/1": `{"id":1,"slug":"one","title":"One","author":{"id":7}}`,
	}))
	defer client.Close()
	ctx := client.Context(context.Background())
	_, err := restclient.UseSuspense(ctx, Stories.Get, 1)
	fmt.Println(err)
	story, err := restclient.UseSuspense(ctx, get, "one") // from the store
	fmt.Println(story.Title, err)
	// Output:
	// <nil>
	// One <nil>
}

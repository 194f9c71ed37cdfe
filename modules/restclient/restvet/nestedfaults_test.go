package restvet_test

// nestedFaults are declarations of what is inside of entities and responses.
var nestedFaults = []fault{
	{
		text: "an entity inside that is not declared", source: holder("Author *Author", "") + author + declared("Post"),
		at: `Post, int`, want: "Post: it holds entities of type Author: add EntityOf[Author]() to what its method Nested returns",
	},
	{
		text: "a Ref inside that is not declared", source: holder("Authors map[string][]restclient.Ref[Author]", "") + author + declared("Post"),
		at: `Post, int`, want: "add EntityOf[Author]()",
	},
	{
		text: "an entity inside of an embedded struct", source: "type Signed struct {\n\tAuthors []Author\n}\n\n" + holder("Signed", "") + author + declared("Post"),
		at: `Post, int`, want: "add EntityOf[Author]()",
	},
	{
		text: "an entity inside of a struct that is embedded by a pointer", source: "type Signed struct {\n\tAuthors []Author\n}\n\n" + holder("*Signed", "") + author + declared("Post"),
		at: `Post, int`, want: "add EntityOf[Author]()",
	},
	{
		text: "an entity inside of a struct that a tag embeds", source: "type Signed struct {\n\tAuthors []Author\n}\n\n" + tagged("By *Signed `json:\",embed\"`") + author + declared("Post"),
		at: `Post, int`, want: "add EntityOf[Author]()",
	},
	{
		text: "an option of a tag that was renamed", source: tagged("More map[string]string `json:\",inline\"`") + declared("Post"),
		at: `Post, int`, want: "Post.More has the option \"inline\" in its json tag, which does nothing: write `json:\",embed\"`",
	},
	{
		text: "an entity that holds itself", source: holder("Answers []Post", "restclient.EntityOf[Post]()") + declared("Post"),
		at: `Post, int`, want: "Post holds itself: use Ref[Post]",
	},
	{
		text: "entities that hold each other", at: `Post, int`, want: "Post holds itself, by way of Person: use Ref[Post]",
		source: holder("By *Person", "restclient.EntityOf[Person]()") +
			"type Person struct {\n\tName string\n\tPosts restclient.Map[Post]\n}\n\nfunc (p Person) PK() string { return p.Name }\n\n" +
			"func (Person) Nested() []restclient.Nested { return []restclient.Nested{restclient.EntityOf[Post]()} }\n\n" + declared("Post"),
	},
	{
		text: "entities that hold each other, one of them by a Ref, too", at: `Post, int`, want: "Person holds itself, by way of Post: use Ref[Person]",
		source: holder("First restclient.Ref[Person]\n\tBy *Person", "restclient.EntityOf[Person]()") +
			"type Person struct {\n\tName string\n\tPosts restclient.Map[Post]\n}\n\nfunc (p Person) PK() string { return p.Name }\n\n" +
			"func (Person) Nested() []restclient.Nested { return []restclient.Nested{restclient.EntityOf[Post]()} }\n\n" + declared("Post"),
	},
	{
		text: "a list inside without arguments", source: holder("Authors restclient.List[Author]", "restclient.EntityOf[Author]()") + author + declared("Post"),
		at: `Post, int`, want: "Post: it holds a restclient.List[Author]: add Nest to what its method Nested returns",
	},
	{
		text: "two lists with the same arguments", source: holder("Open, Done restclient.List[Author]", nest) + author + authors + declared("Post"),
		at: `Post, int`, want: "it holds two of restclient.List[Author], which would be the same list",
	},
	{
		text: "nil among the parts", source: holder("Title string", "nil") + declared("Post"),
		at: `Post, int`, want: "Post: nil among the nested parts",
	},
	{
		text: "a schema of an entity that holds itself", source: holder("Answers []Post", "restclient.EntityOf[Post]()") +
			`var Declared = restclient.RestEndpoint[restclient.None, restclient.List[Post]]("/posts", restclient.WithSchema(restclient.ListOf[Post]()))`,
		at: `restclient.WithSchema`, want: "Post holds itself: use Ref[Post]",
	},
	{
		text: "an object without the type inside", source: author + object("Feed", "restclient.EntityOf[Todo]()") + "\n\ntype Feed struct {\n\tTodos []Todo\n\tBy Author\n}",
		at: `restclient.WithSchema`, want: "Feed: it holds entities of type Author: add EntityOf[Author]() to ObjectOf",
	},
	{
		text: "an object without entities", source: object("struct{ N int }", ""),
		at: `restclient.WithSchema`, want: "struct{N int}: it holds no entities of the given types",
	},
	{
		text: "a list in a slice of an object", source: object("[]Feed", "restclient.EntityOf[Todo]()") + "\n\ntype Feed struct{ Todos restclient.List[Todo] }",
		at: `restclient.WithSchema`, want: "a restclient.List[Todo] in a slice or map has no key of its own",
	},
	{
		text: "a map whose keys have no text", source: object("map[float64]Todo", "restclient.EntityOf[Todo]()"),
		at: `restclient.WithSchema`, want: "the keys of map[float64]Todo are neither strings nor integers",
	},
	{
		text: "a union that is not declared", source: object("[]restclient.OneOf[error]", ""),
		at: `restclient.WithSchema`, want: "it holds restclient.OneOf[error]: add UnionOf to ObjectOf",
	},
	{
		text: "a case that is not of the interface", source: object("[]restclient.OneOf[error]", `restclient.UnionOf[error]("type", restclient.Case("todo", restclient.EntityOf[Todo]()))`),
		at: `restclient.WithSchema`, want: `union of error: case "todo": Todo does not implement it`,
	},
	{
		text: "a case without a type", source: object("[]restclient.OneOf[error]", `restclient.UnionOf[error]("type", restclient.Case("todo", nil))`),
		at: `restclient.WithSchema`, want: `case "todo" has no type`,
	},
	{
		text: "a case that is a union", source: object("[]restclient.OneOf[error]", `restclient.UnionOf[error]("type", restclient.Case("todo", restclient.UnionOf[error]("kind")))`),
		at: `restclient.WithSchema`, want: `case "todo" is not an entity`,
	},
	{
		text: "an object inside an object", source: object("Feed", "restclient.ObjectOf[Feed]()") + "\n\ntype Feed struct{ Todos []Todo }",
		at: `restclient.WithSchema`, want: "Feed: Feed is not an entity",
	},
	{
		text: "a list in a result without a schema", source: "type Feed struct{ Todos restclient.List[Todo] }\n\n" + `var Declared = restclient.RestMutation[restclient.None, Todo, Feed]("/x")`,
		at: `Feed]`, want: "Feed holds a Ref, List, Map or OneOf: say what is in it, with WithSchema",
	},
}

const (
	author  = "type Author struct {\n\tName string\n}\n\nfunc (a Author) PK() string { return a.Name }\n\n"
	authors = "var byPost = restclient.CreateResource[Author, string, struct{}](\"/authors/:name\")\n\n"
	nest    = "restclient.Nest(byPost.GetList, func(Post) struct{} { return struct{}{} })"
)

// holder is an entity with fields and parts inside.
func holder(fields, parts string) string {
	source := "type Post struct {\n\tID int\n\t" + fields + "\n}\n\nfunc (p Post) PK() int { return p.ID }\n\n"
	if parts != "" {
		source += "func (Post) Nested() []restclient.Nested {\n\treturn []restclient.Nested{" + parts + "}\n}\n\n"
	}
	return source
}

// tagged is holder for fields with tags.
func tagged(field string) string {
	return "type Post struct {\n\tID int `json:\"id\"`\n\t" + field + "\n}\n\nfunc (p Post) PK() int { return p.ID }\n\n"
}

func declared(entity string) string {
	return "var Declared = restclient.CreateResource[" + entity + ", int, restclient.None](\"/posts/:id\")"
}

func object(result, parts string) string {
	return "var Declared = restclient.RestEndpoint[restclient.None, " + result + "](\"/x\", restclient.WithSchema(restclient.ObjectOf[" + result + "](" + parts + ")))"
}

// derivedFaults are options that depend on types, and what is made of reads.
var derivedFaults = []fault{
	{
		text: "a batch of other keys", source: batched("func([]string) Filter { return Filter{} }"),
		at: `restclient.WithBatchGet`, want: "WithBatchGet: the keys are int, not string",
	},
	{
		text: "a batch for other lists", source: batched("func([]int) restclient.None { return restclient.None{} }"),
		at: `restclient.WithBatchGet`, want: "WithBatchGet: the arguments of lists are Filter, not restclient.None",
	},
	{
		text: "a batch for an endpoint", beyondErr: true, source: `var Declared = restclient.RestEndpoint[int, Todo]("/todos/:id", restclient.WithBatchGet(func([]int) int { return 0 }))`,
		at: `restclient.WithBatchGet`, want: "WithBatchGet is for resources",
	},
	{
		text: "If-Match for a read", beyondErr: true, source: `var Declared = restclient.RestEndpoint[int, Todo]("/todos/:id", restclient.WithIfMatch())`,
		at: `restclient.WithIfMatch`, want: "WithIfMatch is for mutations: drop it",
	},
	{
		text: "serial reads", beyondErr: true, source: `var Declared = restclient.RestEndpoint[int, Todo]("/todos/:id", restclient.WithSerialMutations())`,
		at: `restclient.WithSerialMutations`, want: "WithSerialMutations is for mutations: drop it",
	},
	{
		text: "tags of other arguments", source: `var Declared = restclient.RestEndpoint[int, Todo]("/todos/:id", restclient.WithTagsOf(func(string) []string { return nil }), restclient.WithTagsOf(func(int) []string { return nil }))`,
		at: `restclient.WithTagsOf`, want: "WithTagsOf takes arguments string, the endpoint has [int]",
	},
	{
		text: "tags of the arguments of no endpoint", source: `var Declared = restclient.CreateResource[Todo, int, struct{}]("/todos/:id", restclient.WithTagsOf(func(string) []string { return nil }))`,
		at: `restclient.WithTagsOf`, want: "WithTagsOf takes arguments string, the endpoint has [int struct{}]",
	},
	{
		text: "pages by a parameter that is not there", source: filter + `var Search = restclient.RestEndpoint[Filter, restclient.List[Todo]]("/todos", restclient.WithSchema(restclient.ListOf[Todo]()))` + "\n\n" + `var Declared = restclient.PageOf(Search, "cursor")`,
		at: `"cursor"`, want: `the arguments Filter have no query parameter "cursor" for the cursor`,
	},
	{
		text: "pages of a list by a parameter that is not there", source: filter + `var todos = restclient.CreateResource[Todo, int, Filter]("/todos/:id")` + "\n\n" + `var Declared = restclient.PageOf(todos.GetList, "cursor")`,
		at: `"cursor"`, want: `the arguments Filter have no query parameter "cursor" for the cursor`,
	},
	{
		text: "pages of what has no lists", source: filter + `var Search = restclient.RestEndpoint[Filter, []string]("/todos")` + "\n\n" + `var Declared = restclient.PageOf(Search, "page")`,
		at: `Search, "page"`, want: "the result of the endpoint has no lists: its schema is neither ListOf nor ObjectOf",
	},
	{
		text: "pages of an entity", source: filter + `var Declared = restclient.PageOf(restclient.RestEndpoint[Filter, Todo]("/todos", restclient.WithSchema(restclient.EntityOf[Todo]())), "page")`,
		at: `restclient.RestEndpoint`, want: "has no lists",
	},
	{
		text: "an index without a key", beyondErr: true, source: "type Slug string\n\n" + `var todos = restclient.CreateResource[Todo, int, restclient.None]("/todos/:id")` + "\n\n" +
			`var bySlug = restclient.NewIndex(todos, func(Todo) string { return "" })` + "\n\n" +
			`var Declared = restclient.RestEndpoint[BySlug, Todo]("/todos/:slug", restclient.WithSchema(restclient.EntityBy(bySlug)))` + "\n\n" + "type BySlug struct {\n\tSlug Slug `path:\"slug\"`\n}",
		at: `BySlug, Todo`, want: "the arguments BySlug do not yield the key of the index: make the last parameter of the path a string",
	},
}

const filter = "type Filter struct {\n\tPage int `query:\"page,omitempty\"`\n}\n\n"

func batched(args string) string {
	return filter + "var Declared = restclient.CreateResource[Todo, int, Filter](\"/todos/:id\", restclient.WithBatchGet(" + args + "))"
}

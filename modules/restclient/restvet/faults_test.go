package restvet_test

import "strings"

// fault is a declaration with exactly one diagnostic.
type fault struct {
	text   string
	source string
	at     string // what the source says where the diagnostic points
	want   string // what the message contains
	// beyondErr marks what restvet knows and Err does not.
	beyondErr bool
}

var pathFaults = []fault{
	{
		text: "a brace that is not closed", source: `var Declared = restclient.RestEndpoint[int, Todo]("/todos{/:id")`,
		at: `")`, want: `"{" is not closed`,
	},
	{
		text: "an optional modifier of version 6", source: `var Declared = restclient.CreateResource[Todo, int, restclient.None]("/todos/:id?")`,
		at: `?")`, want: `write "/todos{/:id}"`,
	},
	{
		text: "a repeated parameter of version 6", source: "var Declared = restclient.RestEndpoint[string, Todo](`/files/:path+`)",
		at: "+`)", want: `write "/files/*path"`,
	},
	{
		text: "a pattern of version 6, behind an escape in the literal", source: `var Declared = restclient.RestEndpoint[int, Todo]("/t\u00f6dos/:id(\\d+)")`,
		at: `(\\d+)`, want: `write "/tödos/:id"`,
	},
	{
		text: "a parameter that appears twice", source: `var Declared = restclient.RestEndpoint[int, Todo]("/:id/:id")`,
		at: `:id")`, want: `parameter "id" appears twice`,
	},
	{
		text: "a dot segment", source: `var Declared = restclient.RestEndpoint[int, Todo]("/a/../:id")`,
		at: `../:id`, want: `segment changes what the path means`,
	},
	{
		text: "a wrong path in a constant", source: "const path = `/todos/(x)`\n\nvar Declared = restclient.RestEndpoint[int, Todo](path)",
		at: `path)`, want: `is the grammar of path-to-regexp 6`,
	},
	{
		text: "a wrong path in a local variable", source: "var Declared = func() *restclient.Read[int, Todo] {\n\tpath := \"/todos/\" + tail\n\treturn restclient.RestEndpoint[int, Todo](path)\n}()\n\nvar tail = \":id?\"",
		at: `path)`, want: `write "/todos{/:id}"`,
	},
	{
		text: "a resource without a parameter", source: `var Declared = restclient.CreateResource[Todo, int, restclient.None]("/todos")`,
		at: `"/todos"`, want: `write "/todos/:id"`,
	},
	{
		text: "a resource with a wildcard only", source: `var Declared = restclient.CreateResource[Todo, string, restclient.None]("/todos/*path")`,
		at: `"/todos/*path"`, want: `names no entity`,
	},
	{
		text: "a path that runs into the host", beyondErr: true, source: `var Declared = restclient.CreateResource[Todo, int, restclient.None]("todos/:id", restclient.WithURLPrefix("https://example.com"))`,
		at: `"todos/:id"`, want: `the path runs into the prefix, "https://example.comtodos/:id": write "/todos/:id"`,
	},
}

var argumentFaults = []fault{
	{
		text: "a scalar for two parameters", source: `var Declared = restclient.RestEndpoint[int, Todo]("/groups/:group/todos/:id")`,
		at: `int, Todo]`, want: "has 2 parameters: use a struct with fields tagged `path:\"group\"`, `path:\"id\"`",
	},
	{
		text: "a scalar for no parameter", source: `var Declared = restclient.CreateResource[Todo, int, string]("/todos/:id")`,
		at: `string]`, want: `the list path /todos has no parameters`,
	},
	{
		text: "a slice for one parameter", source: `var Declared = restclient.RestMutation[[]int, Todo, Todo]("/todos/:id")`,
		at: `[]int`, want: `has many values, but parameter "id" takes one`,
	},
	{
		text: "a map as arguments", source: `var Declared = restclient.RestEndpoint[map[string]string, Todo]("/todos/:id")`,
		at: `map[string]string`, want: `use a scalar for one path parameter, a struct with tagged fields otherwise`,
	},
	{
		text: "a pointer to a struct as arguments", source: "type Key struct {\n\tID int `path:\"id\"`\n}\n\nvar Declared = restclient.RestEndpoint[*Key, Todo](\"/todos/:id\")",
		at: `*Key, Todo`, want: `*Key cannot hold arguments`,
	},
	{
		text: "a parameter without a field", source: "type Key struct {\n\tID int `path:\"id\"`\n}\n\nvar Declared = restclient.RestEndpoint[Key, Todo](\"/groups/:group/todos/:id\")",
		at: `Key, Todo`, want: "Key has no field tagged `path:\"group\"`, which the path /groups/:group/todos/:id needs: add one",
	},
	{
		text: "None for a path with a parameter", source: `var Declared = restclient.RestMutation[restclient.None, Todo, Todo]("/todos/:id")`,
		at: `restclient.None, Todo`, want: "restclient.None has no field tagged `path:\"id\"`",
	},
	{
		text: "a list filter without the parameter of the parent", source: "type Key struct {\n\tGroup string `path:\"group\"`\n\tID int `path:\"id\"`\n}\n\nvar Declared = restclient.CreateResource[Todo, Key, restclient.None](\"/groups/:group/todos/:id\")",
		at: `restclient.None]`, want: "restclient.None has no field tagged `path:\"group\"`, which the list path /groups/:group/todos needs",
	},
	{
		text: "a tag that the path lacks", source: "type Key struct {\n\tID int `path:\"todo\"`\n}\n\nvar Declared = restclient.RestEndpoint[Key, Todo](\"/todos/:id\")",
		at: `Key, Todo`, want: "field ID of Key is bound to the path parameter \"todo\", which the path /todos/:id does not have: use `path:\"id\"`",
	},
	{
		text: "a slice in a field for one parameter", source: "type Key struct {\n\tID []int `path:\"id\"`\n}\n\nvar Declared = restclient.RestEndpoint[Key, Todo](\"/todos/:id\")",
		at: `Key, Todo`, want: `field ID of Key has many values, but parameter "id" takes one`,
	},
	{
		text: "arguments that do not yield the key", source: `var Declared = restclient.CreateResource[Todo, string, restclient.None]("/todos/:id")`,
		at: `string, restclient`, want: `the arguments string do not yield the key of type int: make parameter "id" of that type, or give string a method PK() int`,
	},
	{
		text: "a pointer to the key", source: `var Declared = restclient.CreateResource[Todo, *int, restclient.None]("/todos{/:id}")`,
		at: `*int`, want: `do not yield the key of type int`,
	},
	{
		text: "a key struct whose last parameter is of another type", source: "type Key struct {\n\tGroup int `path:\"group\"`\n\tID int64 `path:\"id\"`\n}\n\ntype Group struct {\n\tGroup int `path:\"group\"`\n}\n\nvar Declared = restclient.CreateResource[Todo, Key, Group](\"/groups/:group/todos/:id\")",
		at: `Key, Group]`, want: `do not yield the key of type int`,
	},
	{
		text: "a key method with a pointer receiver", source: "type Key struct {\n\tID string `path:\"id\"`\n}\n\nfunc (k *Key) PK() int { return 0 }\n\nvar Declared = restclient.CreateResource[Todo, Key, restclient.None](\"/todos/:id\")",
		at: `Key, restclient`, want: `do not yield the key of type int`,
	},
	{
		text: "a pointer as an entity", source: `var Declared = restclient.CreateResource[*Todo, int, restclient.None]("/todos/:id")`,
		at: `*Todo`, want: `the entity *Todo is not a struct`,
	},
	{
		text: "an entity that is not a struct", source: "type Number int\n\nfunc (n Number) PK() int { return int(n) }\n\nvar Declared = restclient.CreateResource[Number, int, restclient.None](\"/todos/:id\")",
		at: `Number, int, restclient`, want: `the entity Number is not a struct`,
	},
}

var fieldFaults = []fault{
	{text: "a field without a tag", source: filtered("Page int"), at: `Page int`, want: "field Page of Filter needs a tag: write `path:\"name\"`"},
	{text: "a field with the tag of another package", source: filtered("Page int `json:\"page\"`"), at: `Page int`, want: `needs a tag`},
	{text: "a path tag without a name", source: filtered("Page int `path:\"\"`"), at: `Page int`, want: `needs a tag`},
	{text: "a query tag without a name", source: filtered("Page int `query:\",omitempty\"`"), at: `Page int`, want: `has a tag without a name`},
	{text: "an unknown option", source: filtered("Page int `query:\"page,omitzero\"`"), at: `Page int`, want: `unknown option "omitzero"`},
	{text: "an option with a space", source: filtered("Page int `query:\"page, omitempty\"`"), at: `Page int`, want: `unknown option " omitempty"`},
	{text: "two places", source: filtered("Page int `path:\"page\" query:\"page\"`"), at: `Page int`, want: `has more than one of the tags`},
	{text: "a name that is bound twice", source: filtered("Page int `query:\"page\"`\n\tNumber int `query:\"page\"`"), at: `Number int`, want: `is bound to "page", which is bound twice`},
	{text: "a function", source: filtered("On func() `query:\"on\"`"), at: `On func`, want: `is a func(), which cannot be written into a URL`},
	{text: "a complex number", source: filtered("At complex128 `query:\"at\"`"), at: `At complex128`, want: `cannot be written`},
	{text: "an address", source: filtered("At uintptr `query:\"at\"`"), at: `At uintptr`, want: `cannot be written`},
	{text: "bytes", source: filtered("Sum []byte `query:\"sum\"`"), at: `Sum []byte`, want: `is a []byte, which cannot be written`},
	{text: "a slice of slices", source: filtered("Rows [][]int `query:\"rows\"`"), at: `Rows [][]int`, want: `is a list of lists or objects: give it the option brackets`},
	{text: "an object with a list of segments, in a list", source: filtered("Rows []struct{ ID int `path:\"id\"` } `query:\"rows,brackets\"`"), at: `Rows []struct`, want: `is a member of an object in a list or a map: give it a query tag`},
	{text: "a map with keys that are not strings", source: filtered("Sizes map[int]string `query:\"sizes\"`"), at: `Sizes map`, want: `cannot be written`},
	{text: "a struct with a field that has no tag", source: filtered("Range struct{ From string } `query:\"range\"`"), at: `From string`, want: "field From of Filter needs a tag"},
	{text: "a struct that is left out when it is empty", source: filtered("Range struct{ From string `query:\"from\"` } `query:\"range,omitempty\"`"), at: `Range struct`, want: "is a struct: drop omitempty and brackets"},
	{text: "a path tag in the object of a query parameter", source: filtered("Range struct{ From string `path:\"from\"` } `query:\"range\"`"), at: `From string`, want: `belongs to the query parameter "range"`},
	{text: "comma without a slice", source: filtered("Page int `query:\"page,comma\"`"), at: `Page int`, want: `has the option comma, which is for slices`},
	{text: "comma and brackets", source: filtered("Tags []string `query:\"tag,comma,brackets\"`"), at: `Tags []string`, want: `has two styles, or one of them twice`},
	{text: "a header name with a space", source: filtered("Trace string `header:\"X Trace\"`"), at: `Trace string`, want: `is not the name of a header`},
	{text: "a header of the transport", source: filtered("Host string `header:\"host\"`"), at: `Host string`, want: `sets the header Host, which belongs to the transport`},
	{text: "an option that headers do not have", source: filtered("Trace string `header:\"X-Trace,brackets\"`"), at: `Trace string`, want: `use omitempty, comma, space, pipe, tab or exploded`},
	{text: "a map in a header", source: filtered("Trace map[string]string `header:\"X-Trace\"`"), at: `Trace map`, want: `is an object: give it one of the options comma and exploded`},
	{text: "a map that holds another parameter", source: filtered("By map[string]string `query:\"by\"`\n\tName string `query:\"by[name]\"`"), at: `Name string`, want: `bound twice`},
	{
		text: "a marshaler with a pointer receiver", source: filtered("At Point `query:\"at\"`") + "\n\ntype Point struct{ x, y int }\n\nfunc (p *Point) MarshalText() ([]byte, error) { return nil, nil }",
		at: `At Point`, want: `MarshalText of Point has a pointer receiver: use *Point`,
	},
	{text: "a field of an embedded struct", source: "type Page struct {\n\tNumber int\n}\n\n" + filtered("Page"), at: "Number int", want: "field Number of Filter needs a tag"},
	{
		text: "a struct of another package", source: "import (\n\t\"sync\"\n\n\t\"github.com/trefoil-go/trefoil/modules/restclient\"\n)\n\nvar Declared = restclient.RestEndpoint[sync.Pool, Todo](\"/todos/:id\")",
		at: "sync.Pool", want: "field New of sync.Pool needs a tag",
	},
}

var optionFaults = []fault{
	{
		text: "a method in lower case", source: `var Declared = restclient.RestEndpoint[int, Todo]("/todos/:id", restclient.WithMethod("post"))`,
		at: `restclient.WithMethod`, want: `write "POST"`,
	},
	{
		text: "a method with a space", source: `var Declared = restclient.RestMutation[int, Todo, Todo]("/todos/:id", restclient.WithMethod("PUT "))`,
		at: `restclient.WithMethod`, want: `"PUT " is not an HTTP method`,
	},
	{
		text: "a mutation with GET", source: "import (\n\t\"net/http\"\n\n\t\"github.com/trefoil-go/trefoil/modules/restclient\"\n)\n\nvar Declared = restclient.RestMutation[int, Todo, Todo](\"/todos/:id\", restclient.WithMethod(http.MethodGet))",
		at: `restclient.WithMethod`, want: `a mutation cannot be GET`,
	},
	{
		text: "a method for a resource", source: `var Declared = restclient.CreateResource[Todo, int, restclient.None]("/todos/:id", restclient.WithMethod("PUT"))`,
		at: `restclient.WithMethod`, want: `the methods of a resource are fixed`,
	},
	{
		text: "a schema for a resource", source: `var Declared = restclient.CreateResource[Todo, int, restclient.None]("/todos/:id", restclient.WithSchema(restclient.EntityOf[Todo]()))`,
		at: `restclient.WithSchema`, want: `the schemas of a resource are fixed`,
	},
	{
		text: "a schema of another result", source: `var Declared = restclient.RestEndpoint[restclient.None, Todo]("/todos", restclient.WithSchema(restclient.ListOf[Todo]()))`,
		at: `restclient.WithSchema`, want: `but the result of the endpoint is Todo`,
	},
	{
		text: "a pagination field that the filter lacks", source: "type Filter struct {\n\tPage int `query:\"page\"`\n}\n\nvar Declared = restclient.CreateResource[Todo, int, Filter](\"/todos/:id\", restclient.WithPaginationField(\"cursor\"))",
		at: `restclient.WithPaginationField`, want: `Filter has no query parameter "cursor"`,
	},
	{
		text: "a pagination field for an endpoint", source: "type Filter struct {\n\tPage int `query:\"page\"`\n}\n\nvar Declared = restclient.RestEndpoint[Filter, []string](\"/todos\", restclient.WithPaginationField(\"page\"))",
		at: `restclient.WithPaginationField`, want: `WithPaginationField is for resources`,
	},
	{
		text: "an envelope for an endpoint", source: `var Declared = restclient.RestEndpoint[int, Todo]("/todos/:id", restclient.WithEntityIn("todo"))`,
		at: `restclient.WithEntityIn`, want: `WithEntityIn is for resources`,
	},
	{
		text: "an envelope for the body of an endpoint", source: `var Declared = restclient.RestMutation[int, Todo, Todo]("/todos/:id", restclient.WithBodyIn("todo"))`,
		at: `restclient.WithBodyIn`, want: `WithBodyIn is for resources`,
	},
	{
		text: "an option in a variable", source: "var lower = restclient.WithMethod(\"get\")\n\nvar Declared = restclient.RestEndpoint[int, Todo](\"/todos/:id\", lower)",
		at: `lower)`, want: `write "GET"`,
	},
}

var spellings = []fault{
	{
		text: "a renamed import", source: "import rest \"github.com/trefoil-go/trefoil/modules/restclient\"\n\nvar Declared = rest.RestEndpoint[int, Todo](\"/todos\")",
		at: "int, Todo", want: "no parameters",
	},
	{
		text: "a dot import", source: "import . \"github.com/trefoil-go/trefoil/modules/restclient\"\n\nvar Declared = (RestEndpoint[int, Todo])(\"/todos\")",
		at: "int, Todo", want: "no parameters",
	},
	{
		text: "an explicit key type", source: `var Declared = restclient.CreateResource[Todo, string, restclient.None, int]("/todos/:id")`,
		at: "string, restclient.None", want: "do not yield",
	},
	{
		text: "an alias", source: "type Number = string\n\nvar Declared = restclient.CreateResource[Todo, Number, restclient.None](\"/todos/:id\")",
		at: "Number, restclient.None", want: "do not yield",
	},
	{
		text: "a generic argument type", source: "type Key[T any] struct {\n\tID T `path:\"id\"`\n}\n\nvar Declared = restclient.CreateResource[Todo, Key[string], restclient.None](\"/todos/:id\")",
		at: "Key[string], restclient", want: "do not yield",
	},
	{
		text: "a function in a variable", source: "var create = restclient.CreateResource[Todo, string, restclient.None]\n\nvar Declared = create(\"/todos/:id\")",
		at: "string, restclient.None", want: "do not yield",
	},
	{
		text: "a local declaration", source: "var Declared = func() *restclient.Read[int, Todo] {\n\ttodos := restclient.RestEndpoint[int, Todo](\"/todos\")\n\treturn todos\n}()",
		at: "int, Todo](", want: "no parameters",
	},
	{
		text: "type arguments that are inferred", source: "var declare func(string, ...restclient.EndpointOption) *restclient.Read[int, Todo] = restclient.RestEndpoint\n\nvar Declared = declare(\"/todos\")",
		at: `declare("/todos")`, want: "no parameters",
	},
}

// notes are declarations with a note, whatever Err says.
var notes = []fault{
	{
		text: "a path that is computed", source: "import (\n\t\"os\"\n\n\t\"github.com/trefoil-go/trefoil/modules/restclient\"\n)\n\nvar Declared = restclient.RestEndpoint[int, Todo](os.Getenv(\"API\") + \"/todos/:id\")",
		at: `os.Getenv`, want: `the path is not a constant`,
	},
	{
		text: "a path that is set twice", source: "var Declared = func() *restclient.Read[int, Todo] {\n\tpath := \"/todos\"\n\tpath += \"/:id\"\n\treturn restclient.RestEndpoint[int, Todo](path)\n}()",
		at: `path)`, want: `the path is not a constant`,
	},
	{
		text: "a path that other packages can set", source: "var path, Path = \"/todos\", \"/todos/:id\"\n\nvar Declared = restclient.RestEndpoint[int, Todo](Path)\n\nvar _ = path",
		at: `Path)`, want: `the path is not a constant`,
	},
	{
		text: "a slice of entities without a schema", source: `var Declared = restclient.RestEndpoint[restclient.None, []Todo]("/todos")`,
		at: `[]Todo`, want: `[]Todo is stored as it is, and what changes a Todo does not reach it: make the result List[Todo] with WithSchema(ListOf[Todo]())`,
	},
	{
		text: "an entity with names for some of its members", source: "type Note struct {\n\tID int `json:\"id\"`\n\tText, Author string\n\tdraft bool\n}\n\nfunc (n Note) PK() int { return n.ID }\n\nvar Declared = restclient.CreateResource[Note, int, restclient.None](\"/notes/:id\")",
		at: `Note, int`, want: `Note has fields without a json tag beside those with one: they are read from the members "Text", "Author", compared with case`,
	},
	{
		text: "a list of an entity with names for some of its members", source: "type Note struct {\n\tID int `json:\"id\"`\n\tText string\n}\n\nfunc (n Note) PK() int { return n.ID }\n\nvar Declared = restclient.RestEndpoint[restclient.None, restclient.List[Note]](\"/notes\", restclient.WithSchema(restclient.ListOf[Note]()))",
		at: `restclient.WithSchema`, want: `Note has fields without a json tag`,
	},
}

// silent are declarations that restvet cannot judge, and what only looks like
// one.
var silent = []fault{
	{text: "options that come as a slice", source: "var options = []restclient.EndpointOption{restclient.WithMethod(\"get\")}\n\nvar declared = restclient.RestEndpoint[int, Todo](\"/todos/:id\", options...)"},
	{text: "an option that a later one may change", source: "var declared = restclient.RestEndpoint[int, Todo](\"/todos/:id\", restclient.WithMethod(\"get\"), option())\n\nfunc option() restclient.EndpointOption { return restclient.WithMethod(\"GET\") }"},
	{text: "a method that is computed", source: "import (\n\t\"os\"\n\n\t\"github.com/trefoil-go/trefoil/modules/restclient\"\n)\n\nvar declared = restclient.RestEndpoint[int, Todo](\"/todos/:id\", restclient.WithMethod(os.Getenv(\"METHOD\")))"},
	{text: "the types of a generic function", source: "func declare[E restclient.Entity[K], P, F any, K comparable]() restclient.Resource[E, P, F] {\n\ttype filter struct{ F F }\n\t_ = restclient.RestEndpoint[filter, []E](\"/todos\")\n\treturn restclient.CreateResource[E, P, F, K](\"/todos/:id\")\n}"},
	{text: "parts that are computed", source: strings.Replace(holder("By *Author", "parts"), "[]restclient.Nested{parts}", "parts()", 1) + author + "func parts() []restclient.Nested { return nil }\n\n" + "var declared = restclient.CreateResource[Post, int, restclient.None](\"/posts/:id\")"},
	{text: "the parts of an object that come as a slice", source: "var parts []restclient.Nested\n\nvar declared = restclient.RestEndpoint[restclient.None, []Todo](\"/x\", restclient.WithSchema(restclient.ObjectOf[[]Todo](parts...)))"},
	{text: "a schema in an option that is not known", source: "type Feed struct{ Todos restclient.List[Todo] }\n\nvar declared = restclient.RestEndpoint[restclient.None, Feed](\"/x\", option())\n\nfunc option() restclient.EndpointOption {\n\treturn restclient.WithSchema(restclient.ObjectOf[Feed](restclient.EntityOf[Todo]()))\n}"},
	{text: "pages of a read that other packages can set", source: filter + "var Search = restclient.RestEndpoint[Filter, []string](\"/todos\")\n\nfunc pages() *restclient.Read[Filter, []string] { return restclient.PageOf(Search, \"page\") }"},
	{text: "the cursor of pages in an embedded struct", source: filter + "type All struct {\n\t*Filter\n\tBy string `query:\"by\"`\n}\n\nvar search = restclient.RestEndpoint[All, restclient.List[Todo]](\"/todos\", restclient.WithSchema(restclient.ListOf[Todo]()))\n\nvar declared = restclient.PageOf(search, \"page\")"},
	{text: "a function of the same name", source: "import \"github.com/trefoil-go/trefoil/modules/restclient\"\n\nvar declared = RestEndpoint[restclient.None, Todo](\"/todos/:id?\")\n\nfunc RestEndpoint[A, R any](string) (r *restclient.Read[A, R]) { return r }"},
}

// recursive are types that a check must not follow for ever. They are not run.
var recursive = []fault{
	{text: "a struct that holds itself", source: "type Node struct {\n\tNext *Node `query:\"next\"`\n}\n\nvar declared = restclient.RestEndpoint[Node, Todo](\"/todos\")", at: "Next *Node", want: "nests deeper than 8"},
	{text: "a struct that embeds itself", source: "type Node struct {\n\t*Node\n}\n\nvar declared = restclient.RestEndpoint[Node, Todo](\"/todos\")", at: "Node\n}", want: "nests deeper than 8"},
	{text: "a slice of itself", source: "type Nest []Nest\n\nvar declared = restclient.RestEndpoint[Nest, Todo](\"/todos\")", at: "Nest, Todo", want: "cannot hold arguments"},
	{text: "a pointer to itself", source: "type Loop *Loop\n\nvar declared = restclient.RestEndpoint[Loop, Todo](\"/todos\")", at: "Loop, Todo", want: "cannot hold arguments"},
}

func filtered(fields string) string {
	return "type Filter struct {\n\t" + fields + "\n}\n\nvar Declared = restclient.CreateResource[Todo, int, Filter](\"/todos/:id\")"
}

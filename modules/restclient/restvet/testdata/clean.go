// Package clean holds declarations that work.
package clean

import (
	"time"

	. "github.com/trefoil-go/trefoil/modules/restclient"
	rest "github.com/trefoil-go/trefoil/modules/restclient"
)

type Todo struct {
	ID    int    `json:"id,omitzero"`
	Title string `json:"title"`
}

func (t Todo) PK() int { return t.ID }

type Slug string

type Article struct {
	Slug Slug `json:"slug"`
}

func (a Article) PK() Slug { return a.Slug }

type Member struct {
	Group string `json:"group"`
	ID    int    `json:"id"`
}

func (m Member) PK() MemberKey { return MemberKey{m.Group, m.ID} }

type MemberKey struct {
	Group string `path:"group"`
	ID    int    `path:"id"`
}

type ByGroup struct {
	Group     string `path:"group"`
	PageQuery *int   `query:"page"`
}

type PageQuery struct {
	Number int `query:"page,omitempty"`
}

type Filter struct {
	PageQuery
	UserID  *int      `query:"userId"`
	Tags    []string  `query:"tag"`
	Done    bool      `query:"done"`
	OrderBy string    `query:"orderBy,omitempty"`
	Locale  string    `query:"locale,omitempty,nofilter"`
	Since   time.Time `query:"since,omitempty"`
	Ratio   float64   `query:"ratio,omitempty"`
	secret  string
}

type NestedKey struct {
	Org, Team string
}

func (n NestedKey) PK() Key { return Key{n.Org, n.Team} }

type Key struct {
	Org  string `path:"org"`
	Team string `path:"team"`
}

type KeyWithPK struct {
	Space string `path:"space"`
	Name  string `path:"name"`
}

func (k KeyWithPK) PK() Slug { return Slug(k.Space + "/" + k.Name) }

type SpaceFilter struct {
	Space string `path:"space"`
}

type OrgFilter struct {
	Org string `path:"org"`
}

type Files struct {
	Path []string `path:"path"`
}

type Versioned struct {
	Version string `path:"version"`
	ID      int    `path:"id"`
	Verbose bool   `query:"verbose,omitempty"`
}

type VersionFilter struct {
	Version string `path:"version"`
}

type ID[T any] struct {
	Value T `path:"id"`
}

type (
	Alias   = Todo
	Filter2 = Filter
)

const (
	base = "/api"
	v2   = base + "/v2"
)

var (
	prefix = rest.WithURLPrefix("https://api.example.com")
	search = "/search" + suffix
	suffix = "/all"
)

var (
	R01 = rest.CreateResource[Todo, int, None]("/todos/:id")
	R02 = rest.CreateResource[Todo, int, Filter]("/todos/:id", prefix)
	R03 = CreateResource[Todo, int, Filter]("/todos/:id", WithPaginationField("page"))
	R04 = CreateResource[Article, Slug, Filter]("/articles/:slug", WithURLPrefix("https://api.example.com/v1"))
	R05 = CreateResource[Member, MemberKey, ByGroup]("/groups/:group/users/:id", WithPaginationField("page"))
	R06 = CreateResource[NestedKey, Key, OrgFilter]("/orgs/:org/teams/:team")
	R07 = CreateResource[Article, KeyWithPK, SpaceFilter]("/spaces/:space/articles/:name")
	R08 = CreateResource[Todo, Versioned, VersionFilter]("/{:version/}todos/:id")
	R09 = CreateResource[Alias, int, Filter2]("/todos/:id/detail", WithName("todo"), WithExpiry(time.Minute))
	R10 = CreateResource[Todo, int, None](v2 + "/todos/:id")
	R11 = CreateResource[Todo, int, struct{}]("/todos{/:id}")
	R12 = CreateResource[Todo, int, None, int](`/todos/:id.json`)
	R13 = CreateResource[Todo, ID[int], None]("/todos/:id")
	R14 = CreateResource[Todo, int, None]("http\\://api.example.com/todos/:id")
	R15 = CreateResource[Todo, int, None]("todos/:id", WithURLPrefix("https://api.example.com/"))
	R16 = CreateResource[Todo, int, None]("/todos/:id", WithMethod(""), WithPaginationField(""))
	R17 = CreateResource[Todo, int, None]("/todos/:\"the id\"")
	R18 = CreateResource[Todo, int, None](":id")
	R19 = CreateResource[Todo, int, None]("/t\u00f6dos/:id")
	R20 = Must(CreateResource[Todo, int, None]("/a-b_c~d/:id"))
)

var (
	E01 = RestEndpoint[None, string]("/health")
	E02 = RestEndpoint[None, Todo]("/todos/first", WithSchema(EntityOf[Todo]()))
	E03 = RestEndpoint[int, Todo]("/todos/:id", WithSchema[Todo](EntityOf[Todo]()))
	E04 = RestEndpoint[Filter, List[Todo]]("/todos", WithSchema(ListOf[Todo]()))
	E05 = RestEndpoint[Filter, []string](search)
	E06 = RestEndpoint[Files, []byte]("/files/*path")
	E07 = RestEndpoint[[]string, []byte]("/files/*path")
	E08 = RestEndpoint[string, []byte]("/files/*path")
	E09 = RestEndpoint[*int, Todo]("/todos{/:id}")
	E10 = RestEndpoint[time.Time, []byte]("/days/:day")
	E11 = RestEndpoint[Slug, Article]("/articles/:slug", WithMethod("SEARCH"))
	E12 = RestEndpoint[MemberKey, Member]("/groups/:group/users/:id")
	E13 = RestEndpoint[None, map[string]any]("")
	E14 = RestEndpoint[None, string]("/\\:literal")
	E15 = RestEndpoint[uint8, Todo]("/todos/:id")
	E16 = RestEndpoint[float64, Todo]("/near/:distance")
	E17 = RestEndpoint[bool, Todo]("/flag/:on")
	E18 = RestEndpoint[struct {
		ID int `path:"id"`
	}, Todo]("/todos/:id")
	E19 = RestEndpoint[[]int, Todo]("/todos/*ids")
	E20 = RestEndpoint[ID[string], Todo]("/todos/:id")
	E21 = func() *Read[int, Todo] {
		path := "/todos/:id"
		return RestEndpoint[int, Todo](path)
	}()
	E22 = RestEndpoint[None, string]("/paren")
	E23 = RestEndpoint[None, Todo]("/x", WithSchema(Schema[Todo]{}))
	E24 = RestEndpoint[None, string]("/x", WithMethod("get"), WithMethod("GET"))
	E25 = RestEndpoint[string, string]("/*\"a b\"", WithPaginationField(""))
)

var (
	M01 = RestMutation[None, Todo, Todo]("/todos")
	M02 = RestMutation[int, None, None]("/todos/:id/complete", WithMethod("PUT"))
	M03 = RestMutation[MemberKey, Fields, Member]("/groups/:group/users/:id", WithMethod("PATCH"), prefix)
	M04 = RestMutation[Filter, []Todo, None]("/todos/import")
	M05 = RestMutation[None, None, Todo]("/todos/next", WithSchema(EntityOf[Todo]()))
	M06 = RestMutation[string, None, None]("/sessions/:token", WithMethod("DELETE"))
)

// Package nested holds declarations of entities inside others that work, and of
// what depends on their types.
package nested

import (
	"fmt"
	"time"

	"github.com/trefoil-go/trefoil/modules/restclient"
)

type User struct {
	Name   string                 `json:"name"`
	Posts  restclient.List[Post]  `json:"posts"`
	Boss   restclient.Ref[User]   `json:"boss"`
	Team   restclient.Map[Member] `json:"team"`
	Joined time.Time              `json:"joined"`
}

func (u User) PK() string { return u.Name }

func (User) Nested() []restclient.Nested {
	return []restclient.Nested{
		restclient.Nest(&Posts.GetList, func(u User) PostFilter { return PostFilter{By: u.Name} }),
		restclient.EntityOf[User](),
		restclient.EntityOf[Member](),
	}
}

type Member struct {
	ID   int  `json:"id"`
	Tree Tree `json:"tree"`
	Note any  `json:"note"`
}

func (m Member) PK() int { return m.ID }

// Tree has no end and no entities.
type Tree struct {
	Kids map[string][]Tree
	Next *Tree
}

type Post struct {
	ID      int                    `json:"id"`
	By      restclient.Ref[User]   `json:"by"`
	Readers []restclient.Ref[User] `json:"readers"`
	Hidden  *User                  `json:"-"`
	Text    Text                   `json:"text"`
}

func (p Post) PK() int { return p.ID }

func (Post) Nested() []restclient.Nested {
	return []restclient.Nested{users}
}

var users = restclient.EntityOf[User]()

// Text decodes itself, so that the store does not look into it.
type Text struct{ Author *Member }

func (t *Text) UnmarshalText([]byte) error { return nil }

type PostFilter struct {
	By     string `query:"by,omitempty"`
	IDs    []int  `query:"id"`
	Cursor string `query:"cursor,omitempty"`
}

// Pinned has the fields of a post, which is not nesting.
type Pinned struct {
	Post
	Until time.Time
}

type Feed struct {
	Paging
	Results restclient.List[Post] `json:"results"`
	Top     restclient.List[Post] `json:"top"`
	Users   map[int64][2]User     `json:"users"`
}

type Paging struct {
	Next string `json:"next"`
}

type Item interface{ PK() int }

type ByName struct {
	Name string `path:"name"`
}

var (
	byName = restclient.NewIndex(Members, func(m Member) string { return fmt.Sprint(m.ID) })
	items  = restclient.UnionOf[Item]("type", restclient.Case("post", restclient.EntityOf[Post]()), restclient.Case("member", restclient.EntityOf[Member]()))
	batch  = restclient.WithBatchGet(func(ids []int) PostFilter { return PostFilter{IDs: ids} })
)

var (
	Users   = restclient.CreateResource[User, string, restclient.None]("/users/:name", restclient.WithIfMatch(), restclient.WithSerialMutations())
	Members = restclient.CreateResource[Member, int, struct{}]("/members/:id")
	Posts   = restclient.CreateResource[Post, int, PostFilter]("/posts/:id", batch,
		restclient.WithTagsOf(func(id int) []string { return nil }),
		restclient.WithTagsOf(func(f PostFilter) []string { return nil }))
	Pins = restclient.CreateResource[Pinned, int, restclient.None]("/pins/:id", restclient.WithTags("pins"), restclient.WithoutPersistence())
)

var (
	Search     = restclient.RestEndpoint[PostFilter, restclient.List[Post]]("/posts", restclient.WithSchema(restclient.ListOf[Post]()))
	SearchPage = restclient.PageOf(Search, "cursor")
	PostsPage  = restclient.PageOf(Posts.GetList, "cursor")
	GetFeed    = restclient.RestEndpoint[PostFilter, Feed]("/feed", restclient.WithSchema(restclient.ObjectOf[Feed](users, restclient.EntityOf[Post]())))
	FeedPage   = restclient.PageOf(GetFeed, "cursor")
	Everything = restclient.RestEndpoint[restclient.None, []restclient.OneOf[Item]]("/items", restclient.WithSchema(restclient.ObjectOf[[]restclient.OneOf[Item]](items)))
	Named      = restclient.RestEndpoint[restclient.None, restclient.Map[Member]]("/team", restclient.WithSchema(restclient.ObjectOf[restclient.Map[Member]](restclient.ListOf[Member]())))
	Assign     = restclient.AssignTo[map[string]Member](Named)
	One        = restclient.RestEndpoint[string, Member]("/members/by/:name", restclient.WithSchema(restclient.EntityBy(byName)))
	OneBy      = restclient.RestEndpoint[ByName, Member]("/members/by/:name", restclient.WithSchema(restclient.EntityBy(byName)))
	Plain      = restclient.RestEndpoint[restclient.None, Member]("/plain")
	Whole      = restclient.RestEndpoint[restclient.None, Tree]("/tree")
	Lock       = restclient.RestMutation[int, restclient.None, Post]("/posts/:id/lock", restclient.WithIfMatch(), restclient.WithSerialMutations(),
		restclient.WithTagsOf(func(id int) []string { return nil }), restclient.WithSchema(restclient.EntityOf[Post]()))
)

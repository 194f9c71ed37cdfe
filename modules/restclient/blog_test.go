package restclient_test

import (
	"io"
	"net/http"
	"sync"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient"
)

// A blog: articles by users, in which everything occurs in some way.

type Author struct {
	ID   int    `json:"id"`
	Name string `json:"name"`
}

func (a Author) PK() int { return a.ID }

type Tag struct {
	Slug  string `json:"slug"`
	Label string `json:"label"`
}

func (t Tag) PK() string { return t.Slug }

type Story struct {
	ID      int                   `json:"id"`
	Slug    string                `json:"slug"`
	Title   string                `json:"title"`
	Author  Author                `json:"author"`
	Editor  *Author               `json:"editor,omitzero"`
	Tags    []Tag                 `json:"tags,omitzero"`
	ByName  map[string]Author     `json:"byName,omitzero"`
	Related restclient.Ref[Story] `json:"related,omitzero"`
}

func (a Story) PK() int { return a.ID }

func (Story) Nested() []restclient.Nested {
	return []restclient.Nested{
		restclient.EntityOf[Author](), restclient.EntityOf[Tag](), restclient.EntityOf[Story](),
	}
}

type Feed struct {
	Results  restclient.List[Story] `json:"results"`
	NextPage string                 `json:"nextPage"`
	Pinned   restclient.Ref[Story]  `json:"pinned"`
}

type FeedFilter struct {
	Tag    string `query:"tag,omitempty"`
	Cursor string `query:"cursor,omitempty"`
}

type Node struct {
	ID   int                  `json:"id"`
	Next restclient.Ref[Node] `json:"next"`
}

func (n Node) PK() int { return n.ID }

func (Node) Nested() []restclient.Nested {
	return []restclient.Nested{restclient.EntityOf[Node]()}
}

// Owner has a list of tasks, which is the list of the tasks of this owner.
type Owner struct {
	ID    int                   `json:"id"`
	Tasks restclient.List[Task] `json:"tasks"`
}

func (o Owner) PK() int { return o.ID }

func (Owner) Nested() []restclient.Nested {
	return []restclient.Nested{restclient.Nest(&Tasks.GetList, func(o Owner) TaskFilter { return TaskFilter{OwnerID: o.ID} })}
}

type Task struct {
	ID      int    `json:"id,omitzero"`
	OwnerID int    `json:"ownerId"`
	Title   string `json:"title"`
}

func (t Task) PK() int { return t.ID }

type TaskFilter struct {
	OwnerID int `query:"ownerId,omitempty"`
}

// Item is what a feed of several types holds.
type Item interface{ Kind() string }

type Post struct {
	ID   int    `json:"id"`
	Type string `json:"type"`
	Text string `json:"text"`
}

func (p Post) PK() int    { return p.ID }
func (Post) Kind() string { return "post" }

type Link struct {
	ID   int    `json:"id"`
	Type string `json:"type"`
	URL  string `json:"url"`
}

func (l Link) PK() int    { return l.ID }
func (Link) Kind() string { return "link" }

var (
	apiPrefix = restclient.WithURLPrefix("http://api.test")

	Authors = restclient.CreateResource[Author, int, restclient.None]("/authors/:id", apiPrefix)
	Tags    = restclient.CreateResource[Tag, string, restclient.None]("/tags/:slug", apiPrefix)
	Stories = restclient.CreateResource[Story, int, FeedFilter]("/articles/:id", apiPrefix)
	Owners  = restclient.CreateResource[Owner, int, restclient.None]("/owners/:id", apiPrefix)
	Tasks   = restclient.CreateResource[Task, int, TaskFilter]("/tasks/:id", apiPrefix)
	Nodes   = restclient.CreateResource[Node, int, restclient.None]("/nodes/:id", apiPrefix)
	Posts   = restclient.CreateResource[Post, int, restclient.None]("/posts/:id", apiPrefix)
	Links   = restclient.CreateResource[Link, int, restclient.None]("/links/:id", apiPrefix)

	GetFeed = restclient.RestEndpoint[FeedFilter, Feed]("/articles", apiPrefix,
		restclient.WithSchema(restclient.ObjectOf[Feed](restclient.EntityOf[Story]())))
	FeedPage = restclient.PageOf(GetFeed, "cursor")

	BySlug    = restclient.NewIndex(Stories, func(a Story) string { return a.Slug })
	GetBySlug = restclient.RestEndpoint[string, Story]("/slugs/:slug", apiPrefix,
		restclient.WithSchema(restclient.EntityBy(BySlug)))

	items    = restclient.UnionOf[Item]("type", restclient.Case("post", restclient.EntityOf[Post]()), restclient.Case("link", restclient.EntityOf[Link]()))
	GetItems = restclient.RestEndpoint[restclient.None, []restclient.OneOf[Item]]("/items", apiPrefix,
		restclient.WithSchema(restclient.ObjectOf[[]restclient.OneOf[Item]](items)))

	GetStaff = restclient.RestEndpoint[restclient.None, restclient.Map[Author]]("/staff", apiPrefix,
		restclient.WithSchema(restclient.ObjectOf[restclient.Map[Author]](restclient.EntityOf[Author]())))
	AddStaff = restclient.AssignTo[map[string]Author](GetStaff)
)

// script answers each request with the JSON that was set for it.
type answerServer struct {
	mu       sync.Mutex
	answers  map[string]string
	requests []string
	bodies   []string
}

func newAnswers(answers map[string]string) *answerServer { return &answerServer{answers: answers} }

func (s *answerServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	request := r.Method + " " + r.RequestURI
	s.mu.Lock()
	answer, ok := s.answers[request]
	s.requests, s.bodies = append(s.requests, request), append(s.bodies, string(body))
	s.mu.Unlock()
	switch {
	case !ok:
		w.WriteHeader(http.StatusNotFound)
	case answer == "":
		w.WriteHeader(http.StatusNoContent)
	default:
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, answer)
	}
}

func (s *answerServer) set(request, answer string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.answers[request] = answer
}

func (s *answerServer) count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.requests)
}

func (s *answerServer) lastBody() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.bodies[len(s.bodies)-1]
}

func must[T any](value T, err error) T {
	GinkgoHelper()
	Expect(err).NotTo(HaveOccurred())
	return value
}

func storyTitles(l restclient.List[Story]) []string {
	var s []string
	for _, a := range l.All() {
		s = append(s, a.Title)
	}
	return s
}

const firstStory = `{"id":1,"slug":"one","title":"One","author":{"id":7,"name":"Ann"},"editor":{"id":8,"name":"Bob"},
	"tags":[{"slug":"go","label":"Go"},{"slug":"db","label":"Databases"}],"byName":{"a":{"id":7,"name":"Ann"},"b":{"id":8,"name":"Bob"}}}`

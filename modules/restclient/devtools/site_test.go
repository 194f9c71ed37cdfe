package devtools_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"golang.org/x/net/html"

	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/devtools"
	"github.com/trefoil-go/trefoil/modules/restclient/restfake"
)

type Todo struct {
	ID     int    `json:"id,omitzero"`
	UserID int    `json:"userId,omitzero"`
	Title  string `json:"title"`
	Token  string `json:"apiToken,omitempty"`
	Link   string `json:"link,omitempty"`
}

func (t Todo) PK() int { return t.ID }

type TodoFilter struct {
	UserID int    `query:"userId,omitempty"`
	Token  string `query:"token,omitempty"`
}

var Todos = restclient.Must(restclient.CreateResource[Todo, int, TodoFilter]("/todos/:id",
	restclient.WithURLPrefix("http://api.test"), restclient.WithOptimistic(), restclient.WithTags("todos")))

const todoTable = "devtools_test.Todo"

// site is a client, and the pages about it on a server.
type site struct {
	fake   *restfake.Server
	stored *restfake.Collection[Todo]
	client *restclient.Client
	todos  *restclient.Bound[Todo, int, TodoFilter]
	server *httptest.Server
	url    string // ends with a slash
}

func newSite(opts ...devtools.Option) *site {
	GinkgoHelper()
	return newSiteOf(restfake.New(), opts...)
}

// newSiteOf is newSite with routes that answer before others.
func newSiteOf(fake *restfake.Server, opts ...devtools.Option) *site {
	GinkgoHelper()
	return newSiteSharing(fake, nil, opts...)
}

// newSiteSharing is newSiteOf with options of the client.
func newSiteSharing(fake *restfake.Server, how []restclient.Option, opts ...devtools.Option) *site {
	GinkgoHelper()
	s := &site{fake: fake}
	s.stored = restfake.NewCollection(s.fake, "/todos/:id",
		Todo{ID: 1, UserID: 1, Title: "read"}, Todo{ID: 2, UserID: 1, Title: "write"}, Todo{ID: 3, UserID: 2, Title: "rest"})
	var err error
	s.client, err = restclient.New(s.fake, how...)
	Expect(err).NotTo(HaveOccurred())
	DeferCleanup(s.client.Close)
	s.todos = Todos.On(s.client)
	mux := http.NewServeMux()
	mux.Handle("/debug/rest/", devtools.Handler(s.client, opts...))
	s.server = httptest.NewServer(mux)
	DeferCleanup(s.server.Close)
	s.url = s.server.URL + "/debug/rest/"
	return s
}

// put changes what the server has as somebody else would.
func (s *site) put(todos ...Todo) {
	all := s.stored.All()
	for _, todo := range todos {
		at := slices.IndexFunc(all, func(t Todo) bool { return t.ID == todo.ID })
		if at < 0 {
			all = append(all, todo)
		} else {
			all[at] = todo
		}
	}
	s.stored.Set(all...)
}

// page is a page, parsed.
type page struct {
	status int
	header http.Header
	text   string // as it was sent
	root   *html.Node
}

// get reads the page at a URL relative to the first one.
func (s *site) get(ctx context.Context, path string) page {
	GinkgoHelper()
	return s.do(ctx, http.MethodGet, path, nil, nil)
}

// press submits a form.
func (s *site) press(ctx context.Context, path string, form url.Values) page {
	GinkgoHelper()
	return s.do(ctx, http.MethodPost, path, strings.NewReader(form.Encode()), http.Header{
		"Content-Type": {"application/x-www-form-urlencoded"}, "Sec-Fetch-Site": {"same-origin"},
	})
}

func (s *site) do(ctx context.Context, method, path string, body io.Reader, header http.Header) page {
	GinkgoHelper()
	base, err := url.Parse(s.url)
	Expect(err).NotTo(HaveOccurred())
	target, err := base.Parse(path)
	Expect(err).NotTo(HaveOccurred())
	req, err := http.NewRequestWithContext(ctx, method, target.String(), body)
	Expect(err).NotTo(HaveOccurred())
	for name, values := range header {
		req.Header[name] = values
		if name == "Host" {
			req.Host = values[0]
		}
	}
	res, err := http.DefaultTransport.RoundTrip(req)
	Expect(err).NotTo(HaveOccurred())
	defer func() { _ = res.Body.Close() }()
	text, err := io.ReadAll(res.Body)
	Expect(err).NotTo(HaveOccurred())
	root, err := html.Parse(strings.NewReader(string(text)))
	Expect(err).NotTo(HaveOccurred())
	return page{res.StatusCode, res.Header, string(text), root}
}

// all returns the nodes with a tag below the one with an id, or below the root.
func (p page) all(id, tag string) []*html.Node {
	root := p.root
	if id != "" {
		root = p.section(id)
	}
	var all []*html.Node
	for n := range root.Descendants() {
		if n.Type == html.ElementNode && n.Data == tag {
			all = append(all, n)
		}
	}
	return all
}

// section is the parent of the node with an id.
func (p page) section(id string) *html.Node {
	GinkgoHelper()
	for n := range p.root.Descendants() {
		if attribute(n, "id") == id {
			return n.Parent
		}
	}
	Fail("there is no section " + id + " in\n" + p.text)
	return nil
}

// rows are the rows of the table in a section, cell by cell.
func (p page) rows(id string) [][]string {
	GinkgoHelper()
	var rows [][]string
	for _, tr := range p.all(id, "tr") {
		var row []string
		for n := range tr.Descendants() {
			if n.Type == html.ElementNode && (n.Data == "td" || n.Data == "th" && attribute(n, "scope") == "row") {
				row = append(row, words(n))
			}
		}
		if row != nil {
			rows = append(rows, row)
		}
	}
	return rows
}

// column is one column of these rows.
func (p page) column(id string, at int) []string {
	GinkgoHelper()
	var all []string
	for _, row := range p.rows(id) {
		all = append(all, row[at])
	}
	return all
}

// link is where the link with a text leads.
func (p page) link(text string) string {
	GinkgoHelper()
	var texts []string
	for _, a := range p.all("", "a") {
		if words(a) == text {
			return attribute(a, "href")
		}
		texts = append(texts, words(a))
	}
	Fail("there is no link " + text + " among " + strings.Join(texts, ", "))
	return ""
}

func (p page) title() string { return words(p.all("", "h1")[0]) }

func attribute(n *html.Node, name string) string {
	at := slices.IndexFunc(n.Attr, func(a html.Attribute) bool { return a.Key == name })
	if at < 0 {
		return ""
	}
	return n.Attr[at].Val
}

// words is the text of a node, white space as one space.
func words(n *html.Node) string {
	var b strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			b.WriteString(d.Data)
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

func must[T any](value T, err error) T {
	GinkgoHelper()
	Expect(err).NotTo(HaveOccurred())
	return value
}

package portal

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"

	"github.com/trefoil-go/trefoil/modules/viewer"
)

// shown is how many results of one reference stand on the page; its own search has all.
const shown = 8

// longest bounds what is searched for, in bytes.
const longest = 500

// group is the results in one reference.
type group struct {
	Title, Href, More string
	Total             int
	Results           []result
	Notes             []string // such as that not everything could be searched yet
}

// result is one of them, as the search of a reference says it.
type result struct {
	Kind    string `json:"kind"`
	Title   string `json:"title"`
	Method  string `json:"method"`
	Path    string `json:"path"`
	Where   string `json:"where"`
	Excerpt string `json:"excerpt"`
	URL     string `json:"url"` // relative to the root of the reference
	Href    string `json:"-"`
}

// search shows what all references find.
func (p *Portal) search(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query().Get("q")
	if len(query) > longest {
		http.Error(w, fmt.Sprintf("Search for at most %d bytes.", longest), http.StatusBadRequest)
		return
	}
	v := view{Title: p.title, Root: "../", Search: true, Query: query}
	for _, m := range *p.members.Load() {
		found, err := p.find(r, m, query)
		if err != nil {
			v.Missing = append(v.Missing, m.Title+missing(m))
			continue
		}
		if found.Total > 0 || len(found.Notes) > 0 {
			v.Groups = append(v.Groups, found)
		}
	}
	send(w, r, v)
}

// missing says why nothing could be searched in a reference.
func missing(m viewer.Member) string {
	select {
	case <-m.Viewer.Ready():
		return " cannot be read."
	default:
		return " is still being read."
	}
}

// find asks one reference, as a client that wants JSON.
func (p *Portal) find(r *http.Request, m viewer.Member, query string) (group, error) {
	own := "/" + url.PathEscape(m.Name) + "/search?q=" + url.QueryEscape(query)
	asked, err := http.NewRequestWithContext(r.Context(), http.MethodGet, own, nil)
	if err != nil {
		return group{}, err
	}
	asked.RequestURI, asked.Host, asked.RemoteAddr = own, r.Host, r.RemoteAddr
	asked.Header.Set("Accept", "application/json")
	told := &answer{header: http.Header{}, status: http.StatusOK}
	p.collection.ServeHTTP(told, asked)
	if told.status != http.StatusOK {
		return group{}, fmt.Errorf("the search of %s answers %d", m.Name, told.status)
	}
	var list struct {
		Total   int      `json:"total"`
		Notes   []string `json:"notes"`
		Results []result `json:"results"`
	}
	if err := json.Unmarshal(told.body.Bytes(), &list); err != nil {
		return group{}, fmt.Errorf("the search of %s: %w", m.Name, err)
	}
	root := "../" + url.PathEscape(m.Name) + "/"
	found := group{Title: titleOf(m), Href: root, Total: list.Total, Notes: list.Notes, More: ".." + own}
	for i := range list.Results[:min(shown, len(list.Results))] {
		one := list.Results[i]
		one.Href = root + one.URL
		found.Results = append(found.Results, one)
	}
	return found, nil
}

func titleOf(m viewer.Member) string {
	if doc := m.Viewer.Document(); doc != nil && doc.Info.Title != "" {
		return doc.Info.Title
	}
	return m.Title
}

// answer is what a reference says to the portal.
type answer struct {
	status int
	header http.Header
	body   bytes.Buffer
}

func (a *answer) Header() http.Header         { return a.header }
func (a *answer) WriteHeader(status int)      { a.status = status }
func (a *answer) Write(b []byte) (int, error) { return a.body.Write(b) }

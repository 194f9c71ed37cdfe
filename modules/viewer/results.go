package viewer

import (
	"encoding/json"
	"net/http"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/address"
)

// results is the answer of a search to whoever wants JSON.
type results struct {
	Query   string   `json:"query"`
	Results []result `json:"results"`
}

type result struct {
	Kind    core.PageKind `json:"kind"`
	Title   string        `json:"title"`
	Method  string        `json:"method,omitempty"`
	Path    string        `json:"path,omitempty"`
	Excerpt string        `json:"excerpt,omitempty"`
	URL     string        `json:"url"` // relative to the root of the reference
}

func (v *Viewer) serveResults(w http.ResponseWriter, r *http.Request, query string, s *state) {
	answer := results{Query: query, Results: []result{}}
	for _, found := range s.index().Find(query, maxResults) {
		answer.Results = append(answer.Results, result{
			Kind: found.Kind, Title: found.Title, Method: found.Method, Path: found.Path,
			Excerpt: found.Excerpt, URL: address.Of(found.Kind, found.Slug),
		})
	}
	body, err := json.Marshal(answer)
	if err != nil {
		http.Error(w, "The results could not be written.", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-cache")
	w.Header().Add("Vary", "Accept")
	v.send(w, r, http.StatusOK, newEntry(body))
}

// acceptsJSON reports whether a request wants JSON rather than a page.
func acceptsJSON(r *http.Request) bool {
	return prefers(r.Header.Get("Accept"), "application/json", "text/html")
}

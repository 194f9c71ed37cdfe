package viewer

import (
	"encoding/json"
	"net/http"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/address"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/answer"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/loader"
)

const (
	maxResults = 50 // of a search page
	maxAnswers = 24 // of an answer in JSON, which a reader waits for with each key
)

// results is the answer of a search to whoever wants JSON.
type results struct {
	Query   string   `json:"query"`
	Total   int      `json:"total"`
	Notes   []string `json:"notes,omitempty"`
	Results []result `json:"results"`
}

// result is one hit. Texts in which something was found come in parts too, of
// which every second one, from the second on, is what was found.
type result struct {
	Kind         core.PageKind `json:"kind"`
	Title        string        `json:"title"`
	TitleParts   []string      `json:"titleParts,omitempty"`
	Method       string        `json:"method,omitempty"`
	Path         string        `json:"path,omitempty"`
	PathParts    []string      `json:"pathParts,omitempty"`
	Where        string        `json:"where,omitempty"`
	Excerpt      string        `json:"excerpt,omitempty"`
	ExcerptParts []string      `json:"excerptParts,omitempty"`
	Deprecated   bool          `json:"deprecated,omitempty"`
	URL          string        `json:"url"` // relative to the root of the reference
}

func newResult(r core.Result) result {
	return result{
		Kind: r.Kind, Title: r.Title, TitleParts: parts(r.Title, r.TitleMarks),
		Method: r.Method, Path: r.Path, PathParts: parts(r.Path, r.PathMarks),
		Where: r.Where, Excerpt: r.Excerpt, ExcerptParts: parts(r.Excerpt, r.ExcerptMarks),
		Deprecated: r.Deprecated, URL: address.Fragment(address.Of(r.Kind, r.Slug), r.Fragment),
	}
}

// parts cuts a text where marks begin and end.
func parts(text string, marks []core.Mark) []string {
	var list []string
	end := 0
	for _, m := range marks {
		list = append(list, text[end:m.Start], text[m.Start:m.End])
		end = m.End
	}
	if end > 0 && end < len(text) {
		list = append(list, text[end:])
	}
	return list
}

func (v *Viewer) serveResults(w http.ResponseWriter, r *http.Request, query string, s *loader.Snapshot) {
	found := v.index.Of(s.Description).Find(query, maxAnswers)
	all := results{Query: query, Total: found.Total, Notes: found.Notes, Results: []result{}}
	for _, f := range found.Results {
		all.Results = append(all.Results, newResult(f))
	}
	body, err := json.Marshal(all)
	if err != nil {
		http.Error(w, "The results could not be written.", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-cache")
	w.Header().Add("Vary", "Accept")
	v.answers.Send(w, r, http.StatusOK, answer.New(body))
}

// acceptsJSON reports whether a request wants JSON rather than a page.
func acceptsJSON(r *http.Request) bool {
	return answer.Prefers(r.Header["Accept"], "application/json", "text/html")
}

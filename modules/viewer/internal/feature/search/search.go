// Package search answers searches from an index of the description.
package search

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"sync"
	"sync/atomic"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/address"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/answer"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/loader"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/search"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/site"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/wording"
)

// Config says what is found, and how the index is made.
type Config struct {
	Answers    *answer.Sender
	Log        *slog.Logger
	HideModels bool
	Changes    bool         // there is a page of what the versions have changed
	Language   string       // of all pages, "" for the one that a reader asks for
	Go         func(func()) // does something in the background
}

// Search finds parts of descriptions. It is safe for concurrent use.
type Search struct {
	Config
	indexes loader.Derived[*index]
}

// index is that of a description: of its names at first, when it is asked for before
// everything has been read.
type index struct {
	current atomic.Pointer[search.Index] // nil at first
	mu      sync.Mutex                   // held while names are read
	names   func() *search.Index
	made    chan struct{} // closed when nothing more is done for it
}

func (i *index) get() *search.Index {
	if now := i.current.Load(); now != nil {
		return now
	}
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.current.Load() == nil {
		i.current.CompareAndSwap(nil, i.names())
	}
	return i.current.Load()
}

// New makes a Search.
func New(c Config) *Search {
	s := &Search{Config: c}
	s.indexes.Make = s.index
	return s
}

// Routes are the address of a search, in JSON; pages of results are pages.
func (s *Search) Routes() []site.Route {
	return []site.Route{
		{Pattern: address.Of(core.PageSearch, ""), Weight: weight, Cache: site.Validated, Handler: s.serve},
		{Pattern: address.Markdown(address.Of(core.PageSearch, "")), Weight: weight},
	}
}

// weight is that of a search.
const weight = 2

// Prepare makes the index of a description, before the first search. The channel is closed
// when that is done.
func (s *Search) Prepare(d *loader.Description) <-chan struct{} { return s.indexes.Of(d).made }

// index makes what can be found in a document as soon as everything has been read, in the
// background, until ctx ends.
func (s *Search) index(ctx context.Context, d *loader.Description) *index {
	o := search.Options{HideModels: s.HideModels, Changes: s.Changes}
	i := &index{names: func() *search.Index { return search.New(d.Doc, o) }, made: make(chan struct{})}
	s.Go(func() {
		defer close(i.made)
		whole, err := search.Build(ctx, d.Doc, o)
		if err != nil {
			return // the document has been replaced, or the viewer closed
		}
		i.current.Store(whole)
		s.Log.Debug("description indexed", "index", whole.String())
	})
	return i
}

// Find returns the best results for a query, for readers of a language.
func (s *Search) Find(d *loader.Description, words *wording.Language, query string, limit int) search.Found {
	index := s.indexes.Of(d).get()
	found := index.In(words).Find(query, limit)
	if !index.Complete() {
		found.Notes = append(found.Notes, wording.Sentence{Key: "The description is still being read: only names are found so far."})
	}
	return found
}

// serve answers a search with JSON when that is wanted.
func (s *Search) serve(w http.ResponseWriter, in *site.Request) bool {
	if in.Now.Doc == nil || !answer.Prefers(in.Header["Accept"], "application/json", "text/html") {
		return false
	}
	query := in.URL.Query().Get("q")
	language := s.Language
	if language == "" {
		language = wording.Asked(in.Header["Accept-Language"])
		w.Header().Add("Vary", "Accept-Language")
	}
	words := wording.Of(language)
	found := s.Find(in.Now.Description, words, query, maxAnswers)
	list := answers{Query: query, Total: found.Total, Notes: found.In(words), Results: []result{}}
	for _, f := range found.Results {
		list.Results = append(list.Results, newResult(f))
	}
	body, err := json.Marshal(list)
	if err != nil {
		http.Error(w, "The results could not be written.", http.StatusInternalServerError)
		return true
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Add("Vary", "Accept")
	s.Answers.Send(w, in.Request, http.StatusOK, answer.New(body))
	return true
}

// maxAnswers bounds the results in JSON, which a reader waits for with each key.
const maxAnswers = 24

// answers is the answer of a search to whoever wants JSON.
type answers struct {
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

package search

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

// StaticIndex is what a browser searches where there is no server, as values for
// JSON. It finds what an Index does, and ranks it the same.
type StaticIndex struct {
	// Entries is what every search needs: what can be found, without the words.
	Entries any
	// Terms is all words, with spaces between them, for those of which only a part
	// is known.
	Terms string
	// Shards are the words and their places, by the character that the words begin
	// with: "a" to "z", "0" to "9", and "other".
	Shards map[string]any
}

// staticEntries is StaticIndex.Entries. Texts that repeat are numbers.
type staticEntries struct {
	Kinds    []string  `json:"kinds"`
	Tags     []string  `json:"tags"`
	Methods  []string  `json:"methods"`
	Facts    []any     `json:"facts"` // of operations: statuses, places of parameters, schemes, 1 for open
	Entries  []any     `json:"entries"`
	Parts    []string  `json:"parts"`  // names of the shared ones
	Owners   [][]int   `json:"owners"` // by part: 4 × distance to the entry before + level
	Weights  []float32 `json:"weights"`
	Nearness []float32 `json:"nearness"`
	Prefixes []string  `json:"prefixes"` // paths of the servers
	Shards   []string  `json:"shards"`

	facts map[string]int
}

// staticShard is one of StaticIndex.Shards. The places of a word are 16 × part +
// field, each as its distance to the one before.
type staticShard struct {
	Words []string `json:"words"`
	Posts [][]int  `json:"posts"`
}

// maxStaticText bounds the description of an entry.
const maxStaticText = 90

// Static writes an index of everything in a document for the browser. The address
// of a page, relative to the index, is what address says. The result depends on
// nothing else. The error is that of ctx.
func Static(ctx context.Context, doc *apidoc.Document, o Options, address func(kind core.PageKind, slug, fragment string) string) (*StaticIndex, error) {
	x, err := Build(ctx, doc, o)
	if err != nil {
		return nil, err
	}
	t := x.table
	s := &staticEntries{Weights: weights[:], Nearness: nearness[:], Prefixes: serverPaths(doc.Servers), facts: map[string]int{}}
	for i := range t.entries {
		s.add(&t.entries[i], address)
	}
	for _, p := range t.parts {
		name := ""
		if p.schema {
			name = modelName(doc, p.ref)
		}
		s.Parts = append(s.Parts, name)
	}
	for _, list := range t.owners {
		s.Owners = append(s.Owners, distances(list))
	}
	shards := map[string]any{}
	for i, term := range t.terms {
		name := shardOf(term)
		if shards[name] == nil {
			shards[name] = &staticShard{}
			s.Shards = append(s.Shards, name)
		}
		shards[name].(*staticShard).add(term, t.of(i))
	}
	slices.Sort(s.Shards)
	return &StaticIndex{Entries: s, Terms: strings.Join(t.terms, " "), Shards: shards}, nil
}

// shardOf is the name of the shard that a word is in.
func shardOf(term string) string {
	if c := term[0]; 'a' <= c && c <= 'z' || '0' <= c && c <= '9' {
		return term[:1]
	}
	return "other"
}

func (s *staticShard) add(term string, posts []posting) {
	list, last := make([]int, len(posts)), 0
	for i, p := range posts {
		list[i], last = int(p)-last, int(p)
	}
	s.Words, s.Posts = append(s.Words, term), append(s.Posts, list)
}

// distances writes who owns a part.
func distances(owners []owner) []int {
	list, last := make([]int, len(owners)), 0
	for i, o := range owners {
		list[i], last = 4*(int(o.entry)-last)+int(o.level), int(o.entry)
	}
	return list
}

// add writes an entry as a list: kind, address, title, description, words of the
// title, bonus in percent, 1 when it is deprecated, members; and of operations
// method, path, tags and facts.
func (s *staticEntries) add(e *entry, address func(core.PageKind, string, string) string) {
	r, deprecated := e.result, 0
	if r.Deprecated {
		deprecated = 1
	}
	text := shortened(plain(cut(e.text, 4*maxStaticText)), maxStaticText)
	line := []any{number(&s.Kinds, string(r.Kind)), address(r.Kind, r.Slug, r.Fragment), valid(r.Title), valid(text), e.length, int(e.bonus*100 + 0.5), deprecated, e.facts.members}
	switch {
	case callable(e):
		tags := []int{}
		for _, name := range e.facts.tags {
			tags = append(tags, number(&s.Tags, name))
		}
		line = append(line, number(&s.Methods, r.Method), valid(r.Path), tags, s.factsOf(&e.facts))
	case r.Kind == core.PageTag:
		line = append(line, -1, "", []int{number(&s.Tags, strings.ToLower(r.Slug))})
	}
	s.Entries = append(s.Entries, line)
}

// factsOf returns the number of what filters ask about an operation.
func (s *staticEntries) factsOf(f *facts) int {
	open := 0
	if f.open {
		open = 1
	}
	key := fmt.Sprintf("%q %q %q %d", f.statuses, f.places, f.schemes, open)
	if n, known := s.facts[key]; known {
		return n
	}
	s.facts[key] = len(s.Facts)
	s.Facts = append(s.Facts, []any{list(f.statuses), list(f.places), list(f.schemes), open})
	return len(s.Facts) - 1
}

func list(texts []string) []string {
	all := []string{}
	for _, text := range texts {
		all = append(all, valid(text))
	}
	return all
}

func valid(text string) string { return strings.ToValidUTF8(text, "") }

// number returns the place of a text in a list, and adds it when it is new.
func number(list *[]string, text string) int {
	if !utf8.ValidString(text) {
		text = valid(text)
	}
	if i := slices.Index(*list, text); i >= 0 {
		return i
	}
	*list = append(*list, text)
	return len(*list) - 1
}

// serverPaths are the paths of servers with their variables filled in, then that
// of none.
func serverPaths(servers []apidoc.Server) []string {
	list := []string{}
	for _, s := range servers {
		address := s.URL
		for _, v := range s.Variables {
			address = strings.ReplaceAll(address, "{"+v.Name+"}", v.Default)
		}
		if u, err := url.Parse(address); err == nil && strings.Trim(u.Path, "/") != "" {
			list = append(list, "/"+strings.Trim(u.Path, "/"))
		}
	}
	return append(list, "")
}

package search

import (
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/wording"
)

// entry is something that can be found.
type entry struct {
	result core.Result
	where  wording.Sentence
	text   string // its description
	length int    // words of the title but articles: the shorter of two equal ones comes first
	tail   string // the last part of the path, as names are compared
	bonus  float32
	facts  facts
}

// facts are what filters ask for. Texts are in lower case.
type facts struct {
	tags     []string
	statuses []string
	places   []string // of parameters
	schemes  []string // names and types of security schemes
	open     bool     // can be called without credentials
	members  int      // properties of a model
}

// score weighs what an entry is: operations stand above models, titles of which
// much is asked for above long ones, and what is written as it is asked for above
// all. Titled is how many words stand in the title.
func (e *entry) score(sum float32, titled int, q *query) float32 {
	sum *= max(e.bonus, 1) * (1 - 0.01*float32(min(e.length, 20)))
	if e.length > 0 && e.length <= longTitle {
		sum *= 0.8 + 0.5*min(float32(titled)/float32(e.length), 1)
	}
	if e.result.Deprecated {
		sum *= 0.9
	}
	for _, own := range []string{e.result.Title, e.result.Path} {
		if own != "" && strings.EqualFold(own, q.text) {
			sum *= 1.8
		}
	}
	if q.name != "" && callable(e) && normalName(e.result.Slug) == q.name {
		sum *= 2
	}
	if e.tail != "" && slices.Contains(q.tails, e.tail) {
		sum *= 1.3
	}
	return sum
}

// tailOf is the last part of a path as names are compared, empty for a parameter.
func tailOf(path string) string {
	tail := path[strings.LastIndexByte(path, '/')+1:]
	if strings.ContainsRune(tail, '{') {
		return ""
	}
	return normalName(tail)
}

// articles say nothing about what a title is about.
var articles = []string{"a", "an", "the"}

// read notes what filters ask for.
func (f *facts) read(doc *apidoc.Document, op *apidoc.Operation) {
	for _, r := range op.Responses {
		f.statuses = append(f.statuses, strings.ToLower(r.Status))
	}
	for _, p := range op.Parameters {
		if in := string(p.In); !slices.Contains(f.places, in) {
			f.places = append(f.places, in)
		}
	}
	if op.RequestBody != nil {
		f.places = append(f.places, "body")
	}
	f.open = len(op.Security) == 0
	for _, r := range op.Security {
		f.open = f.open || len(r.Schemes) == 0
		for _, s := range r.Schemes {
			f.schemes = append(f.schemes, strings.ToLower(s.Name))
			if i := slices.IndexFunc(doc.SecuritySchemes, func(d apidoc.SecurityScheme) bool { return d.Name == s.Name }); i >= 0 {
				d := doc.SecuritySchemes[i]
				f.schemes = append(f.schemes, strings.ToLower(string(d.Type)), strings.ToLower(d.Scheme))
			}
		}
	}
}

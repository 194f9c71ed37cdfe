package htmlrender

import (
	"cmp"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apichange"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/phrase"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/releasenotes"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/wording"
)

// Lengths of the parts that changes are shown in.
const (
	changePart     = 100 // changes on the page of a release
	shownChanges   = 50  // changes of a release on the page of all
	changeElements = 24  // elements of a change, at most
	maxChangedIn   = 3   // releases that the page of an operation names
	maxNamedIn     = 6   // operations that a change names, at most
	maxValue       = 200 // letters of an old or new value
)

// operationName is the method and the path of an operation that has changed.
func operationName(o core.ChangedOperation) (method, path string) {
	method, path, _ = strings.Cut(o.Name, " ")
	return method, path
}

// releaseID is the id of a release on the page of all.
func releaseID(r *core.Release) string { return "release-" + r.Slug }

// releaseDay is the day of a release, "" when it is not known.
func releaseDay(r *core.Release) string {
	if r.Date.IsZero() {
		return ""
	}
	return r.Date.Format(time.DateOnly)
}

// compared says what a release was compared with, and what has changed.
func compared(w *wording.Language, r *core.Release) string {
	text := releasenotes.Summary(w, r)
	if r.Since != "" {
		return w.Fill("Since {1}: {2}.", r.Since, text)
	}
	first, size := utf8.DecodeRuneInString(text)
	return w.Fill("{1}.", string(unicode.ToUpper(first))+text[size:])
}

// aChange is a change with its sentence cut around the values.
type aChange struct {
	*core.Change
	before, old, between, new string // before is all of it when there are no values
}

func newChange(c *core.Change) aChange {
	before, between, ok := releasenotes.Sentence(c)
	if !ok {
		return aChange{Change: c, before: c.Message}
	}
	return aChange{c, before, phrase.Brief(cmp.Or(c.Old, "nothing"), maxValue), between, phrase.Brief(c.New, maxValue)}
}

// releaseSchemas are the schemas on the page of a release, each of them once.
type releaseSchemas struct {
	*subject
	*budget
	ids   idSet
	above map[*apichange.Schemas]string // the ids of those that are on the page
}

// newReleaseSchemas pays for the changes themselves: schemas take what they leave.
func newReleaseSchemas(v *view, groups []releasenotes.Group) *releaseSchemas {
	for _, g := range groups {
		for i := range g.Changes {
			v.spend(changeElements - 2*maxNamedIn + 2*len(g.Changes[i].Operations))
		}
	}
	return &releaseSchemas{v.subject, &v.budget, v.idSet, map[*apichange.Schemas]string{}}
}

// take returns an id for a schema, "" when the page has no room for it.
func (s *releaseSchemas) take(of *apichange.Schemas) string {
	const frame = 12
	if !s.spend(frame + 2*len(of.Lines)) {
		return ""
	}
	id := s.ids.anchor("change.schema")
	s.above[of] = id
	return id
}

// model returns the name of a schema that is a component, and the slug of its page. The
// slug is "" when the component has no page.
func (s *releaseSchemas) model(of *apichange.Schemas) (name, slug string) {
	name, ref := releasenotes.Model(of)
	if m := s.modelOf(ref); m != nil {
		slug = m.Slug
	}
	return phrase.Brief(name, maxValue), slug
}

// schemasTitle says what there is of a schema.
func schemasTitle(s *apichange.Schemas) wording.Key {
	switch {
	case s.Old == "":
		return "The new schema"
	case s.New == "":
		return "The schema that is gone"
	}
	return "The schema before and after"
}

package htmlrender

import (
	"cmp"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/trefoil-go/trefoil/modules/core"
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

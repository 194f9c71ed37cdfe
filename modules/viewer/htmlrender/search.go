package htmlrender

import (
	"context"
	"io"
	"strconv"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/address"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/wording"

	"github.com/a-h/templ"
)

// found is a text with what was found in it marked. A template would put spaces
// between its parts.
type found struct {
	text  string
	marks []core.Mark
}

// Render writes the text. Marks that do not fit it are left out.
func (f found) Render(_ context.Context, w io.Writer) error {
	var b strings.Builder
	end := 0
	for _, m := range f.marks {
		if m.Start < end || m.End <= m.Start || m.End > len(f.text) {
			continue
		}
		b.WriteString(templ.EscapeString(f.text[end:m.Start]))
		b.WriteString("<mark>" + templ.EscapeString(f.text[m.Start:m.End]) + "</mark>")
		end = m.End
	}
	b.WriteString(templ.EscapeString(f.text[end:]))
	_, err := io.WriteString(w, b.String())
	return err
}

// resultLink is the address of what was found.
func resultLink(s *subject, r core.Result) templ.SafeURL {
	link := string(s.to(r.Kind, r.Slug))
	return templ.SafeURL(address.Fragment(link, r.Fragment))
}

// resultsFound says how many results there are and how many are shown.
func resultsFound(w *wording.Language, p *core.Page) string {
	shown, total := len(p.Results), p.Total
	if total <= shown {
		return w.Fill("{1} for", resultCount(w, shown))
	}
	return w.Fill("The best {1} of {2} for", strconv.Itoa(shown), resultCount(w, total))
}

// kindName names what was found when it has no method.
func kindName(kind core.PageKind) wording.Key {
	switch kind {
	case core.PageModel:
		return "Model"
	case core.PageComponent:
		return "Unused component"
	case core.PageTag:
		return "Topic"
	case core.PageChanges:
		return "Changes"
	}
	return "Overview"
}

// searchScript is the address of the script that searches an index in the
// browser, "" where the server does.
func searchScript(s core.Settings) string {
	if s.SearchIndex == "" || s.Assets == nil {
		return ""
	}
	link, _ := s.Assets.URL("searchindex.js")
	return link
}

// searchFilter is a filter that readers are told about.
type searchFilter struct {
	text    string
	meaning wording.Key
}

// searchFilters are some filters to begin with.
var searchFilters = [...]searchFilter{
	{"method:post", "by method"},
	{"tag:", "by topic"},
	{"kind:model", "by kind"},
	{"status:404", "by status of a response"},
	{"auth:none", "by authentication"},
	{"deprecated:yes", "what is deprecated"},
}

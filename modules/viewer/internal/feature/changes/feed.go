package changes

import (
	"bytes"
	"cmp"
	"fmt"
	"html"
	"net/http"
	"strings"
	"time"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/atom"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/address"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/answer"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/releasenotes"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/site"
)

// Routes are the address of the feed.
func (c *Changes) Routes() []site.Route {
	return []site.Route{{Pattern: address.Feed, Weight: 1, Handler: c.serve}}
}

// serve answers with a feed of the versions, where the day of one is known. Its links are absolute where the address of
// the reference is known, and relative to the feed otherwise.
func (c *Changes) serve(w http.ResponseWriter, in *site.Request) bool {
	if in.Now.Doc == nil {
		return false
	}
	h := w.Header()
	log := c.Of(in.Now.Description)
	if log.Pending {
		h.Set("Retry-After", "1")
		http.Error(w, "The earlier versions are being read. Try again in a moment.", http.StatusServiceUnavailable)
		return true
	}
	if !log.Dated() {
		return false
	}
	base, own := c.Mount.Base(in.Request, in.At)
	var body bytes.Buffer
	if err := atom.Write(&body, feed(log, in.Now.Doc.Info.Title, base)); err != nil {
		c.Log.Warn("feed not written", "err", err)
		http.Error(w, "The feed could not be written.", http.StatusInternalServerError)
		return true
	}
	h.Set("Content-Type", atom.MediaType)
	h.Set("Cache-Control", site.Validated)
	if base != "" && !own { // nobody else must get the address that a client has named
		h.Set("Cache-Control", site.Never)
	}
	c.Answers.Send(w, in.Request, http.StatusOK, answer.New(body.Bytes()))
	return true
}

// feed has an entry for each version that was compared.
func feed(log *core.Changelog, title, base string) atom.Feed {
	title = cmp.Or(title, "API reference")
	days := dates(log)
	f := atom.Feed{
		ID: atom.URN("changes", title), Title: title + ": changes", Author: title, Updated: days[0], Generator: "trefoil",
		Links: []atom.Link{
			{Rel: "self", Type: "application/atom+xml", Href: base + address.Feed},
			{Rel: "alternate", Type: "text/html", Href: base + address.Of(core.PageChanges, "")},
		},
	}
	for i := range log.Releases {
		r := &log.Releases[i]
		if r.Since == "" {
			continue
		}
		f.Entries = append(f.Entries, atom.Entry{
			ID: atom.URN("changes", title, r.Slug), Title: title + " " + r.Name + ": " + releasenotes.Summary(nil, r), Updated: days[i],
			Links: []atom.Link{{Rel: "alternate", Type: "text/html", Href: base + address.Of(core.PageRelease, r.Slug)}}, Content: atom.Content{Type: "html", Text: content(r)},
		})
	}
	return f
}

// dates are the days of releases, of which one is known. One without a day has that of the
// next older one, which it cannot have come before, or else that of the next newer one.
func dates(log *core.Changelog) []time.Time {
	days := make([]time.Time, len(log.Releases))
	var day time.Time
	for i := range log.Releases {
		if own := log.Releases[i].Date; !own.IsZero() {
			day = own // the oldest in the end
		}
	}
	for i := len(days) - 1; i >= 0; i-- {
		if own := log.Releases[i].Date; !own.IsZero() {
			day = own
		}
		days[i] = day
	}
	return days
}

// maxListed bounds the changes of an entry.
const maxListed = 100

// content lists the changes of a release in HTML.
func content(r *core.Release) string {
	var b strings.Builder
	left := maxListed
	for _, g := range releasenotes.Groups(r) {
		fmt.Fprintf(&b, "<h2>%s</h2><ul>", g.Title)
		for i := range g.Changes[:min(left, len(g.Changes))] {
			c := &g.Changes[i]
			b.WriteString("<li>")
			if len(c.Operations) > 0 {
				fmt.Fprintf(&b, "<code>%s</code>: ", html.EscapeString(c.Operations[0].Name))
			}
			fmt.Fprintf(&b, "%s</li>", html.EscapeString(c.Text()))
		}
		b.WriteString("</ul>")
		left -= min(left, len(g.Changes))
	}
	if rest := r.Len() + r.LeftOut - maxListed; rest > 0 {
		fmt.Fprintf(&b, "<p>%d more</p>", rest)
	}
	return b.String()
}

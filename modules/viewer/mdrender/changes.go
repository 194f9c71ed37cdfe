package mdrender

import (
	"strconv"
	"strings"
	"time"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/releasenotes"
)

// changelogs writes what versions have changed.
type changelogs struct{ *writer }

// changes lists what all versions have changed.
func (p changelogs) changes() {
	p.heading(1, "Changes")
	if p.page.Changelog.Pending {
		p.text("The earlier versions are being read. Ask again in a moment.")
	}
	for i := range p.page.Changelog.Releases {
		r := &p.page.Changelog.Releases[i]
		p.out.WriteString("## " + p.link(core.PageRelease, r.Slug, r.Name) + "\n\n")
		p.release(r, 3)
	}
}

// release lists what a version has changed, as far as the page has room.
func (p changelogs) release(r *core.Release, level int) {
	var about []string
	if !r.Date.IsZero() {
		about = append(about, r.Date.Format(time.DateOnly))
	}
	if r.Since != "" {
		about = append(about, "since "+escape(line(r.Since)))
	}
	p.text(strings.Join(append(about, releasenotes.Summary(nil, r)), ", ") + ".")
	if r.Err != nil {
		p.text(escape(line(r.Err.Error())))
	}
	left := r.LeftOut
	for _, g := range releasenotes.Groups(r) {
		p.heading(level, string(g.Title))
		for i := range g.Changes {
			if p.left--; p.left < 0 {
				left++
				continue
			}
			p.change(&g.Changes[i])
		}
		p.end()
	}
	if left > 0 {
		p.text(strconv.Itoa(left) + " more are not listed here.")
	}
}

func (p changelogs) change(c *core.Change) {
	if len(c.Operations) == 0 {
		p.item(escape(line(c.Text())), "")
		return
	}
	text := escape(line(c.Text()))
	var others []string
	for _, o := range c.Operations[1:] {
		others = append(others, p.changed(o))
	}
	if c.More > 0 {
		others = append(others, strconv.Itoa(c.More)+" more")
	}
	if len(others) > 0 {
		text += " (also " + strings.Join(others, ", ") + ")"
	}
	p.item(p.changed(c.Operations[0]), text)
}

// changed names an operation, with a link to its page when it has one still.
func (p changelogs) changed(o core.ChangedOperation) string {
	if o.Slug == "" {
		return code(o.Name)
	}
	return p.link(o.Kind, o.Slug, o.Name)
}

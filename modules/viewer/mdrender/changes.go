package mdrender

import (
	"strconv"
	"strings"
	"time"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apichange"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/releasenotes"
)

// changelogs writes what versions have changed.
type changelogs struct {
	*writer
	shown map[*apichange.Schemas]bool
	room  int // lines of schemas that may still be written
}

// newChangelogs is for the page of one version, which has the schemas that have changed
// where the changes themselves leave room for them.
func newChangelogs(w *writer, r *core.Release) *changelogs {
	return &changelogs{w, map[*apichange.Schemas]bool{}, max(w.left-r.Len(), 0)}
}

// changes lists what all versions have changed.
func (p *changelogs) changes() {
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
func (p *changelogs) release(r *core.Release, level int) {
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

func (p *changelogs) change(c *core.Change) {
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
	p.schemas(c.Schemas)
}

// schemas writes how a schema was and is, once.
func (p *changelogs) schemas(s *apichange.Schemas) {
	if s == nil || p.shown[s] {
		return
	}
	lines := releasenotes.Difference(s)
	if p.room < len(lines) {
		p.out.WriteString("  (This page has no room for the schema.)\n")
		return
	}
	p.room -= len(lines)
	p.shown[s] = true
	var text strings.Builder
	for _, line := range lines {
		if line.Same > 0 {
			line.Text = "  … " + strconv.Itoa(line.Same) + " lines that are the same"
		}
		text.WriteString(line.Text + "\n")
	}
	if s.LeftOut > 0 {
		text.WriteString("  … " + strconv.Itoa(s.LeftOut) + " more lines\n")
	}
	p.fenceInItem("diff", strings.TrimSuffix(text.String(), "\n"))
}

// changed names an operation, with a link to its page when it has one still.
func (p *changelogs) changed(o core.ChangedOperation) string {
	if o.Slug == "" {
		return code(o.Name)
	}
	return p.link(o.Kind, o.Slug, o.Name)
}

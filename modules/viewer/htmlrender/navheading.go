package htmlrender

import (
	"github.com/a-h/templ"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/phrase"
)

// maxHeadings bounds the headings of a description in the sidebar.
const maxHeadings = 60

// navHeading is a heading of a description in the sidebar, with those that stand
// directly below it.
type navHeading struct {
	title string
	link  templ.SafeURL
	below []navHeading
}

// introduction is what the sidebar lists below the link to the overview.
func (v *view) introduction() []navHeading {
	return v.navHeadings(v.doc.Info.Description, v.home())
}

// tagHeadings is what the sidebar lists of the description of a tag, on its page
// alone.
func (v *view) tagHeadings(t navTag) []navHeading {
	if !t.current {
		return nil
	}
	return v.navHeadings(t.tag.Description, v.to(core.PageTag, t.tag.Slug))
}

// navHeadings returns the headings of the first description of a page, two levels
// of them. Anchors begin as prosePrefix says.
func (v *view) navHeadings(description string, page templ.SafeURL) []navHeading {
	headings, _ := v.markdown.Headings(description)
	var list []navHeading
	left := maxHeadings
	for _, h := range headings {
		if h.Depth > 2 || left == 0 {
			continue
		}
		left--
		item := navHeading{title: phrase.Brief(h.Title, maxLabel), link: page + templ.SafeURL("#description-"+h.ID)}
		if at := len(list) - 1; h.Depth == 2 && at >= 0 {
			list[at].below = append(list[at].below, item)
			continue
		}
		list = append(list, item)
	}
	return list
}

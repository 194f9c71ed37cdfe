package htmlrender

import "github.com/trefoil-go/trefoil/modules/core"

// editable reports whether the page offers the editor. While the description is
// being read there is nothing to edit.
func editable(p *core.Page) bool {
	s := p.Settings
	return s.Editable && s.Drafts != "" && p.Kind != core.PageLoading
}

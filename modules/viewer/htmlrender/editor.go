package htmlrender

import "github.com/trefoil-go/trefoil/modules/core"

// editable reports whether the page offers the editor. While the description is
// being read there is nothing to edit.
func (v *view) editable() bool {
	s := v.page.Settings
	return s.Editable && s.Drafts != "" && v.page.Kind != core.PageLoading
}

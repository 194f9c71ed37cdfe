package htmlrender

import (
	"slices"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

// Limits of the sidebar.
const (
	openAll   = 80  // operations up to which every tag can be opened in place
	maxLinks  = 120 // operations listed below a tag
	maxTags   = 250 // tags listed
	maxModels = 60  // models listed
)

// navGroup is a heading of the sidebar with its tags.
type navGroup struct {
	name string
	tags []navTag
}

// navTag is a tag in the sidebar. Links is empty when its operations are not
// listed; then the tag is a link to its page.
type navTag struct {
	tag     *apidoc.Tag
	current bool // the page is that of the tag
	open    bool // the page is in the tag
	links   []navLink
	more    int // operations that are not listed
}

type navLink struct {
	operation *apidoc.OperationSummary
	kind      core.PageKind
	current   bool
}

// navGroups returns what the sidebar lists. Only the tag that the page belongs
// to shows its operations, unless there are few.
func (v *view) navGroups() []navGroup {
	var groups []navGroup
	left := maxTags
	for _, g := range v.doc.Groups {
		group := navGroup{name: g.Name}
		for _, name := range g.Tags {
			tag := v.doc.TagNamed(name)
			if tag == nil || left == 0 || !worthListing(v.doc, tag) {
				continue
			}
			left--
			group.tags = append(group.tags, v.navTag(tag))
		}
		if len(group.tags) > 0 {
			groups = append(groups, group)
		}
	}
	return groups
}

// worthListing leaves out tags that lead to an empty page.
func worthListing(doc *apidoc.Document, t *apidoc.Tag) bool {
	if t.Description != "" || len(doc.TagOperations(t.Name)) > 0 {
		return true
	}
	return slices.ContainsFunc(doc.TagChildren(t.Name), func(below *apidoc.Tag) bool { return worthListing(doc, below) })
}

// tagsLeftOut is how many tags the sidebar does not list.
func (v *view) tagsLeftOut() int {
	listed := 0
	for _, g := range v.doc.Groups {
		listed += len(g.Tags)
	}
	return max(listed-maxTags, 0)
}

func (v *view) navTag(tag *apidoc.Tag) navTag {
	operations := v.doc.TagOperations(tag.Name)
	item := navTag{tag: tag, current: v.page.Kind == core.PageTag && v.page.Tag.Name == tag.Name}
	item.open = item.current || v.page.Kind == core.PageOperation && slices.Contains(v.page.Operation.Tags, tag.Name)
	if !item.open && len(v.doc.Operations) > openAll {
		return item
	}
	shown := v.window(operations)
	for _, o := range shown {
		item.links = append(item.links, v.navLink(o, core.PageOperation))
	}
	item.more = len(operations) - len(shown)
	return item
}

// window returns the operations to list of a long list: those around the one
// that the page shows.
func (v *view) window(operations []*apidoc.OperationSummary) []*apidoc.OperationSummary {
	if len(operations) <= maxLinks {
		return operations
	}
	at := slices.IndexFunc(operations, v.shows)
	from := min(max(at-maxLinks/2, 0), len(operations)-maxLinks)
	return operations[from : from+maxLinks]
}

// shows reports whether the page is that of an operation.
func (v *view) shows(o *apidoc.OperationSummary) bool {
	return v.page.Kind == core.PageOperation && v.page.Operation.Slug == o.Slug
}

func (v *view) navLink(o *apidoc.OperationSummary, kind core.PageKind) navLink {
	current := v.page.Kind == kind && v.page.Operation != nil && v.page.Operation.Slug == o.Slug
	return navLink{operation: o, kind: kind, current: current}
}

// label is the title of an operation beside its method.
func label(o *apidoc.OperationSummary) string {
	if o.Summary == "" && o.ID == "" {
		return o.Path
	}
	return o.Title()
}

// navRest lists the operations without a tag.
func (v *view) navRest() []navLink {
	var links []navLink
	for _, o := range v.window(v.doc.TagOperations("")) {
		links = append(links, v.navLink(o, core.PageOperation))
	}
	return links
}

// navWebhooks lists the webhooks.
func (v *view) navWebhooks() []navLink {
	var links []navLink
	for i := range v.doc.Webhooks[:min(len(v.doc.Webhooks), maxLinks)] {
		links = append(links, v.navLink(&v.doc.Webhooks[i], core.PageWebhook))
	}
	return links
}

// navModels lists models: all of a short list, and on the page of a model those
// around it.
func (v *view) navModels() []apidoc.ModelSummary {
	list := v.doc.Models
	if len(list) <= maxModels {
		return list
	}
	if v.page.Kind != core.PageModel {
		return nil
	}
	at := slices.IndexFunc(list, func(m apidoc.ModelSummary) bool { return m.Slug == v.page.Model.Slug })
	from := min(max(at-maxModels/2, 0), len(list)-maxModels)
	return list[from : from+maxModels]
}

// showsModels reports whether there are models to list.
func (v *view) showsModels() bool { return !v.page.Settings.HideModels && len(v.doc.Models) > 0 }

// inModels reports whether the page is one of the models.
func (v *view) inModels() bool {
	return v.page.Kind == core.PageModel || v.page.Kind == core.PageModels
}

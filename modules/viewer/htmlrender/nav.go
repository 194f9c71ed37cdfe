package htmlrender

import (
	"slices"
	"strconv"

	"github.com/a-h/templ"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/phrase"
)

// Limits of the sidebar.
const (
	openAll   = 30  // operations up to which every tag is open
	listAll   = 80  // operations up to which the page holds the lists of all tags
	maxLinks  = 120 // operations listed below a tag
	maxTags   = 200 // tags listed
	maxDepth  = 6   // levels of tags below tags
	maxModels = 60  // models listed
	maxHooks  = 30  // webhooks listed, and operations without a tag
	maxLabel  = 100 // letters of a label
	maxTitle  = 160 // letters of a title in a list of the overview
)

// navGroup is a heading of the sidebar with its tags.
type navGroup struct {
	name string
	tags []navTag
}

// navTag is a tag in the sidebar with what is below it.
type navTag struct {
	tag     *apidoc.Tag
	current bool // the page is that of the tag
	open    bool // its list is shown from the beginning
	below   []navTag
	links   []navLink
	total   int // operations of the tag, listed or not
}

// absent reports whether the page does not hold what is below the tag.
func (t *navTag) absent() bool { return len(t.links) == 0 && t.total > 0 }

type navLink struct {
	operation *apidoc.OperationSummary
	kind      core.PageKind
	current   bool
}

// navTree builds the tags of the sidebar.
type navTree struct {
	*view
	below map[string][]*apidoc.Tag // tags by the name of the tag above
	left  int                      // tags that may still be listed
}

// navGroups returns what the sidebar lists: tags below their groups, and tags of
// OpenAPI 3.2 below the tag that they name. Only the tag that the page belongs to
// shows its operations, unless there are few.
func (v *view) navGroups() []navGroup {
	tree := navTree{view: v, below: v.tagsBelow(), left: maxTags}
	var groups []navGroup
	for _, g := range v.doc.Groups {
		group := navGroup{name: g.Name}
		for _, name := range g.Tags {
			if tag := v.doc.TagNamed(name); tag != nil && v.parent(tag) == nil {
				group.tags = tree.add(group.tags, tag, 0)
			}
		}
		if len(group.tags) > 0 {
			groups = append(groups, group)
		}
	}
	return groups
}

// tagsBelow returns the tags that have another above them, by its name.
func (v *view) tagsBelow() map[string][]*apidoc.Tag {
	below := map[string][]*apidoc.Tag{}
	for i := range v.doc.Tags {
		t := &v.doc.Tags[i]
		if parent := v.parent(t); parent != nil {
			below[parent.Name] = append(below[parent.Name], t)
		}
	}
	return below
}

// parent returns the tag above t, nil when it has none: it names none, one that
// does not exist, or tags go round in a circle or too deep.
func (v *view) parent(t *apidoc.Tag) *apidoc.Tag {
	parent := v.doc.TagNamed(t.Parent)
	if t.Parent == "" || parent == nil {
		return nil
	}
	for above, depth := parent, 0; above != nil && above.Parent != ""; above, depth = v.doc.TagNamed(above.Parent), depth+1 {
		if above == t || depth == maxDepth {
			return nil
		}
	}
	return parent
}

// add appends a tag with everything below it, unless it leads nowhere or there
// are enough.
func (n *navTree) add(list []navTag, tag *apidoc.Tag, depth int) []navTag {
	if n.left == 0 || depth > maxDepth+1 {
		return list
	}
	n.left--
	item := n.navTag(tag)
	for _, t := range n.below[tag.Name] {
		item.below = n.add(item.below, t, depth+1)
	}
	if len(item.below) == 0 && !worthListing(n.doc, tag) {
		n.left++
		return list
	}
	item.open = item.open || slices.ContainsFunc(item.below, func(t navTag) bool { return t.open || t.current })
	return append(list, item)
}

// worthListing leaves out tags that lead to an empty page.
func worthListing(doc *apidoc.Document, t *apidoc.Tag) bool { return worthListingAt(doc, t, 0) }

func worthListingAt(doc *apidoc.Document, t *apidoc.Tag, depth int) bool {
	if t.Description != "" || len(doc.TagOperations(t.Name)) > 0 {
		return true
	}
	return depth <= maxDepth && slices.ContainsFunc(doc.TagChildren(t.Name), func(below *apidoc.Tag) bool {
		return worthListingAt(doc, below, depth+1)
	})
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
	item := navTag{tag: tag, total: len(operations), current: v.page.Kind == core.PageTag && v.page.Tag.Name == tag.Name}
	few := len(v.doc.Operations)
	item.open = few <= openAll || item.current || v.page.Kind == core.PageOperation && slices.Contains(v.page.Operation.Tags, tag.Name)
	if item.open || few <= listAll {
		for _, o := range v.window(operations) {
			item.links = append(item.links, v.navLink(o, core.PageOperation))
		}
	}
	return item
}

// window returns the operations to list of a long list: those around the one
// that the page shows.
func (v *view) window(operations []*apidoc.OperationSummary) []*apidoc.OperationSummary {
	return around(operations, slices.IndexFunc(operations, v.shows), maxLinks)
}

// around returns at most n elements of a list, those around one.
func around[E any](list []E, at, n int) []E {
	if len(list) <= n {
		return list
	}
	from := min(max(at-n/2, 0), len(list)-n)
	return list[from : from+n]
}

// moreOperations leads to n operations of a tag that are not listed, the only
// ones there are when none is.
func moreOperations(n int, all bool) string {
	if all {
		return "All " + operationCount(n)
	}
	return strconv.Itoa(n) + " more"
}

// shows reports whether the page is that of an operation.
func (v *view) shows(o *apidoc.OperationSummary) bool {
	return v.page.Kind == core.PageOperation && v.page.Operation.Slug == o.Slug
}

func (v *view) navLink(o *apidoc.OperationSummary, kind core.PageKind) navLink {
	current := v.page.Kind == kind && v.page.Operation != nil && v.page.Operation.Slug == o.Slug
	return navLink{operation: o, kind: kind, current: current}
}

// tagItem is an entry of the sidebar: a tag that the page has nothing to do with
// looks the same everywhere.
func (v *view) tagItem(t navTag) templ.Component {
	item := navTagItem(v, t)
	if t.open || t.current {
		return item
	}
	return v.kept(core.PageTag, t.tag.Slug, item)
}

// linkItem is an entry of the sidebar, and so is every operation but the one of
// the page.
func (v *view) linkItem(l navLink) templ.Component {
	item := navItem(v, l)
	if l.current {
		return item
	}
	return v.kept(l.kind, l.operation.Slug, item)
}

func operationsOf(links []navLink) []*apidoc.OperationSummary {
	operations := make([]*apidoc.OperationSummary, len(links))
	for i, l := range links {
		operations[i] = l.operation
	}
	return operations
}

// label is the title of an operation beside its method.
func label(o *apidoc.OperationSummary) string {
	if o.Summary == "" && o.ID == "" {
		return phrase.Brief(o.Path, maxLabel)
	}
	return phrase.Brief(o.Title(), maxLabel)
}

// navRest lists the operations without a tag: all of them when there is no tag at
// all.
func (v *view) navRest() navRest {
	all := v.doc.TagOperations("")
	limit := maxHooks
	if len(v.doc.Tags) == 0 {
		limit = maxLinks
	}
	shown := around(all, slices.IndexFunc(all, v.shows), limit)
	rest := navRest{title: "More operations", more: len(all) - len(shown)}
	if len(v.doc.Tags) == 0 {
		rest.title = "Operations"
	}
	for _, o := range shown {
		rest.links = append(rest.links, v.navLink(o, core.PageOperation))
	}
	return rest
}

// navWebhooks lists the webhooks.
func (v *view) navWebhooks() navRest {
	links := make([]navLink, 0, len(v.doc.Webhooks))
	for i := range v.doc.Webhooks {
		links = append(links, v.navLink(&v.doc.Webhooks[i], core.PageWebhook))
	}
	shown := around(links, slices.IndexFunc(links, func(l navLink) bool { return l.current }), maxHooks)
	return navRest{title: "Webhooks", links: shown, more: len(links) - len(shown)}
}

// navRest is a list of the sidebar that stands below no tag.
type navRest struct {
	title string
	links []navLink
	more  int // that are not listed
}

// open reports whether the list is shown from the beginning: when it is short, or
// the page is one of it.
func (r *navRest) open() bool {
	return r.more == 0 || slices.ContainsFunc(r.links, func(l navLink) bool { return l.current })
}

// restPart returns the link to the part of the overview that ends with all of
// them.
func (v *view) restPart() templ.SafeURL {
	tags, rest := len(v.listedTags()), len(v.doc.TagOperations(""))+len(v.doc.Webhooks)
	parts := max((tags+overviewTags-1)/overviewTags, 1) + max((rest+tagPart-1)/tagPart, 1) - 1
	return v.part(core.PageOverview, "", parts)
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
	return around(list, at, maxModels)
}

// showsModels reports whether there are models to list.
func (v *view) showsModels() bool { return !v.page.Settings.HideModels && len(v.doc.Models) > 0 }

// inModels reports whether the page is one of the models.
func (v *view) inModels() bool {
	return v.page.Kind == core.PageModel || v.page.Kind == core.PageModels
}

package htmlrender

import (
	"slices"
	"strconv"

	"github.com/a-h/templ"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/phrase"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/wording"
)

// Limits of the sidebar.
const (
	openAll   = 30  // operations up to which every tag is open
	openMost  = 400 // the same where the settings open all tags
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
	*nav
	below map[string][]*apidoc.Tag // tags by the name of the tag above
	left  int                      // tags that may still be listed
}

// nav is the sidebar of a page.
type nav struct{ lists }

// navGroups returns what the sidebar lists: tags below their groups, and tags of
// OpenAPI 3.2 below the tag that they name. Only the tag that the page belongs to
// shows its operations, unless there are few.
func (n *nav) navGroups() []navGroup {
	tree := navTree{nav: n, below: n.tagsBelow(), left: maxTags}
	var groups []navGroup
	for _, g := range n.doc.Groups {
		group := navGroup{name: g.Name}
		for _, name := range g.Tags {
			if tag := n.doc.TagNamed(name); tag != nil && n.parent(tag) == nil {
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
func (n *nav) tagsBelow() map[string][]*apidoc.Tag {
	below := map[string][]*apidoc.Tag{}
	for i := range n.doc.Tags {
		t := &n.doc.Tags[i]
		if parent := n.parent(t); parent != nil {
			below[parent.Name] = append(below[parent.Name], t)
		}
	}
	return below
}

// parent returns the tag above t, nil when it has none: it names none, one that
// does not exist, or tags go round in a circle or too deep.
func (n *nav) parent(t *apidoc.Tag) *apidoc.Tag {
	parent := n.doc.TagNamed(t.Parent)
	if t.Parent == "" || parent == nil {
		return nil
	}
	for above, depth := parent, 0; above != nil && above.Parent != ""; above, depth = n.doc.TagNamed(above.Parent), depth+1 {
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
func (n *nav) tagsLeftOut() int {
	listed := 0
	for _, g := range n.doc.Groups {
		listed += len(g.Tags)
	}
	return max(listed-maxTags, 0)
}

func (n *nav) navTag(tag *apidoc.Tag) navTag {
	operations := n.doc.TagOperations(tag.Name)
	item := navTag{tag: tag, total: len(operations), current: n.page.Kind == core.PageTag && n.page.Tag.Name == tag.Name}
	few := len(n.doc.Operations)
	item.open = n.opensAll(few) || item.current || n.page.Kind == core.PageOperation && slices.Contains(n.page.Operation.Tags, tag.Name)
	if item.open || few <= listAll {
		for _, o := range n.window(operations) {
			item.links = append(item.links, n.navLink(o, core.PageOperation))
		}
	}
	return item
}

// window returns the operations to list of a long list: those around the one
// that the page shows.
func (n *nav) window(operations []*apidoc.OperationSummary) []*apidoc.OperationSummary {
	return around(operations, slices.IndexFunc(operations, n.shows), maxLinks)
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
func moreOperations(w *wording.Language, n int, all bool) string {
	if all {
		return w.Fill("All {1}", operationCount(w, n))
	}
	return w.Fill("{1} more", strconv.Itoa(n))
}

func operationsOf(links []navLink) []*apidoc.OperationSummary {
	operations := make([]*apidoc.OperationSummary, len(links))
	for i, l := range links {
		operations[i] = l.operation
	}
	return operations
}

// label is the title of an operation beside its method.
func label(o *apidoc.OperationSummary, path bool) string {
	if o.Summary == "" && o.ID == "" || path && o.Path != "" {
		return phrase.Brief(o.Path, maxLabel)
	}
	return phrase.Brief(o.Title(), maxLabel)
}

// navRest lists the operations without a tag: all of them when there is no tag at
// all. Many are grouped by their paths.
func (n *nav) navRest() []navRest {
	all := n.doc.TagOperations("")
	limit := maxHooks
	if len(n.doc.Tags) == 0 {
		limit = maxLinks
	}
	shown := around(all, slices.IndexFunc(all, n.shows), limit)
	rest := navRest{title: "More operations", more: len(all) - len(shown)}
	if len(n.doc.Tags) == 0 {
		rest.title = "Operations"
	}
	for _, o := range shown {
		rest.links = append(rest.links, n.navLink(o, core.PageOperation))
	}
	groups := byPath(rest.links)
	if groups == nil {
		return []navRest{rest}
	}
	list := make([]navRest, len(groups))
	for i, g := range groups {
		list[i] = navRest{title: g.title, links: g.links, folded: !n.opensAll(len(all))}
	}
	list[len(list)-1].more = rest.more
	return list
}

// navWebhooks lists the webhooks.
func (n *nav) navWebhooks() navRest {
	links := make([]navLink, 0, len(n.doc.Webhooks))
	for i := range n.doc.Webhooks {
		links = append(links, n.navLink(&n.doc.Webhooks[i], core.PageWebhook))
	}
	shown := around(links, slices.IndexFunc(links, func(l navLink) bool { return l.current }), maxHooks)
	return navRest{title: "Webhooks", links: shown, more: len(links) - len(shown)}
}

// navRest is a list of the sidebar that stands below no tag.
type navRest struct {
	title  wording.Key // of ours, or the beginning of a path
	links  []navLink
	more   int  // that are not listed
	folded bool // it is one of many
}

// open reports whether the list is shown from the beginning: when it is short, or
// the page is one of it.
func (r *navRest) open() bool {
	return r.more == 0 && !r.folded || slices.ContainsFunc(r.links, func(l navLink) bool { return l.current })
}

// restPart returns the link to the part of the overview that ends with all of
// them.
func (n *nav) restPart() templ.SafeURL {
	tags, rest := len(n.listedTags()), len(n.doc.TagOperations(""))+len(n.doc.Webhooks)
	parts := max((tags+overviewTags-1)/overviewTags, 1) + max((rest+tagPart-1)/tagPart, 1) - 1
	return n.part(core.PageOverview, "", parts)
}

// navModels lists models: all of a short list, and on the page of a model those
// around it.
func (n *nav) navModels() []apidoc.ModelSummary {
	list := n.doc.Models
	if len(list) <= maxModels {
		return list
	}
	if n.page.Kind != core.PageModel {
		return nil
	}
	at := slices.IndexFunc(list, func(m apidoc.ModelSummary) bool { return m.Slug == n.page.Model.Slug })
	return around(list, at, maxModels)
}

// showsModels reports whether there are models to list.
func (n *nav) showsModels() bool { return !n.page.Settings.HideModels && len(n.doc.Models) > 0 }

// inModels reports whether the page is one of the models.
func (n *nav) inModels() bool {
	return n.page.Kind == core.PageModel || n.page.Kind == core.PageModels
}

// inChanges reports whether the page is one of the changes.
func (n *nav) inChanges() bool {
	return n.page.Kind == core.PageChanges || n.page.Kind == core.PageRelease
}

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
func (n *nav) introduction() []navHeading {
	return n.navHeadings(n.doc.Info.Description, n.home())
}

// tagHeadings is what the sidebar lists of the description of a tag, on its page
// alone.
func (n *nav) tagHeadings(t navTag) []navHeading {
	if !t.current {
		return nil
	}
	return n.navHeadings(t.tag.Description, n.to(core.PageTag, t.tag.Slug))
}

// navHeadings returns the headings of the first description of a page, two levels
// of them. Anchors begin as prosePrefix says.
func (n *nav) navHeadings(description string, page templ.SafeURL) []navHeading {
	headings, _ := n.markdown.Headings(description)
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

// tagItem is an entry of the sidebar: a tag that the page has nothing to do with
// looks the same everywhere.
func tagItem(v *view, t navTag) templ.Component {
	if t.open || t.current {
		return navTagItem(v, t)
	}
	return v.kept(t.tag, func() templ.Component { return navTagItem(v, t) })
}

// linkItem is an entry of the sidebar, and so is every operation but the one of
// the page.
func linkItem(v *view, l navLink) templ.Component {
	if l.current {
		return navItem(v, l)
	}
	return v.kept(l.operation, func() templ.Component { return navItem(v, l) })
}

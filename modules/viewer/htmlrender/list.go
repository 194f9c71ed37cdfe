package htmlrender

import (
	"slices"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

// Lengths of the parts that long lists are shown in.
const (
	tagPart      = 150 // operations of a tag
	readPart     = 100 // the same where the page holds them
	modelPart    = 300 // models
	propertyPart = 150 // properties of a model
	overviewTags = 60  // tags of the overview
)

// span is the part of a list that a page shows.
type span struct {
	from, to int
	number   int // from 1
	parts    int
}

// lists are those of a page, and its place in them.
type lists struct{ *subject }

// span returns the part that the page asks for of a list of n, the last one
// when there are fewer.
func (l *lists) span(n, size int) span {
	parts := max((n+size-1)/size, 1)
	number := min(max(l.page.Number, 1), parts)
	return span{from: (number - 1) * size, to: min(number*size, n), number: number, parts: parts}
}

// overviewPart is one part of the overview: some tags, and of the operations that
// no tag leads to, and of the webhooks, some too.
type overviewPart struct {
	span
	tags []overviewTag
	rest []navLink
}

// overviewTag is a tag on the overview with the first of its operations.
type overviewTag struct {
	tag        *apidoc.Tag
	operations []*apidoc.OperationSummary
	more       int
}

// overviewPart returns the part of the overview that the page asks for. The rest
// begins in the last part that has tags.
func (l *lists) overviewPart() overviewPart {
	tags, rest := l.listedTags(), l.rest()
	tagParts := max((len(tags)+overviewTags-1)/overviewTags, 1)
	restParts := max((len(rest)+tagPart-1)/tagPart, 1)
	s := l.span(tagParts+restParts-1, 1)
	part := overviewPart{span: s}
	if s.number <= tagParts {
		from := (s.number - 1) * overviewTags
		part.tags = l.withOperations(tags[from:min(from+overviewTags, len(tags))])
	}
	if s.number >= tagParts {
		from := (s.number - tagParts) * tagPart
		part.rest = rest[from:min(from+tagPart, len(rest))]
	}
	return part
}

// withOperations gives tags their operations. Together they show a bounded
// number, each at least a few.
func (l *lists) withOperations(tags []*apidoc.Tag) []overviewTag {
	const total, least = 200, 3
	each := total
	if len(l.doc.Operations) > total {
		each = max(total/max(len(tags), 1), least)
	}
	list := make([]overviewTag, 0, len(tags))
	for _, t := range tags {
		operations := l.doc.TagOperations(t.Name)
		shown := min(len(operations), each)
		list = append(list, overviewTag{tag: t, operations: operations[:shown], more: len(operations) - shown})
	}
	return list
}

// rest returns the operations without a tag and the webhooks.
func (l *lists) rest() []navLink {
	var links []navLink
	for _, o := range l.doc.TagOperations("") {
		links = append(links, l.navLink(o, core.PageOperation))
	}
	for i := range l.doc.Webhooks {
		links = append(links, l.navLink(&l.doc.Webhooks[i], core.PageWebhook))
	}
	return links
}

// listedTags returns the tags in the order of their groups, each once.
func (l *lists) listedTags() []*apidoc.Tag {
	return slices.DeleteFunc(l.doc.GroupedTags(), func(t *apidoc.Tag) bool { return !worthListing(l.doc, t) })
}

// shows reports whether the page is that of an operation.
func (l *lists) shows(o *apidoc.OperationSummary) bool {
	return l.page.Kind == core.PageOperation && l.page.Operation.Slug == o.Slug
}

func (l *lists) navLink(o *apidoc.OperationSummary, kind core.PageKind) navLink {
	current := l.page.Kind == kind && l.page.Operation != nil && l.page.Operation.Slug == o.Slug
	return navLink{operation: o, kind: kind, current: current}
}

// neighbours returns the operations before and after o in its first tag.
func (l *lists) neighbours(o *apidoc.Operation) (before, after *apidoc.OperationSummary) {
	if l.page.Kind != core.PageOperation {
		return nil, nil
	}
	name := ""
	if len(o.Tags) > 0 {
		name = o.Tags[0]
	}
	list := l.doc.TagOperations(name)
	at := slices.IndexFunc(list, l.shows)
	if at > 0 {
		before = list[at-1]
	}
	if at >= 0 && at+1 < len(list) {
		after = list[at+1]
	}
	return before, after
}

// modelsOf are the models that are listed below a tag.
func (l *lists) modelsOf(tag string) []*apidoc.ModelSummary {
	if l.page.Settings.HideModels {
		return nil
	}
	var list []*apidoc.ModelSummary
	for i := range l.doc.Models {
		if m := &l.doc.Models[i]; slices.Contains(m.Tags, tag) {
			list = append(list, m)
		}
	}
	return list
}

// above returns the tags above a tag, the highest first.
func (l *lists) above(t *apidoc.Tag) []*apidoc.Tag {
	var list []*apidoc.Tag
	for up := l.doc.TagNamed(t.Parent); up != nil && len(list) < maxTopics; up = l.doc.TagNamed(up.Parent) {
		list = append(list, up)
	}
	slices.Reverse(list)
	return list
}

// continuous reports whether the overview holds the operations themselves.
func (l *lists) continuous() bool {
	switch l.page.Settings.Reading {
	case core.ReadAutomatic:
		return len(l.doc.Operations)+len(l.doc.Webhooks) <= fewOperations
	case core.ReadContinuous, core.ReadWhole:
		return true
	}
	return false
}

// reads reports whether the page of a tag holds its operations.
func (l *lists) reads() bool { return l.page.Settings.Reading != core.ReadPages }

// tagPart is how many operations of a tag a page has.
func (l *lists) tagPart() int {
	if l.reads() {
		return readPart
	}
	return tagPart
}

// opensAll reports whether every list of the sidebar is open in a description of so many
// operations.
func (l *lists) opensAll(operations int) bool {
	return operations <= openAll || l.page.Settings.OpenTags && operations <= openMost
}

const fewOperations = 70 // operations and webhooks up to which the overview holds them

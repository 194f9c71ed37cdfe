package htmlrender

import (
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

// span returns the part that the page asks for of a list of n, the last one
// when there are fewer.
func (v *view) span(n, size int) span {
	parts := max((n+size-1)/size, 1)
	number := min(max(v.page.Number, 1), parts)
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
func (v *view) overviewPart() overviewPart {
	tags, rest := v.listedTags(), v.rest()
	tagParts := max((len(tags)+overviewTags-1)/overviewTags, 1)
	restParts := max((len(rest)+tagPart-1)/tagPart, 1)
	s := v.span(tagParts+restParts-1, 1)
	part := overviewPart{span: s}
	if s.number <= tagParts {
		from := (s.number - 1) * overviewTags
		part.tags = v.withOperations(tags[from:min(from+overviewTags, len(tags))])
	}
	if s.number >= tagParts {
		from := (s.number - tagParts) * tagPart
		part.rest = rest[from:min(from+tagPart, len(rest))]
	}
	return part
}

// withOperations gives tags their operations. Together they show a bounded
// number, each at least a few.
func (v *view) withOperations(tags []*apidoc.Tag) []overviewTag {
	const total, least = 200, 3
	each := total
	if len(v.doc.Operations) > total {
		each = max(total/max(len(tags), 1), least)
	}
	list := make([]overviewTag, 0, len(tags))
	for _, t := range tags {
		operations := v.doc.TagOperations(t.Name)
		shown := min(len(operations), each)
		list = append(list, overviewTag{tag: t, operations: operations[:shown], more: len(operations) - shown})
	}
	return list
}

// rest returns the operations without a tag and the webhooks.
func (v *view) rest() []navLink {
	var links []navLink
	for _, o := range v.doc.TagOperations("") {
		links = append(links, v.navLink(o, core.PageOperation))
	}
	for i := range v.doc.Webhooks {
		links = append(links, v.navLink(&v.doc.Webhooks[i], core.PageWebhook))
	}
	return links
}

// listedTags returns the tags in the order of their groups, each once.
func (v *view) listedTags() []*apidoc.Tag {
	var tags []*apidoc.Tag
	seen := map[string]bool{}
	for _, g := range v.doc.Groups {
		for _, name := range g.Tags {
			if t := v.doc.TagNamed(name); t != nil && !seen[name] && worthListing(v.doc, t) {
				seen[name] = true
				tags = append(tags, t)
			}
		}
	}
	return tags
}

package apidoc

import (
	"cmp"
	"slices"
)

// OtherGroup is the group of the tags that stand in none, when a description
// groups some.
const OtherGroup = "Other"

// completeParents leaves out the parents that no tag has and those that lead
// round in a circle, and counts how deep each tag stands.
func completeParents(tags []Tag) {
	p := parents{tags: tags, at: make(map[string]int, len(tags)), done: make([]bool, len(tags))}
	for i, t := range tags {
		p.at[t.Name] = i
	}
	for i := range tags {
		p.climb(i)
	}
}

// parents looks at each tag once, whatever stands above whatever.
type parents struct {
	tags []Tag
	at   map[string]int // by name
	done []bool
}

// climb goes up from a tag to one that is done or at the top, and comes down
// again with the depths. Those of a circle are at the top, all of them.
func (p *parents) climb(i int) {
	var way []int
	step := map[int]int{} // of the way, by tag
	for !p.done[i] {
		if from, circle := step[i]; circle {
			for _, j := range way[from:] {
				p.tags[j].Parent = ""
			}
			break
		}
		step[i] = len(way)
		way = append(way, i)
		up, known := p.at[p.tags[i].Parent]
		if p.tags[i].Parent == "" || !known {
			p.tags[i].Parent = ""
			break
		}
		i = up
	}
	for len(way) > 0 {
		i = way[len(way)-1]
		way = way[:len(way)-1]
		p.tags[i].Depth, p.done[i] = 0, true
		if p.tags[i].Parent != "" {
			p.tags[i].Depth = p.tags[p.at[p.tags[i].Parent]].Depth + 1
		}
	}
}

// families returns the tags that stand below each tag at the top, which comes first:
// each before those below it. Top is the one at the top for each tag.
func families(tags []Tag) (members map[string][]string, top map[string]string) {
	below := map[string][]string{}
	for _, t := range tags {
		below[t.Parent] = append(below[t.Parent], t.Name)
	}
	members, top = make(map[string][]string, len(below[""])), make(map[string]string, len(tags))
	var walk func(first, name string)
	walk = func(first, name string) {
		if _, known := top[name]; known {
			return
		}
		top[name] = first
		members[first] = append(members[first], name)
		if name != "" {
			for _, next := range below[name] {
				walk(first, next)
			}
		}
	}
	for _, name := range below[""] {
		walk(name, name)
	}
	return members, top
}

// label reports whether a tag marks operations and does not lead to them (OpenAPI 3.2, the
// registry of the kinds of tags).
func (t *Tag) label() bool { return t.Kind == "badge" || t.Kind == "audience" }

// completeLabels puts the tags of operations that lead to them before those that mark them.
func completeLabels(o *Outline) {
	labels := map[string]bool{}
	for i := range o.Tags {
		if o.Tags[i].label() {
			labels[o.Tags[i].Name] = true
		}
	}
	if len(labels) == 0 {
		return
	}
	o.Operations, o.Webhooks = slices.Clone(o.Operations), slices.Clone(o.Webhooks)
	for _, operations := range [][]OperationSummary{o.Operations, o.Webhooks} {
		for i := range operations {
			tags := operations[i].Tags
			marks := func(name string) bool { return labels[name] }
			leads := func(name string) bool { return !labels[name] }
			operations[i].Tags = append(slices.DeleteFunc(slices.Clone(tags), marks), slices.DeleteFunc(slices.Clone(tags), leads)...)
		}
	}
}

// leading returns the tags that readers look for operations in: all but the labels whose
// operations stand in another one. Those that a group names or that stand above or below others
// are among them.
func leading(o *Outline, named map[string]bool) []Tag {
	carried, kept := map[string]bool{}, map[string]bool{}
	for _, operations := range [][]OperationSummary{o.Operations, o.Webhooks} {
		for _, op := range operations {
			for i, name := range op.Tags {
				carried[name] = true
				kept[name] = kept[name] || i == 0
			}
		}
	}
	for _, t := range o.Tags {
		kept[t.Parent] = true
	}
	return slices.DeleteFunc(slices.Clone(o.Tags), func(t Tag) bool {
		return t.label() && t.Parent == "" && carried[t.Name] && !kept[t.Name] && !named[t.Name]
	})
}

// completeGroups keeps the declared groups, without the tags that do not exist
// and the groups that are empty then, and adds a last one for what is left. A tag
// below another stands in the group of that one, which is the first that names it,
// or else the first that names one of those below it.
func completeGroups(o *Outline) {
	named, placed := map[string]bool{}, map[string]bool{}
	for _, g := range o.Groups {
		for _, name := range g.Tags {
			named[name] = true
		}
	}
	tags := leading(o, named)
	members, top := families(tags)
	var groups []TagGroup
	for _, g := range o.Groups {
		kept, inside := TagGroup{Name: g.Name}, map[string]bool{}
		for _, name := range g.Tags {
			first, known := top[name]
			again := inside[first] || placed[first] && len(members[first]) > 1
			if !known || again || first != name && named[first] {
				continue
			}
			inside[first], placed[first] = true, true
			kept.Tags = append(kept.Tags, members[first]...)
		}
		if len(kept.Tags) > 0 {
			groups = append(groups, kept)
		}
	}
	rest := TagGroup{}
	if len(groups) > 0 {
		rest.Name = OtherGroup
	}
	for _, t := range tags {
		if t.Parent == "" && !placed[t.Name] {
			rest.Tags = append(rest.Tags, members[t.Name]...)
		}
	}
	if len(rest.Tags) > 0 {
		groups = append(groups, rest)
	}
	o.Groups = groups
}

// regrouped returns groups with the tags of each in the order of a list, and before those
// below them.
func regrouped(groups []TagGroup, tags []Tag) []TagGroup {
	members, _ := families(tags)
	at := make(map[string]int, len(tags))
	for _, t := range tags {
		for _, name := range members[t.Name] {
			at[name] = len(at)
		}
	}
	groups = slices.Clone(groups)
	for i := range groups {
		groups[i].Tags = sortedBy(groups[i].Tags, func(a, b *string) int { return cmp.Compare(at[*a], at[*b]) })
	}
	return groups
}

// Tag is a topic that operations belong to.
type Tag struct {
	Name        string // what operations name
	Slug        string // its place in addresses, unique among tags
	DisplayName string // x-displayName, or the summary of OpenAPI 3.2, or the name: plain text
	Description string // Markdown
	// Parent is the name of the tag above (OpenAPI 3.2), empty for a tag at the
	// top. A document has no parents that do not exist and none that lead round
	// in a circle.
	Parent       string
	Depth        int    // how many tags stand above; set by New
	Kind         string // OpenAPI 3.2: "nav", "badge", "audience" or another word
	ExternalDocs *ExternalDocs
	Extensions   []Extension
}

// TagGroup is a heading over tags in the sidebar (x-tagGroups).
type TagGroup struct {
	Name string
	Tags []string // names
}

package apidoc

import "slices"

// OtherGroup is the group of the tags that stand in none, when a description
// groups some.
const OtherGroup = "Other"

// completeParents leaves out the parents that no tag has and those that lead
// round in a circle, and counts how deep each tag stands.
func (d *Document) completeParents() {
	p := parents{tags: d.Tags, at: make(map[string]int, len(d.Tags)), done: make([]bool, len(d.Tags))}
	for i, t := range d.Tags {
		p.at[t.Name] = i
	}
	for i := range d.Tags {
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

// nested reports whether a tag stands below another one.
func (d *Document) nested() bool {
	return slices.ContainsFunc(d.Tags, func(t Tag) bool { return t.Depth > 0 })
}

// descend returns the names of all tags, each once and before those below it.
func (d *Document) descend() []string {
	below := map[string][]string{}
	for _, t := range d.Tags {
		below[t.Parent] = append(below[t.Parent], t.Name)
	}
	names, seen := make([]string, 0, len(d.Tags)), map[string]bool{"": true}
	var walk func(parent string)
	walk = func(parent string) {
		for _, name := range below[parent] {
			if !seen[name] {
				seen[name] = true
				names = append(names, name)
				walk(name)
			}
		}
	}
	walk("")
	return names
}

// completeGroups keeps the declared groups, without the tags that do not exist
// and the groups that are empty then, and adds a last one for what is left.
func (d *Document) completeGroups() {
	if d.nested() {
		d.Groups = []TagGroup{{Tags: d.descend()}}
		return
	}
	known, placed := map[string]bool{}, map[string]bool{}
	for _, t := range d.Tags {
		known[t.Name] = true
	}
	var groups []TagGroup
	for _, g := range d.Groups {
		kept := TagGroup{Name: g.Name}
		for _, name := range g.Tags {
			if known[name] && !slices.Contains(kept.Tags, name) {
				kept.Tags = append(kept.Tags, name)
				placed[name] = true
			}
		}
		if len(kept.Tags) > 0 {
			groups = append(groups, kept)
		}
	}
	rest := TagGroup{}
	if len(groups) > 0 {
		rest.Name = OtherGroup
	}
	for _, t := range d.Tags {
		if !placed[t.Name] {
			rest.Tags = append(rest.Tags, t.Name)
		}
	}
	if len(rest.Tags) > 0 {
		groups = append(groups, rest)
	}
	d.Groups = groups
}

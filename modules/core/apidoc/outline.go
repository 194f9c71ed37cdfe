package apidoc

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// OtherGroup is the group of the tags that stand in none, when a description
// groups some.
const OtherGroup = "Other"

// completeTags adds the tags that only operations name, and display names.
func (d *Document) completeTags() {
	known := map[string]bool{}
	d.Tags = slices.Clone(d.Tags)
	for i := range d.Tags {
		known[d.Tags[i].Name] = true
		if d.Tags[i].DisplayName == "" {
			d.Tags[i].DisplayName = d.Tags[i].Name
		}
	}
	for _, operations := range [][]OperationSummary{d.Operations, d.Webhooks} {
		for i := range operations {
			for _, name := range operations[i].Tags {
				if !known[name] {
					known[name] = true
					d.Tags = append(d.Tags, Tag{Name: name, DisplayName: name})
				}
			}
		}
	}
}

// completeGroups keeps the declared groups, without the tags that do not exist
// and the groups that are empty then, and adds a last one for what is left.
func (d *Document) completeGroups() {
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

// assignSlugs gives every part its place in addresses. Operations are named by
// their operationId where it is unique, otherwise by method and path.
func (d *Document) assignSlugs() {
	d.Operations, d.Webhooks, d.Models = slices.Clone(d.Operations), slices.Clone(d.Webhooks), slices.Clone(d.Models)
	for _, operations := range [][]OperationSummary{d.Operations, d.Webhooks} {
		names := slugs{}
		for i := range operations {
			o := &operations[i]
			name := o.ID
			if name == "" || names.has(name) {
				name = o.Method + "-" + o.Path
			}
			o.Slug = names.add(name)
		}
	}
	tags, models := slugs{}, slugs{}
	for i := range d.Tags {
		d.Tags[i].Slug = tags.add(d.Tags[i].Name)
	}
	for i := range d.Models {
		d.Models[i].Slug = models.add(d.Models[i].Name)
	}
}

func (d *Document) buildIndex() {
	d.operations, d.webhooks = bySlug(d.Operations), bySlug(d.Webhooks)
	d.tags, d.tagNames = map[string]*Tag{}, map[string]*Tag{}
	for i := range d.Tags {
		t := &d.Tags[i]
		d.tags[t.Slug], d.tagNames[t.Name] = t, t
	}
	d.models, d.modelRefs = map[string]*ModelSummary{}, map[string]*ModelSummary{}
	for i := range d.Models {
		m := &d.Models[i]
		d.models[m.Slug], d.modelRefs[m.Ref] = m, m
	}
	d.indexTagOperations()
}

func (d *Document) indexTagOperations() {
	d.byTag = map[string][]*OperationSummary{}
	for i := range d.Operations {
		o := &d.Operations[i]
		if len(o.Tags) == 0 {
			d.byTag[""] = append(d.byTag[""], o)
		}
		for j, name := range o.Tags {
			if !slices.Contains(o.Tags[:j], name) {
				d.byTag[name] = append(d.byTag[name], o)
			}
		}
	}
}

func bySlug(operations []OperationSummary) map[string]*OperationSummary {
	index := make(map[string]*OperationSummary, len(operations))
	for i := range operations {
		index[operations[i].Slug] = &operations[i]
	}
	return index
}

// slugs are the names given so far, each with the number to try next when it is
// wanted again. Two slugs differ in more than case, so that a static export
// works on file systems that ignore it.
type slugs map[string]int

func (s slugs) has(name string) bool { return s[strings.ToLower(Slug(name))] > 0 }

// add returns the slug of name, with a number behind it when it is taken.
func (s slugs) add(name string) string {
	slug := Slug(name)
	base := strings.ToLower(slug)
	for key := base; ; s[base]++ {
		if s[key] == 0 {
			s[key] = 2
			return slug
		}
		slug = Slug(name) + "-" + strconv.Itoa(s[base])
		key = strings.ToLower(slug)
	}
}

// maxSlug bounds a slug in bytes, so that a file can be named after it.
const maxSlug = 120

// Slug turns any text into one segment of an address: letters, digits, "-",
// "_" and "." stay, every run of anything else becomes one "-". It is never
// empty and never "." or "..".
func Slug(text string) string {
	var b strings.Builder
	dash := false
	for _, r := range text {
		if b.Len() >= maxSlug {
			break
		}
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' && r != '.' {
			dash = b.Len() > 0
			continue
		}
		if dash {
			b.WriteByte('-')
			dash = false
		}
		b.WriteRune(r)
	}
	if slug := b.String(); strings.Trim(slug, ".") != "" {
		return slug
	}
	return "unnamed"
}

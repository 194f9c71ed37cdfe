package apidoc

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// completeTags adds the tags that only operations name, and display names.
func (d *Document) completeTags() {
	known := map[string]bool{}
	d.Tags = slices.Clone(d.Tags)
	for i := range d.Tags {
		known[d.Tags[i].Name] = true
		if d.Tags[i].DisplayName == "" {
			d.Tags[i].DisplayName = PlainTitle(d.Tags[i].Name)
		}
	}
	for _, operations := range [][]OperationSummary{d.Operations, d.Webhooks} {
		for i := range operations {
			for _, name := range operations[i].Tags {
				if !known[name] {
					known[name] = true
					d.Tags = append(d.Tags, Tag{Name: name, DisplayName: PlainTitle(name)})
				}
			}
		}
	}
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
	components := slugs{}
	d.Components = slices.Clone(d.Components)
	for i := range d.Components {
		c := &d.Components[i]
		c.Slug = components.add(string(c.Kind) + "-" + c.Name)
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
	d.components = map[string]*ComponentSummary{}
	for i := range d.Components {
		d.components[d.Components[i].Slug] = &d.Components[i]
	}
	d.children = map[string][]*Tag{}
	for i := range d.Tags {
		d.children[d.Tags[i].Parent] = append(d.children[d.Tags[i].Parent], &d.Tags[i])
	}
	d.byTag, d.hooksByTag = byTag(d.Operations), byTag(d.Webhooks)
}

func byTag(operations []OperationSummary) map[string][]*OperationSummary {
	index := map[string][]*OperationSummary{}
	for i := range operations {
		o := &operations[i]
		if len(o.Tags) == 0 {
			index[""] = append(index[""], o)
		}
		for j, name := range o.Tags {
			if !slices.Contains(o.Tags[:j], name) {
				index[name] = append(index[name], o)
			}
		}
	}
	return index
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

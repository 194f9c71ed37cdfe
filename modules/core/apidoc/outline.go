package apidoc

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// completeTags adds the tags that only operations name.
func completeTags(o *Outline) {
	known := map[string]bool{}
	o.Tags = slices.Clone(o.Tags)
	for i := range o.Tags {
		known[o.Tags[i].Name] = true
	}
	for _, operations := range [][]OperationSummary{o.Operations, o.Webhooks} {
		for i := range operations {
			for _, name := range operations[i].Tags {
				if !known[name] {
					known[name] = true
					o.Tags = append(o.Tags, Tag{Name: name})
				}
			}
		}
	}
}

// assignSlugs gives every part its place in addresses, and a title to each tag and to
// models that have nothing else to be read by. Operations are named by their
// operationId where it is unique, otherwise by method and path.
func assignSlugs(o *Outline) {
	o.Operations, o.Webhooks, o.Models = slices.Clone(o.Operations), slices.Clone(o.Webhooks), slices.Clone(o.Models)
	for _, operations := range [][]OperationSummary{o.Operations, o.Webhooks} {
		names := slugs{}
		for i := range operations {
			op := &operations[i]
			name := op.ID
			if name == "" || names.has(name) {
				name = op.Method + "-" + op.Path
			}
			op.Slug = names.add(name)
		}
	}
	tags, models := slugs{}, slugs{}
	for i := range o.Tags {
		t := &o.Tags[i]
		t.Slug = tags.add(t.Name)
		t.DisplayName = cmp.Or(t.DisplayName, PlainTitle(t.Name), t.Slug)
	}
	for i := range o.Models {
		m := &o.Models[i]
		m.Slug = models.add(m.Name)
		if strings.TrimSpace(m.Name) == "" {
			m.Title = cmp.Or(m.Title, m.Slug)
		}
	}
	components := slugs{}
	o.Components = slices.Clone(o.Components)
	for i := range o.Components {
		c := &o.Components[i]
		c.Slug = components.add(string(c.Kind) + "-" + c.Name)
	}
}

// index finds the parts of an outline.
type index struct {
	operations map[string]*OperationSummary   // by slug
	webhooks   map[string]*OperationSummary   // by slug
	tags       map[string]*Tag                // by slug
	tagNames   map[string]*Tag                // by name
	children   map[string][]*Tag              // by name of the parent
	byTag      map[string][]*OperationSummary // by name of the tag
	hooksByTag map[string][]*OperationSummary // webhooks by name of the tag
	models     map[string]*ModelSummary       // by slug
	modelRefs  map[string]*ModelSummary       // by reference
	components map[string]*ComponentSummary   // by slug
}

func newIndex(o *Outline) index {
	x := index{
		operations: bySlug(o.Operations), webhooks: bySlug(o.Webhooks), byTag: byTag(o.Operations), hooksByTag: byTag(o.Webhooks),
		tags: map[string]*Tag{}, tagNames: map[string]*Tag{}, children: map[string][]*Tag{},
		models: map[string]*ModelSummary{}, modelRefs: map[string]*ModelSummary{}, components: map[string]*ComponentSummary{},
	}
	for i := range o.Tags {
		t := &o.Tags[i]
		x.tags[t.Slug], x.tagNames[t.Name] = t, t
		x.children[t.Parent] = append(x.children[t.Parent], t)
	}
	for i := range o.Models {
		m := &o.Models[i]
		x.models[m.Slug], x.modelRefs[m.Ref] = m, m
	}
	for i := range o.Components {
		x.components[o.Components[i].Slug] = &o.Components[i]
	}
	return x
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

func (s slugs) has(name string) bool { return s[strings.ToLower(segment(name))] > 0 }

// add returns the slug of name, with a number behind it when it is taken.
func (s slugs) add(name string) string {
	slug := segment(name)
	base := strings.ToLower(slug)
	for key := base; ; s[base]++ {
		if s[key] == 0 {
			s[key] = 2
			return slug
		}
		slug = segment(name) + "-" + strconv.Itoa(s[base])
		key = strings.ToLower(slug)
	}
}

// segment is the slug of a page, whose address with ".md" is that of the page in Markdown:
// none ends with that.
func segment(name string) string {
	slug := Slug(name)
	if bare, ends := strings.CutSuffix(slug, ".md"); ends {
		return bare + "-md"
	}
	return slug
}

// maxSlug bounds a slug in bytes, so that a file can be named after it.
const maxSlug = 120

// isSlug reports whether a text is a slug already, as most names of properties are.
func isSlug(text string) bool {
	if text == "" || len(text) > maxSlug || text[0] == '.' {
		return false
	}
	for i := range len(text) {
		c := text[i]
		if (c|0x20 < 'a' || c|0x20 > 'z') && (c < '0' || c > '9') && c != '_' && c != '.' {
			return false
		}
	}
	return true
}

// Slug turns any text into one segment of an address: letters, digits, "-",
// "_" and "." stay, every run of anything else becomes one "-". It is never
// empty and never "." or "..".
func Slug(text string) string {
	if isSlug(text) {
		return text
	}
	var b strings.Builder
	b.Grow(min(len(text), maxSlug))
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

// Package apidoc is the model of an API description: what Swagger 2.0 and
// OpenAPI 3.x say, in one shape, without their syntax.
//
// A Document is an outline that is small enough to keep (information, servers,
// tags, one line per operation and model) in front of a Reader, which reads one
// operation or model at a time when somebody asks for it:
//
//	for _, tag := range doc.Tags {
//		for _, o := range doc.TagOperations(tag.Name) {
//			op, err := doc.Operation(ctx, o.Slug)
//		}
//	}
//
// References between schemas stay references: a Schema with a Ref is resolved
// with Document.Schema, one level at a time, so recursive and highly connected
// schemas cost what is looked at and not what is reachable.
//
// Everything in a Document is read-only once it is made.
package apidoc

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
)

// ErrNotFound says that a document has no such operation, model or schema.
var ErrNotFound = errors.New("not in the description")

// Document is one API description. It is safe for concurrent use.
type Document struct {
	Outline
	Text Text // the description as it was written

	index
	reader Reader
}

// Outline is the part of a description that is read at once and kept.
type Outline struct {
	SpecVersion string // as written: "2.0", "3.0.3", "3.1.0"
	// Self is the address of the description by its own account ($self of
	// OpenAPI 3.2), and Dialect that of the dialect of its schemas
	// (jsonSchemaDialect of OpenAPI 3.1).
	Self    string
	Dialect string
	Info    Info
	Servers []Server
	// Tags are all tags that there is something to say about: the declared
	// ones in their order, then those that only operations name.
	Tags []Tag
	// Groups is how Tags are grouped for display, every tag that readers look for
	// operations in in at least one group. A description without groups has one, whose
	// name is empty.
	Groups []TagGroup
	// Operations and Webhooks are in the order of the description. Internal
	// ones (x-internal) are not among them.
	Operations []OperationSummary
	Webhooks   []OperationSummary
	Models     []ModelSummary
	// Components are the parts for others to refer to that nothing refers to, so
	// that no operation shows them.
	Components []ComponentSummary

	SecuritySchemes []SecurityScheme
	// Security is what an operation requires that says nothing itself.
	Security     []SecurityRequirement
	ExternalDocs *ExternalDocs
	// Extensions are those of the description as a whole, of its paths and
	// webhooks, and of its components.
	Extensions []Extension
	// Problems are the parts that could not be read, and those that were read and are
	// not as they should be. Everything else is there.
	Problems []Problem
}

// Text is a description as it was written, or as it was put together of several files.
type Text struct {
	Data      []byte
	MediaType string // "application/json" or "application/yaml"
	// Origins are where the lines of Data come from, one after the other. It is empty
	// for a description that was written as one text.
	Origins []Origin
}

// Origin is where a line of a description was written.
type Origin struct {
	File   string
	Line   int // 1-based, 0 when there is no such line
	Column int // of the first name on it; 1-based, in bytes, 0 when unknown
}

// Origin returns where a line of the text was written, 1-based; the zero Origin when that
// is where the line stands.
func (t Text) Origin(line int) Origin {
	if line < 1 || line > len(t.Origins) {
		return Origin{}
	}
	return t.Origins[line-1]
}

// Reader reads the parts of a description that stand behind its outline. The
// document calls it, concurrently.
type Reader interface {
	// ReadOperation reads the operation or webhook that o summarises.
	ReadOperation(ctx context.Context, o *OperationSummary) (*Operation, error)
	// ReadSchema reads what a reference points to: "#/components/schemas/Pet",
	// "#/definitions/Pet" or any other JSON pointer of the description. The
	// error is ErrNotFound when there is nothing or no schema.
	ReadSchema(ctx context.Context, ref string) (*Schema, error)
}

// Problem is a part of a description that could not be read, or that was read and is
// not as it should be.
type Problem struct {
	File    string // that it is in, "" where the description was written as one text
	Line    int    // 1-based, 0 when unknown
	Column  int    // 1-based, in bytes, 0 when unknown
	Pointer string // JSON pointer of the part, such as "/paths/~1pets/get"
	Message string
	Read    bool // the part was read: nothing of it is missing
}

// String returns "line 3, column 5: message", or "pet.yaml, line 3, column 5: message".
func (p Problem) String() string {
	switch {
	case p.Line == 0:
		return p.Message
	case p.File != "":
		return fmt.Sprintf("%s, line %d, column %d: %s", p.File, p.Line, p.Column, p.Message)
	}
	return fmt.Sprintf("line %d, column %d: %s", p.Line, p.Column, p.Message)
}

// New makes a document of an outline and the reader of what stands behind it.
// It completes the outline where sources should not have to: slugs are made
// unique, tags that only operations name are added, and tags that stand in no
// group come into one named "Other". Parents of tags that do not exist or lead
// round in a circle are left out; where one is left, the tags are one group, each
// before the tags below it, whatever groups there are. Tags of the kinds "badge" and
// "audience" stand last among those of an operation, and in no group where each of their
// operations has another tag.
func New(outline Outline, reader Reader, text Text) *Document {
	d := &Document{Outline: outline, Text: text, reader: reader}
	completeTags(&d.Outline)
	completeLabels(&d.Outline)
	completeParents(d.Tags)
	completeGroups(&d.Outline)
	assignSlugs(&d.Outline)
	d.index = newIndex(&d.Outline)
	return d
}

// OperationSummary returns the summary of the operation with a slug, nil when
// there is none.
func (d *Document) OperationSummary(slug string) *OperationSummary { return d.operations[slug] }

// WebhookSummary returns the summary of the webhook with a slug, nil when there
// is none.
func (d *Document) WebhookSummary(slug string) *OperationSummary { return d.webhooks[slug] }

// Linked returns the summary of the operation that a link leads to, nil when it
// is none of the description.
func (d *Document) Linked(l *Link) *OperationSummary {
	pointer, err := url.PathUnescape(strings.TrimPrefix(l.OperationRef, "#"))
	if err != nil {
		pointer = ""
	}
	for i := range d.Operations {
		o := &d.Operations[i]
		if l.OperationID != "" && o.ID == l.OperationID || pointer != "" && o.Pointer == pointer {
			return o
		}
	}
	return nil
}

// Tag returns the tag with a slug, nil when there is none.
func (d *Document) Tag(slug string) *Tag { return d.tags[slug] }

// TagNamed returns the tag with a name, nil when there is none.
func (d *Document) TagNamed(name string) *Tag { return d.tagNames[name] }

// TagOperations returns the operations that carry the tag with a name, in the
// order of the description. The empty name gives those without a tag.
func (d *Document) TagOperations(name string) []*OperationSummary { return d.byTag[name] }

// TagWebhooks returns the webhooks that carry the tag with a name, in the order
// of the description. The empty name gives those without a tag.
func (d *Document) TagWebhooks(name string) []*OperationSummary { return d.hooksByTag[name] }

// GroupedTags returns the tags that stand in groups, in the order of these, each once.
func (d *Document) GroupedTags() []*Tag {
	var tags []*Tag
	seen := map[string]bool{}
	for _, g := range d.Groups {
		for _, name := range g.Tags {
			if t := d.TagNamed(name); t != nil && !seen[name] {
				seen[name] = true
				tags = append(tags, t)
			}
		}
	}
	return tags
}

// TagChildren returns the tags directly below the tag with a name, in the order
// of Tags. The empty name gives those at the top.
func (d *Document) TagChildren(name string) []*Tag { return d.children[name] }

// ModelSummary returns the summary of the model with a slug, nil when there is
// none.
func (d *Document) ModelSummary(slug string) *ModelSummary { return d.models[slug] }

// Operation reads the operation with a slug. The error is ErrNotFound when there
// is none.
func (d *Document) Operation(ctx context.Context, slug string) (*Operation, error) {
	return d.read(ctx, d.operations[slug])
}

// Webhook reads the webhook with a slug. The error is ErrNotFound when there is
// none.
func (d *Document) Webhook(ctx context.Context, slug string) (*Operation, error) {
	return d.read(ctx, d.webhooks[slug])
}

func (d *Document) read(ctx context.Context, o *OperationSummary) (*Operation, error) {
	if o == nil {
		return nil, ErrNotFound
	}
	op, err := d.reader.ReadOperation(ctx, o)
	if err != nil {
		return nil, fmt.Errorf("read operation %s: %w", o.Slug, err)
	}
	return op, nil
}

// Model reads the model with a slug. The error is ErrNotFound when there is
// none.
func (d *Document) Model(ctx context.Context, slug string) (*Model, error) {
	m := d.models[slug]
	if m == nil {
		return nil, ErrNotFound
	}
	s, err := d.Schema(ctx, m.Ref)
	if err != nil {
		return nil, fmt.Errorf("read model %s: %w", m.Name, err)
	}
	return &Model{ModelSummary: *m, Schema: s}, nil
}

// Schema reads what a reference points to. The error is ErrNotFound when there
// is nothing.
func (d *Document) Schema(ctx context.Context, ref string) (*Schema, error) {
	return d.reader.ReadSchema(ctx, ref)
}

// ModelOf returns the summary of the model that a reference points to, nil when
// it points to something else.
func (d *Document) ModelOf(ref string) *ModelSummary { return d.modelRefs[ref] }

// ComponentSummary returns the summary of the component with a slug, nil when
// there is none.
func (d *Document) ComponentSummary(slug string) *ComponentSummary { return d.components[slug] }

// Component reads the component with a slug. The error is ErrNotFound when there
// is none, or when the reader of the document reads none.
func (d *Document) Component(ctx context.Context, slug string) (*Component, error) {
	reader, ok := d.reader.(ComponentReader)
	summary := d.components[slug]
	if !ok || summary == nil {
		return nil, ErrNotFound
	}
	c, err := reader.ReadComponent(ctx, summary)
	if err != nil {
		return nil, fmt.Errorf("read component %s: %w", summary.Ref, err)
	}
	return c, nil
}

// Uses says who refers to the model with a reference. There is nothing when the
// reader of the document does not know.
func (d *Document) Uses(ctx context.Context, ref string) (*Uses, error) {
	reader, ok := d.reader.(UsesReader)
	if !ok {
		return &Uses{}, nil
	}
	found, err := reader.ReadUses(ctx, ref)
	if err != nil {
		return nil, err
	}
	uses := &Uses{Direct: d.users(found.Direct), Through: d.users(found.Through)}
	uses.Children = d.users(found.Children).Models
	return uses, nil
}

func (d *Document) users(list []string) Users {
	wanted := make(map[string]bool, len(list))
	for _, pointer := range list {
		wanted[pointer] = true
	}
	u := Users{Operations: pointed(d.Operations, wanted), Webhooks: pointed(d.Webhooks, wanted)}
	for i := range d.Models {
		if wanted[d.Models[i].Ref] {
			u.Models = append(u.Models, &d.Models[i])
		}
	}
	return u
}

// WithServers returns the same document with other servers: f is given its own,
// and those of each operation that is read, and returns what takes their place. F
// is called concurrently and must neither change nor keep the list that it is
// given.
func (d *Document) WithServers(f func([]Server) []Server) *Document {
	changed := *d
	changed.Servers = f(d.Servers)
	changed.reader = &serverReader{Reader: d.reader, change: f}
	return &changed
}

// Sorted returns the same document in another order: its tags by one comparison, within
// their groups and below their parents too, and its operations and webhooks by another.
// The order of what compares as equal stays, and so do addresses; nil keeps the order of
// the description.
func (d *Document) Sorted(tags func(a, b *Tag) int, operations func(a, b *OperationSummary) int) *Document {
	sorted := *d
	if tags != nil {
		sorted.Tags = sortedBy(d.Tags, tags)
		sorted.Groups = regrouped(d.Groups, sorted.Tags)
	}
	if operations != nil {
		sorted.Operations = sortedBy(d.Operations, operations)
		sorted.Webhooks = sortedBy(d.Webhooks, operations)
	}
	sorted.index = newIndex(&sorted.Outline)
	return &sorted
}

func sortedBy[E any](list []E, compare func(a, b *E) int) []E {
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b E) int { return compare(&a, &b) })
	return list
}

// Model is a schema with a name.
type Model struct {
	ModelSummary
	Schema *Schema
}

package htmlrender

import (
	"bytes"
	"context"
	"io"
	"sync"

	"github.com/a-h/templ"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/shape"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/wording"
)

// shownAt names what the schema of a body looks like at a place of a page.
type shownAt struct {
	ref, description string // of the schema, which says nothing else
	root             string // of the page, which links begin with
	id, key          string // of its spot
	in               *wording.Language
	direction        core.Direction
	hideModels       bool
	order            [2]bool // of properties: by name, and whatever is required
}

// shown is what a schema looks like, and what that takes of the page.
type shown struct {
	html string
	ids  idSet
	cost cost
}

// maxShown bounds the schemas that are kept of a document, in bytes.
const maxShown = 4 << 20

// cost is what of a page something has taken.
type cost struct {
	elements, values    int // of the budget
	texts, bytes, prose int // of the descriptions
}

// spent is what the page has taken so far.
func (v *view) spent() cost {
	return cost{v.budget.rows*rowElements + v.budget.small, v.budget.values, v.prosaist.count, v.prosaist.bytes, v.prosaist.work}
}

func (c cost) plus(other cost) cost {
	return cost{c.elements + other.elements, c.values + other.values, c.texts + other.texts, c.bytes + other.bytes, c.prose + other.prose}
}

func (c cost) minus(other cost) cost {
	return cost{c.elements - other.elements, c.values - other.values, c.texts - other.texts, c.bytes - other.bytes, c.prose - other.prose}
}

// roomy reports whether a page that has taken so much has left nothing out so far.
func (v *view) roomy(c cost) bool {
	rows := min(maxDeepRows, maxRows-v.budget.reserved)
	return c.elements < rows*rowElements && c.values < pageValues && c.bytes <= maxTexts && c.prose <= maxProse && !v.shapes.Short()
}

// settle says that the page has taken so much.
func (v *view) settle(c cost) {
	v.budget.rows, v.budget.small, v.budget.values = c.elements/rowElements, c.elements%rowElements, c.values
	v.prosaist.count, v.prosaist.bytes, v.prosaist.work = c.texts, c.bytes, c.prose
}

// shownSchema is bodySchema. What a reference leads to looks the same in the bodies of
// many operations, and is kept as long as pages have room for all of it.
func (v *view) shownSchema(s *apidoc.Schema, p spot) templ.Component {
	settings := &v.page.Settings
	shared := v.shared != nil && shape.OnlyRef(s) && s.Ref != "" && len(v.page.Choices) == 0 && v.entry() == "" && keeps(v.root) &&
		p.level == 0 && len(p.open) == 0 && !settings.ForAuthors && len(settings.ImageHosts) == 0
	if !shared {
		return bodySchema(v, s, p)
	}
	at := shownAt{s.Ref, s.Description, v.root, p.id, p.key, v.words, v.direction, settings.HideModels, [2]bool{settings.SortProperties, settings.MixProperties}}
	return templ.ComponentFunc(func(ctx context.Context, w io.Writer) error {
		if known, ok := v.shared.schemas.Get(at); ok && v.has(known) {
			_, err := io.WriteString(w, known.html)
			return err
		}
		return v.show(ctx, w, at, bodySchema(v, s, p))
	})
}

// has takes the room of a schema that is known. It is false when the page has less, or
// has one of its ids.
func (v *view) has(known shown) bool {
	after := v.spent().plus(known.cost)
	if !v.roomy(after) {
		return false
	}
	for id := range known.ids {
		if v.idSet[id] > 0 {
			return false
		}
	}
	for id, n := range known.ids {
		v.idSet[id] = n
	}
	v.settle(after)
	return true
}

// rooms are those that schemas are written to, of at most maxRoom bytes.
var rooms = sync.Pool{New: func() any { return new(bytes.Buffer) }}

const maxRoom = 1 << 20

// show writes a schema, and keeps it when another page would write the same.
func (v *view) show(ctx context.Context, w io.Writer, at shownAt, schema templ.Component) error {
	before, ids := v.spent(), v.idSet
	v.idSet = idSet{}
	out := rooms.Get().(*bytes.Buffer)
	defer func() {
		if out.Reset(); out.Cap() <= maxRoom {
			rooms.Put(out)
		}
	}()
	err := schema.Render(ctx, out)
	own := v.idSet
	v.idSet = ids
	if err != nil {
		return err
	}
	for id := range own {
		if ids[id] > 0 { // its ids have to be others here
			v.settle(before)
			return schema.Render(ctx, w)
		}
	}
	for id, n := range own {
		ids[id] = n
	}
	// The headings of a description have ids by its number on the page.
	numbered := bytes.Contains(out.Bytes(), []byte(`id="description-`))
	if after := v.spent(); v.roomy(after) && !numbered && ctx.Err() == nil {
		html := out.String()
		v.shared.schemas.Put(at, shown{html, own, after.minus(before)}, len(html)+len(own)*96+256)
	}
	_, err = w.Write(out.Bytes())
	return err
}

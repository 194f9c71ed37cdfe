package htmlrender_test

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"net/url"
	"reflect"
	"slices"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"golang.org/x/net/html"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apichange"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/htmlrender"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/htmltest"
	"github.com/trefoil-go/trefoil/modules/viewer/ui"
)

//go:embed testdata/payloads.json
var payloads []byte

var _ = Describe("A hostile description", func() {
	var texts []string
	Expect(json.Unmarshal(payloads, &texts)).To(Succeed())

	for _, payload := range texts {
		It("stays text with "+strings.ToValidUTF8(payload, "?")+" in every field", func(ctx SpecContext) {
			for _, page := range poisoned(ctx, payload) {
				var out bytes.Buffer
				Expect(htmlrender.New().Render(ctx, &out, page)).To(Succeed())

				var found []string
				for _, n := range htmltest.Parse(out.Bytes()).All() {
					found = append(found, dangers(n)...)
				}
				Expect(found).To(BeEmpty(), "on the page %s", page.Kind)
			}
		})
	}

	It("is found dangerous when it is written as it is", func() {
		page := htmltest.Parse([]byte("<body><img src=x onerror=alert(1)><a href='javascript:x'>x</a>"))

		var found []string
		for _, n := range page.All() {
			found = append(found, dangers(n)...)
		}

		Expect(found).To(ConsistOf("element img", "attribute onerror", "address x", "address javascript:x"))
	})
})

// allowed are the elements that a page is made of.
var allowed = strings.Fields(`html head body meta title link script a header nav main footer section article aside
	div span p ul ol li dl dt dd h1 h2 h3 h4 h5 h6 code pre kbd q details summary form input button label dialog
	strong b em i del blockquote ins table thead tbody tr th td hr br wbr sub sup figure
	svg rect text path line circle polygon math mrow mi mo mn mtext mspace mfrac msqrt mroot msub msup msubsup munder mover munderover mtable mtr mtd`)

// dangers says what about an element could harm a reader.
func dangers(n *html.Node) []string {
	var found []string
	if !slices.Contains(allowed, n.Data) && !ownIcon(n) {
		found = append(found, "element "+n.Data)
	}
	if n.Data == "script" && !inert(n) && !colours(n) && (n.FirstChild != nil || htmltest.Attribute(n, "src") == "") {
		found = append(found, "inline script")
	}
	for _, a := range n.Attr {
		switch {
		case strings.HasPrefix(a.Key, "on"), a.Key == "style", a.Key == "srcdoc", a.Key == "formaction", a.Key == "http-equiv":
			found = append(found, "attribute "+a.Key)
		case slices.Contains([]string{"href", "src", "action", "xlink:href", "data"}, a.Key) && !harmless(n, a.Val):
			found = append(found, "address "+a.Val)
		}
	}
	return found
}

// colours reports whether a script is the one that sets the colours of a page.
func colours(n *html.Node) bool {
	return n.Parent.Data == "head" && n.FirstChild != nil && "<script>"+n.FirstChild.Data+"</script>" == ui.ThemeScript()
}

// inert reports whether a script is data: JSON in which nothing can end the
// element or begin another.
func inert(n *html.Node) bool {
	kind := htmltest.Attribute(n, "type")
	return (kind == "application/ld+json" || kind == "application/json") && n.FirstChild != nil && n.FirstChild == n.LastChild &&
		json.Valid([]byte(n.FirstChild.Data)) && !strings.ContainsAny(n.FirstChild.Data, "<>&")
}

// ownIcon reports whether an element is part of a symbol of the controls.
func ownIcon(n *html.Node) bool {
	if n.Data == "path" && n.FirstChild == nil {
		n = n.Parent
	}
	return n.Data == "svg" && htmltest.Attribute(n, "class") == "icon" && n.Parent.Data != "div" && n.Parent.Data != "p"
}

// harmless reports whether an address is one of our own or may be linked.
func harmless(n *html.Node, address string) bool {
	u, err := url.Parse(address)
	switch {
	case err != nil:
		return false
	case n.Data == "a" && (u.Scheme == "http" || u.Scheme == "https"):
		return u.User == nil
	case n.Data == "a" && u.Scheme == "mailto":
		return true
	}
	if n.Data == "link" && address == "data:," {
		return true // no icon
	}
	ours := strings.HasPrefix(address, "./") || strings.HasPrefix(address, "../") || strings.HasPrefix(address, "#")
	return ours && u.Scheme == "" && u.Host == ""
}

// poisoned returns a page of every kind, over a description that has a payload
// in every text.
func poisoned(ctx context.Context, payload string) []*core.Page {
	schema := &apidoc.Schema{}
	poison(reflect.ValueOf(schema).Elem(), payload, 0)
	operation := &apidoc.Operation{}
	poison(reflect.ValueOf(operation).Elem(), payload, 0)
	whole := &apidoc.Component{}
	poison(reflect.ValueOf(whole).Elem(), payload, 0)
	outline := apidoc.Outline{}
	poison(reflect.ValueOf(&outline).Elem(), payload, 0)
	outline.Operations[0].Pointer, outline.Webhooks[0].Pointer, outline.Models[0].Ref = "/o", "/o", "#/m"
	doc := apidoc.New(outline, apidoc.Memory{
		Operations: map[string]*apidoc.Operation{"/o": operation},
		Schemas:    map[string]*apidoc.Schema{"#/m": schema, payload: schema},
		Components: map[string]*apidoc.Component{"": whole},
	}, apidoc.Text{Data: []byte(payload), MediaType: "application/json"})

	component, err := doc.Component(ctx, doc.Components[0].Slug)
	Expect(err).NotTo(HaveOccurred())
	read, err := doc.Operation(ctx, doc.Operations[0].Slug)
	Expect(err).NotTo(HaveOccurred())
	model, err := doc.Model(ctx, doc.Models[0].Slug)
	Expect(err).NotTo(HaveOccurred())
	settings := core.Settings{SearchHotKey: "k", Meta: []core.MetaItem{{Name: "description", Value: payload}, {Name: "og:title", Value: payload}}}
	change := core.Change{
		Change: apichange.Change{Subject: payload, Old: payload, New: payload, Message: payload + " was " + payload + " and is " + payload, Schemas: &apichange.Schemas{
			Old: "/components/schemas/" + payload, New: payload, LeftOut: 1, Lines: []apichange.SchemaLine{{Name: payload, Old: payload, New: payload, Differs: true}, {Name: payload, Old: payload, New: payload}},
		}},
		Operations: []core.ChangedOperation{{Name: payload + " " + payload, PageRef: core.PageRef{Kind: core.PageOperation, Slug: payload}}, {Name: payload}},
	}
	log := &core.Changelog{Releases: []core.Release{{Name: payload, Slug: payload, Since: payload, Breaking: []core.Change{change}, Err: errors.New(payload)}}}
	results := []core.Result{{Kind: core.PageOperation, Slug: doc.Operations[0].Slug, Title: payload, Method: payload, Path: payload, Excerpt: payload}}
	return []*core.Page{
		{Kind: core.PageOverview, Document: doc, Settings: settings},
		{Kind: core.PageOperation, Document: doc, Operation: read, Root: "../", Settings: settings},
		{Kind: core.PageWebhook, Document: doc, Operation: read, Root: "../", Settings: settings},
		{Kind: core.PageTag, Document: doc, Tag: &doc.Tags[0], Root: "../", Settings: settings},
		{Kind: core.PageModel, Document: doc, Model: model, Root: "../", Settings: settings},
		{Kind: core.PageModels, Document: doc, Root: "../", Settings: settings},
		{Kind: core.PageComponents, Document: doc, Root: "../", Settings: settings},
		{Kind: core.PageComponent, Document: doc, Component: component, Root: "../", Settings: settings},
		{Kind: core.PageChanges, Document: doc, Changelog: log, Root: "../", Settings: settings},
		{Kind: core.PageRelease, Document: doc, Changelog: log, Release: &log.Releases[0], Root: "../", Settings: settings},
		{Kind: core.PageSearch, Document: doc, Query: payload, Results: results, Settings: settings},
		{Kind: core.PageError, Err: &core.SpecError{Source: payload, Line: 1, Message: payload}, Settings: settings},
	}
}

// poison puts a text into every field that holds one, and one element into every
// list.
func poison(v reflect.Value, text string, depth int) {
	if depth > 9 {
		return
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString(text)
	case reflect.Bool:
		v.SetBool(depth%2 == 0)
	case reflect.Struct:
		for i := range v.NumField() {
			if name := v.Type().Field(i).Name; name != "Ref" && name != "Always" && name != "DynamicRef" {
				poison(v.Field(i), text, depth+1)
			}
		}
	case reflect.Pointer:
		if v.Type().Elem() == reflect.TypeFor[apidoc.Schema]() && depth > 4 {
			return
		}
		v.Set(reflect.New(v.Type().Elem()))
		poison(v.Elem(), text, depth+1)
	case reflect.Slice:
		if v.Type() == reflect.TypeFor[json.RawMessage]() {
			quoted, _ := json.Marshal(text)
			v.SetBytes(quoted)
			return
		}
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		poison(v.Index(0), text, depth+1)
	}
}

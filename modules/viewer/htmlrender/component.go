package htmlrender

import (
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/wording"
)

// showsComponents reports whether there are components that nothing refers to.
// Those who hide models hide them too.
func showsComponents(s *subject) bool {
	return !s.page.Settings.HideModels && len(s.doc.Components) > 0
}

// componentNames are the kinds of components in words: of one, and of several.
var componentNames = map[apidoc.ComponentKind][2]wording.Key{
	apidoc.ParameterComponent:   {"Parameter", "Parameters"},
	apidoc.RequestBodyComponent: {"Request body", "Request bodies"},
	apidoc.ResponseComponent:    {"Response", "Responses"},
	apidoc.HeaderComponent:      {"Header", "Headers"},
	apidoc.ExampleComponent:     {"Example", "Examples"},
	apidoc.LinkComponent:        {"Link", "Links"},
	apidoc.CallbackComponent:    {"Callback", "Callbacks"},
	apidoc.PathItemComponent:    {"Path item", "Path items"},
	apidoc.MediaTypeComponent:   {"Media type", "Media types"},
}

func componentName(w *wording.Language, kind apidoc.ComponentKind) string {
	if names, known := componentNames[kind]; known {
		return w.Say(names[0])
	}
	return string(kind)
}

// componentGroup are the components of one kind.
type componentGroup struct {
	title string
	list  []apidoc.ComponentSummary
}

// componentGroups groups neighbours in a list by their kind.
func componentGroups(w *wording.Language, list []apidoc.ComponentSummary) []componentGroup {
	var groups []componentGroup
	for i, c := range list {
		if i == 0 || c.Kind != list[i-1].Kind {
			title := string(c.Kind)
			if names, known := componentNames[c.Kind]; known {
				title = w.Say(names[1])
			}
			groups = append(groups, componentGroup{title: title})
		}
		last := &groups[len(groups)-1]
		last.list = append(last.list, c)
	}
	return groups
}

// componentOperations are what a callback or a path item consists of, as
// callbacks.
func componentOperations(c *apidoc.Component) []apidoc.Callback {
	list := c.Callbacks
	for _, o := range c.Operations {
		list = append(list, apidoc.Callback{Name: o.Title(), Operations: []apidoc.Operation{o}})
	}
	return list
}

// plainComponent reports whether a component is nothing that says its description
// itself.
func plainComponent(c *apidoc.Component) bool {
	return c.Parameter == nil && c.RequestBody == nil && c.Response == nil && c.Header == nil && c.Example == nil && c.Link == nil &&
		c.MediaType == nil && len(componentOperations(c)) == 0
}

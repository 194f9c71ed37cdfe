package mdrender

import (
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/sample"
)

// component is all of a component, as operations say it that refer to it.
func (p *operations) component(c *apidoc.Component) {
	p.heading(1, c.Name)
	p.text(code(c.Ref) + ": nothing in the description refers to it.")
	switch {
	case c.Parameter != nil:
		p.parameters([]apidoc.Parameter{*c.Parameter}, 2)
	case c.RequestBody != nil:
		p.requestBody(c.RequestBody, 2)
	case c.Response != nil:
		p.response(c.Response, 2)
	case c.Header != nil:
		p.headers([]apidoc.Header{*c.Header}, 0)
	case c.Example != nil:
		p.example(c.Example, 0)
		p.end()
	case c.Link != nil:
		p.responseLink(c.Link)
	case c.MediaType != nil:
		p.content([]apidoc.MediaType{*c.MediaType}, sample.Both, 0)
	case len(c.Operations) > 0:
		for i := range c.Operations {
			o := &c.Operations[i]
			p.heading(2, strings.TrimSpace(o.Method+" "+line(o.Summary)))
			p.body(o, 3)
		}
	case len(c.Callbacks) > 0:
		p.callbacks(c.Callbacks, 2)
	default:
		p.prose(c.Description)
	}
	p.extensionList(c.Extensions)
}

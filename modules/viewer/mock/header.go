package mock

import (
	"encoding/json"
	"net/http"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/sample"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/snippet"
)

// maxHeaders bounds the headers of a response.
const maxHeaders = 64

// headers sets the headers that a response has, those that may be sent.
func (x *exchange) headers(r *apidoc.Response) {
	for i := range r.Headers[:min(len(r.Headers), maxHeaders)] {
		h := &r.Headers[i]
		if !isToken(h.Name) {
			continue
		}
		name := http.CanonicalHeaderKey(h.Name)
		if !x.config.sendable(name) {
			if x.config.shared {
				x.withhold(name)
			}
			continue
		}
		if value := headerText(clip(x.headerValue(h))); value != "" {
			x.w.Header().Set(name, value)
		}
	}
}

func (x *exchange) headerValue(h *apidoc.Header) string {
	if data := x.headerData(h); data != nil {
		if len(h.Content) > 0 {
			return snippet.Plain(data)
		}
		return snippet.Simple(data, h.Explode)
	}
	return ""
}

func (x *exchange) headerData(h *apidoc.Header) json.RawMessage {
	if !x.wishes.dynamic {
		if h.Example != nil {
			return h.Example
		}
		for _, e := range h.Examples {
			if e.Value != nil {
				return e.Value
			}
		}
	}
	schema := h.Schema
	if len(h.Content) > 0 {
		if m := &h.Content[0]; m.Example != nil && !x.wishes.dynamic {
			return m.Example
		}
		schema = h.Content[0].Schema
	}
	if schema == nil {
		return nil
	}
	return sample.Make(x.resolver, schema, sample.Options{To: sample.Response, Seed: x.seed()}).JSON
}

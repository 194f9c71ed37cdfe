package router

import (
	"encoding/json"
	"reflect"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/router/internal/schema"
)

// documentedEvent is the data of the events of one name.
type documentedEvent struct {
	name string
	data reflect.Type
}

// EventType documents that the events of these names have data of type T, without
// names those without a Name. Several of them document several kinds of events.
// Default: the data is text.
//
//	"GET /trips/live": router.With(router.SSE(watch), router.EventType[Trip]("trip")),
//
// It is for functions that return Events, and checks nothing when they are sent.
func EventType[T any](names ...string) Setting {
	return func(a *about) {
		if len(names) == 0 {
			names = []string{""}
		}
		for _, name := range names {
			a.events = append(a.events, documentedEvent{name, reflect.TypeFor[T]()})
		}
	}
}

// streamContent describes a stream by its parts (OpenAPI 3.2, section 4.14.4,
// Sequential Media Types).
func (d *describer) streamContent(f *Function) apidoc.MediaType {
	s := reflect.Zero(f.result).Interface().(streamResult)
	if s.mediaType() == ndjsonType {
		return apidoc.MediaType{Name: ndjsonType, ItemSchema: d.schemas.Of(s.itemType(), schema.Output)}
	}
	return apidoc.MediaType{Name: s.mediaType(), ItemSchema: d.eventSchema(f.about.events)}
}

func (d *describer) eventSchema(events []documentedEvent) *apidoc.Schema {
	switch len(events) {
	case 0:
		return d.oneEvent(documentedEvent{data: reflect.TypeFor[string]()})
	case 1:
		return d.oneEvent(events[0])
	}
	all := &apidoc.Schema{}
	for _, e := range events {
		all.AnyOf = append(all.AnyOf, d.oneEvent(e))
	}
	return all
}

// oneEvent describes a server-sent event, whose fields are text: JSON among them
// has a schema of its own (JSON Schema Validation 2020-12, section 8.5).
func (d *describer) oneEvent(e documentedEvent) *apidoc.Schema {
	text := func() *apidoc.Schema { return &apidoc.Schema{Types: []string{"string"}} }
	name, data := text(), text()
	s := &apidoc.Schema{Types: []string{"object"}}
	if e.name != "" {
		name.Const = mustJSON(e.name)
		s.Required = []string{"event"}
	}
	if e.data.Kind() != reflect.String && e.data != reflect.TypeFor[[]byte]() {
		data.ContentMediaType, data.ContentSchema = jsonType, d.schemas.Of(e.data, schema.Output)
		s.Required = append(s.Required, "data")
	}
	retry := &apidoc.Schema{Types: []string{"integer"}, Minimum: json.Number("0")}
	for _, p := range []apidoc.Property{{Name: "id", Schema: text()}, {Name: "event", Schema: name}, {Name: "data", Schema: data}, {Name: "retry", Schema: retry}} {
		p.Required = e.name != "" && p.Name == "event" || data.ContentSchema != nil && p.Name == "data"
		s.Properties = append(s.Properties, p)
	}
	return s
}

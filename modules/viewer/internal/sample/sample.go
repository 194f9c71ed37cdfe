// Package sample makes example values of schemas, for descriptions that give
// none:
//
//	value := sample.Make(shape.New(ctx, doc), mediaType.Schema, sample.Options{To: sample.Response})
//
// A recursive schema ends after a few levels; what a value costs is bounded in
// depth, members and bytes.
package sample

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/jsonschema"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/shape"
)

// Sample is a value that was made up.
type Sample struct {
	JSON      json.RawMessage // indented
	Shortened bool            // parts were left out because there are too many
	// Whole says that the value depends on the schema and on Options alone, and not
	// on what the resolver was asked for before.
	Whole bool
}

// Below returns the place of a property of a schema at a place.
func Below(place, property string) string { return place + "." + apidoc.Slug(property) }

// OfMedia returns the example that a media type gives, or one made of its
// schema, indented, and nil when there is nothing to show.
func OfMedia(r *shape.Resolver, m *apidoc.MediaType, o Options) json.RawMessage {
	given := slices.IndexFunc(m.Examples, func(e apidoc.Example) bool { return e.Value != nil })
	switch {
	case m.Example != nil:
		return Indent(m.Example)
	case given >= 0:
		return Indent(m.Examples[given].Value)
	case m.Schema == nil:
		return nil
	}
	return Make(r, m.Schema, o).JSON
}

// Written returns a value as a body of a media type has it, and the language that this is:
// XML as the schema says, events of a stream, a list as lines of JSON where the body has
// these, a text without the quotes of JSON where the body is no JSON, and JSON otherwise.
func Written(r *shape.Resolver, m *apidoc.MediaType, value json.RawMessage) (language, text string) {
	switch language = Language(m.Name); {
	case language == "xml":
		return language, string(XML(r, m.Schema, value))
	case strings.HasPrefix(strings.ToLower(m.Name), EventStream):
		return language, events(value)
	case IsLines(m.Name):
		return language, jsonLines(value)
	case language == "text" && json.Unmarshal(value, &text) == nil:
		return language, text
	}
	return "json", string(Indent(value))
}

// IsLines reports whether bodies of a media type are values of JSON, one a line.
func IsLines(mediaType string) bool {
	return strings.Contains(mediaType, "ndjson") || strings.Contains(mediaType, "jsonl") || strings.Contains(mediaType, "json-lines")
}

// jsonLines writes the values of a list, one a line. A text is that of the lines
// themselves, and anything else one of the values, which is indented to be read.
func jsonLines(value json.RawMessage) string {
	var text string
	if json.Unmarshal(value, &text) == nil {
		return text
	}
	var list []json.RawMessage
	if json.Unmarshal(value, &list) != nil {
		return string(Indent(value))
	}
	var b bytes.Buffer
	for i, item := range list {
		if i > 0 {
			b.WriteByte('\n')
		}
		_ = json.Compact(&b, item)
	}
	return b.String()
}

// Language is the language of bodies of a media type: "json", "xml" or "text".
func Language(mediaType string) string {
	switch {
	case strings.Contains(mediaType, "json"), mediaType == "*/*", mediaType == "", mediaType == "JSON":
		return "json"
	case IsXML(mediaType):
		return "xml"
	}
	return "text"
}

// Make makes an example value of a schema. One that is too large has as many levels as
// there is room for, each whole, and below them what is required and the first of what
// there is room for.
func Make(r *shape.Resolver, s *apidoc.Schema, o Options) Sample {
	checker := jsonschema.New(func(ref string) (*apidoc.Schema, bool) {
		target := r.Target(ref)
		return target, target != nil
	})
	worked, patterns := r.Work(), map[string]*pattern{}
	write := func(levels, spare int, trial bool) *writer {
		w := &writer{
			giver:   giver{resolver: r, checker: checker, to: o.To, scalars: scalars{newRandom(o.Seed), patterns}},
			options: o, levels: levels, spare: spare, left: cmp.Or(o.Values, 150), worked: worked, trial: trial,
		}
		w.value(s, spot{place: o.Place})
		return w
	}
	w := write(maxDepth, 0, true)
	if w.crowded {
		w = write(0, 0, false)
		for levels := 1; levels < maxDepth && !w.crowded; levels++ {
			deeper := write(levels, 0, true)
			if deeper.crowded {
				break
			}
			w = deeper
		}
		if filled := write(w.levels, w.left, true); !filled.crowded {
			w = filled
		}
	}
	return Sample{JSON: Indent(w.out.Bytes()), Shortened: w.shortened, Whole: !r.Short() && r.Work()-worked <= maxWork}
}

// Indent returns JSON with one member or item per line. What is not JSON comes
// back as it is. The spelling of values stays.
func Indent(value json.RawMessage) json.RawMessage {
	var out bytes.Buffer
	if json.Indent(&out, value, "", "  ") != nil {
		return value
	}
	return out.Bytes()
}

package htmlrender

import (
	"slices"
	"strconv"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/phrase"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/schemafacts"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/shape"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/wording"
)

// parameterGroup are the parameters of one place.
type parameterGroup struct {
	title      wording.Key
	parameters []*apidoc.Parameter
}

// places are the places of parameters in the order they are shown.
var places = []struct {
	place apidoc.Place
	title wording.Key
}{
	{apidoc.InPath, "Path parameters"},
	{apidoc.InQuery, "Query parameters"},
	{apidoc.InQueryString, "Query string"},
	{apidoc.InHeader, "Header parameters"},
	{apidoc.InCookie, "Cookie parameters"},
}

// parameterGroups groups parameters by place, those of no known place last.
func parameterGroups(list []apidoc.Parameter) []parameterGroup {
	var groups []parameterGroup
	known := map[apidoc.Place]bool{}
	for _, p := range places {
		known[p.place] = true
		groups = append(groups, parameterGroup{p.title, parametersIn(list, func(in apidoc.Place) bool { return in == p.place })})
	}
	groups = append(groups, parameterGroup{"Other parameters", parametersIn(list, func(in apidoc.Place) bool { return !known[in] })})
	return slices.DeleteFunc(groups, func(g parameterGroup) bool { return len(g.parameters) == 0 })
}

func parametersIn(list []apidoc.Parameter, match func(apidoc.Place) bool) []*apidoc.Parameter {
	var in []*apidoc.Parameter
	for i := range list {
		if match(list[i].In) {
			in = append(in, &list[i])
		}
	}
	return in
}

// parameterSchema is the schema of the value, also when it has a media type.
func parameterSchema(p *apidoc.Parameter) *apidoc.Schema {
	if p.Schema == nil && len(p.Content) > 0 {
		return p.Content[0].Schema
	}
	return p.Schema
}

func headerSchema(h *apidoc.Header) *apidoc.Schema {
	if h.Schema == nil && len(h.Content) > 0 {
		return h.Content[0].Schema
	}
	return h.Schema
}

// defaultStyles are the styles that go without saying (OpenAPI 3.1, 4.8.12.2).
var defaultStyles = map[apidoc.Place]string{
	apidoc.InPath: "simple", apidoc.InQuery: "form", apidoc.InHeader: "simple", apidoc.InCookie: "form",
}

// parameterFacts says how a value is written where that is not the usual way.
func parameterFacts(w *wording.Language, p *apidoc.Parameter) schemafacts.List {
	var list schemafacts.List
	if style := defaultStyles[p.In]; p.Style != "" && style != "" && (p.Style != style || p.Explode != (style == "form")) {
		list.Text(w.Say("style"), p.Style)
		list.Text(w.Say("explode"), strconv.FormatBool(p.Explode))
	}
	list.Flag(w.Say("empty value"), w.Say("allowed"), p.AllowEmptyValue)
	list.Flag(w.Say("reserved characters"), w.Say("not escaped"), p.AllowReserved)
	if len(p.Content) > 0 {
		list.Text(w.Say("content"), p.Content[0].Name)
	}
	return list
}

// headerFacts says how a header is written where that is not the usual way.
func headerFacts(w *wording.Language, h *apidoc.Header) schemafacts.List {
	var list schemafacts.List
	if h.Style != "" && h.Style != "simple" {
		list.Text(w.Say("style"), h.Style)
	}
	list.Flag(w.Say("explode"), "true", h.Explode)
	if len(h.Content) > 0 {
		list.Text(w.Say("content"), h.Content[0].Name)
	}
	return list
}

// encodingRow is the encoding of one property, or of the part at one place.
type encodingRow struct {
	*apidoc.Encoding
	place string // "Part 1", "Every other part": its step in ids
	title string // the same in the language of the page
}

// encodingRows are the encodings of the parts of a body, in their order.
func encodingRows(w *wording.Language, named, prefix []apidoc.Encoding, item *apidoc.Encoding) []encodingRow {
	var rows []encodingRow
	for i := range named {
		rows = append(rows, encodingRow{Encoding: &named[i]})
	}
	for i := range prefix {
		number := strconv.Itoa(i + 1)
		rows = append(rows, encodingRow{&prefix[i], "Part " + number, w.Fill("Part {1}", number)})
	}
	if item != nil {
		place := wording.Key("Every part")
		if len(prefix) > 0 {
			place = wording.Key("Every other part")
		}
		rows = append(rows, encodingRow{item, string(place), w.Say(place)})
	}
	return rows
}

// format is a format of a body, with the others that have the same schema.
type format struct {
	*apidoc.MediaType
	others []*apidoc.MediaType
}

// formats are the formats of a body that are shown, and those for which there is no room.
func formats(list []apidoc.MediaType) (shown []format, left []apidoc.MediaType) {
	places := map[int]int{} // in shown, by those in the list
	for i, first := range shape.Together(list) {
		switch place, there := places[first]; {
		case there:
			shown[place].others = append(shown[place].others, &list[i])
		case len(shown) < shownFormats:
			places[i] = len(shown)
			shown = append(shown, format{MediaType: &list[i]})
		default:
			left = append(left, list[i])
		}
	}
	return shown, left
}

// Limits of the formats of a body.
const (
	shownFormats = 12 // formats with schemas of their own
	namedFormats = 60 // others, of which a line says the names
)

// formatNames are the names of media types, as many as fit.
func formatNames(list []apidoc.MediaType) string {
	var names []string
	for _, m := range list[:min(len(list), namedFormats)] {
		names = append(names, m.Name)
	}
	return strings.Join(names, ", ")
}

func encodingFacts(w *wording.Language, e *apidoc.Encoding) schemafacts.List {
	var list schemafacts.List
	list.Text(w.Say("content"), e.ContentType)
	list.Text(w.Say("style"), e.Style)
	if e.Explode != nil {
		list.Text(w.Say("explode"), strconv.FormatBool(*e.Explode))
	}
	list.Flag(w.Say("reserved characters"), w.Say("not escaped"), e.AllowReserved)
	return list
}

func linkFacts(w *wording.Language, l *apidoc.Link) schemafacts.List {
	var list schemafacts.List
	for i, a := range l.Parameters {
		if i < 20 {
			list.Raw(a.Name, a.Value)
		}
	}
	list.Raw(w.Say("body"), l.RequestBody)
	return list
}

// responseTitle is what stands beside the status: a summary, a description of
// one line, or the name of the status.
func responseTitle(r *apidoc.Response) string {
	switch line := phrase.Brief(r.Description, 160); {
	case r.Summary != "":
		return r.Summary
	case line != "" && r.Description == line && !strings.ContainsAny(line, "`*_[<"):
		return line
	case statusText(r.Status) != "":
		return statusText(r.Status)
	}
	return apidoc.Brief(r.Description, 100)
}

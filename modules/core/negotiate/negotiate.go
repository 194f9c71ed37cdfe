// Package negotiate chooses what a client accepts, by the header fields Accept,
// Accept-Encoding and Accept-Language (RFC 9110, sections 12.4.2 and 12.5):
//
//	chosen := negotiate.Best(r.Header["Accept"], []string{"application/json", "text/csv"})
//	if chosen == "" {
//		w.WriteHeader(http.StatusNotAcceptable)
//	}
//
// An element that cannot be read, or whose weight cannot, is ignored; a field with no
// element that can be read says nothing.
package negotiate

import (
	"iter"
	"strconv"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/httpfield"
)

// Range is an element of a field Accept.
type Range struct {
	Type       string  // in lower case, without parameters: "text/html", "text/*", "application/*+json", "*/*"
	Parameters bool    // there are some beside the weight, such as "version=1"
	Weight     float64 // 0 to 1; 0 means: not acceptable
}

// Ranges are the elements of a field Accept, in its order.
type Ranges []Range

// Read reads the lines of a field Accept. Ranges are empty when nothing can be read.
func Read(lines []string) Ranges {
	var ranges Ranges
	for e := range elements(lines) {
		kind, subtype, _ := strings.Cut(e.name, "/")
		if httpfield.IsToken(kind) && httpfield.IsToken(subtype) {
			ranges = append(ranges, Range{strings.ToLower(e.name), e.parameters, e.weight})
		}
	}
	return ranges
}

// Weight returns the weight that the most specific range gives to a media type, which
// is in lower case and has no parameters: of ranges of one type the one without parameters,
// then the first. Named says that this range is the type itself and no wildcard. Without
// ranges every type has the weight 1.
func (rs Ranges) Weight(mediaType string) (weight float64, named bool) {
	if len(rs) == 0 {
		return 1, false
	}
	best, parameters := 0, false
	for _, r := range rs {
		if n := Covers(r.Type, mediaType); n > best || n == best && n > 0 && parameters && !r.Parameters {
			weight, best, parameters = r.Weight, n, r.Parameters
		}
	}
	return weight, best == Itself
}

// Itself is what Covers returns for a type that covers no other.
const Itself = 4

// Covers says how closely a range covers a media type: Itself when they are the same,
// 3 for one like "application/*+json", 2 for "text/*", 1 for "*/*", 0 when it does not.
// Both are in lower case and have no parameters.
func Covers(pattern, mediaType string) int {
	kind, subtype, _ := strings.Cut(pattern, "/")
	switch {
	case pattern == mediaType:
		return Itself
	case pattern == "*/*":
		return 1
	case !strings.HasPrefix(subtype, "*") || !strings.HasPrefix(mediaType, kind) || !strings.HasPrefix(mediaType[len(kind):], "/"):
		return 0
	case subtype == "*":
		return 2
	case strings.HasPrefix(subtype, "*+") && strings.HasSuffix(mediaType, subtype[1:]):
		return 3
	}
	return 0
}

// Best returns the offer with the highest weight, the earlier one of equals, and the
// first when the lines of the field Accept say nothing. It is "" when all are excluded.
// Offers are media types in lower case and without parameters; there is at least one.
func Best(lines, offers []string) string {
	if len(lines) == 0 || len(lines) == 1 && (lines[0] == "*/*" || lines[0] == offers[0] || lines[0] == "") {
		return offers[0] // what most clients say
	}
	ranges := Read(lines)
	best, highest := "", 0.0
	for _, offer := range offers {
		if weight, _ := ranges.Weight(offer); weight > highest {
			best, highest = offer, weight
		}
	}
	return best
}

// Coding says whether the lines of a field Accept-Encoding ask for a content coding such
// as "gzip", which may be spelt "x-gzip" there (RFC 9110, section 8.4.1.3), at least as much
// as for "identity", the content as it is. Without the field a server may send any coding,
// and Coding says no: the client may be a program that does not expect one.
func Coding(lines []string, coding string) bool {
	named, others, identity := -1.0, 0.0, 0.0
	for e := range elements(lines) {
		switch strings.TrimPrefix(strings.ToLower(e.name), "x-") {
		case coding:
			named = e.weight
		case "*":
			others = e.weight
		case "identity":
			identity = e.weight
		}
	}
	if named < 0 {
		named = others
	}
	return named > 0 && named >= identity
}

// Language returns the offer that the lines of a field Accept-Language ask for most: by
// lookup (RFC 4647, section 3.4), so a range "de-CH" finds the offer "de", and a range "de"
// finds no offer "de-CH". It is "" when they ask for none of them; "*" asks for none.
// Offers are language tags in lower case.
func Language(lines, offers []string) string {
	best, highest := "", 0.0
	for e := range elements(lines) {
		if e.weight > highest {
			if found := lookup(e.name, offers); found != "" {
				best, highest = found, e.weight
			}
		}
	}
	return best
}

// lookup returns the offer that a range is, or what is left of the range when subtags are
// taken off its end. A subtag of one letter goes with the one behind it.
func lookup(name string, offers []string) string {
	for name != "" {
		for _, offer := range offers {
			if strings.EqualFold(offer, name) {
				return offer
			}
		}
		name = name[:max(strings.LastIndexByte(name, '-'), 0)]
		if n := len(name); n > 1 && name[n-2] == '-' {
			name = name[:n-2]
		}
	}
	return ""
}

// element is a value of a list with weights.
type element struct {
	name       string
	parameters bool // beside the weight
	weight     float64
}

// elements are those of a list. Those whose weight cannot be read are left out.
func elements(lines []string) iter.Seq[element] {
	return func(yield func(element) bool) {
		for _, line := range lines {
			for line != "" {
				var text string
				text, line = cut(line, ',')
				name, parameters := cut(text, ';')
				e := element{name: strings.Trim(name, " \t")}
				var ok bool
				if e.weight, e.parameters, ok = weightOf(parameters); ok && !yield(e) {
					return
				}
			}
		}
	}
}

// cut is strings.Cut at a separator that does not stand in a quoted string.
func cut(s string, separator byte) (before, after string) {
	quoted := false
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '"':
			quoted = !quoted
		case s[i] == '\\' && quoted:
			i++
		case s[i] == separator && !quoted:
			return s[:i], s[i+1:]
		}
	}
	return s, ""
}

// weightOf returns the weight among parameters, which is 1 by default, and whether other
// parameters stand in front of it. Ok is false when the weight cannot be read.
func weightOf(parameters string) (weight float64, others, ok bool) {
	for parameters != "" {
		var parameter string
		parameter, parameters = cut(parameters, ';')
		name, value, _ := strings.Cut(parameter, "=")
		if name = strings.Trim(name, " \t"); !strings.EqualFold(name, "q") {
			others = others || name != ""
			continue
		}
		value = strings.Trim(value, " \t")
		weight, err := strconv.ParseFloat(value, 64)
		return weight, others, err == nil && weight <= 1 && strings.Trim(value, "0123456789.") == ""
	}
	return 1, others, true
}

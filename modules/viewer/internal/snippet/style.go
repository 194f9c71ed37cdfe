package snippet

import (
	"strconv"
	"strings"
)

// pair is a name with a value.
type pair struct{ name, value string }

// style is how a value is written: the Style of a parameter, its Explode, and
// how its texts are encoded.
type style struct {
	name    string
	explode bool
	encode  func(text string) string
	plain   bool // what stands between items is not encoded either
}

// flat returns the texts of a list, or names and values of an object in turn,
// encoded. With equals each member is one text, "name=value".
func (s style) flat(v value, equals bool) []string {
	var texts []string
	for _, item := range v.items {
		texts = append(texts, s.encode(item.plain()))
	}
	for _, m := range v.members {
		name, text := s.encode(m.name), s.encode(m.value.plain())
		if equals {
			texts = append(texts, name+"="+text)
		} else {
			texts = append(texts, name, text)
		}
	}
	if v.kind == scalar {
		texts = append(texts, s.encode(v.text))
	}
	return texts
}

// inPath writes the value of a path parameter.
func (s style) inPath(name string, v value) string {
	switch s.name {
	case "label":
		separator := ","
		if s.explode {
			separator = "."
		}
		return "." + strings.Join(s.flat(v, s.explode), separator)
	case "matrix":
		return s.matrix(s.encode(name), v)
	}
	return strings.Join(s.flat(v, s.explode), encode(delimiter(s.name), ","))
}

// matrix writes names without "=" before what is empty (RFC 6570, section 3.2.7).
func (s style) matrix(name string, v value) string {
	if !s.explode || v.kind == scalar {
		return ";" + strings.TrimSuffix(name+"="+strings.Join(s.flat(v, false), ","), "=")
	}
	texts := s.flat(v, true)
	for i := range texts {
		if v.kind == list {
			texts[i] = name + "=" + texts[i]
		}
		texts[i] = strings.TrimSuffix(texts[i], "=")
	}
	return ";" + strings.Join(texts, ";")
}

// delimiter is what stands between the items of a style that does not explode.
func delimiter(style string) string {
	switch style {
	case "spaceDelimited":
		return " "
	case "pipeDelimited":
		return "|"
	case "tabDelimited":
		return "\t"
	}
	return ","
}

// pairs writes the value of a parameter of the query, of a form or of a cookie.
// An empty list or object writes nothing.
func (s style) pairs(name string, v value) []pair {
	switch {
	case v.kind == null:
		return []pair{{s.encode(name), ""}}
	case v.kind == scalar:
		return []pair{{s.encode(name), s.encode(v.text)}}
	case s.name == "deepObject":
		return s.deep(name, v, nil)
	case s.explode && v.kind == list:
		var all []pair
		for _, item := range v.items {
			all = append(all, pair{s.encode(name), s.encode(item.plain())})
		}
		return all
	case s.explode:
		var all []pair
		for _, m := range v.members {
			all = append(all, pair{s.encode(m.name), s.encode(m.value.plain())})
		}
		return all
	}
	return s.delimited(name, v)
}

func (s style) delimited(name string, v value) []pair {
	texts := s.flat(v, false)
	if len(texts) == 0 {
		return nil
	}
	between := delimiter(s.name)
	if !s.plain {
		between = encode(between, ",")
	}
	return []pair{{s.encode(name), strings.Join(texts, between)}}
}

// deep writes objects as name[member][member], plain lists as name[], and lists
// of objects as name[0][member].
func (s style) deep(name string, v value, all []pair) []pair {
	switch v.kind {
	case object:
		for _, m := range v.members {
			all = s.deep(name+"["+m.name+"]", m.value, all)
		}
	case list:
		for i, item := range v.items {
			index := ""
			if item.kind == object || item.kind == list {
				index = strconv.Itoa(i)
			}
			all = s.deep(name+"["+index+"]", item, all)
		}
	default:
		all = append(all, pair{s.encode(name), s.encode(v.plain())})
	}
	return all
}

// join writes pairs as a query, a form or the value of a cookie.
func join(all []pair, separator string) string {
	texts := make([]string, len(all))
	for i, p := range all {
		texts[i] = p.name + "=" + p.value
	}
	return strings.Join(texts, separator)
}

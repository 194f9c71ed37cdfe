package flagpack

import "strings"

// known reports whether a header If-None-Match names an entity tag or "*", by the
// weak comparison (RFC 9110, sections 8.8.3.2 and 13.1.2). What is behind a
// mistake in a line is not read.
func known(lines []string, tag string) bool {
	tag = strings.TrimPrefix(tag, "W/")
	for _, line := range lines {
		if strings.Trim(line, " \t") == "*" {
			return true
		}
		for rest := line; rest != ""; {
			var next string
			if next, rest = cutTag(rest); next == tag {
				return true
			}
		}
	}
	return false
}

// cutTag cuts the next entity tag, without its "W/", from a list. Both results
// are empty behind the last tag and at a mistake.
func cutTag(list string) (tag, rest string) {
	list = strings.TrimPrefix(strings.TrimLeft(list, " \t,"), "W/")
	if list == "" || list[0] != '"' {
		return "", ""
	}
	end := 1 + strings.IndexByte(list[1:], '"')
	if end == 0 || strings.ContainsFunc(list[1:end], func(r rune) bool { return r <= ' ' || r == 0x7f }) {
		return "", ""
	}
	rest = strings.TrimLeft(list[end+1:], " \t")
	if rest != "" && rest[0] != ',' {
		rest = ""
	}
	return list[:end+1], rest
}

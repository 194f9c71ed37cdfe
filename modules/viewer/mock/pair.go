package mock

import (
	"net/url"
	"strings"
)

// pair is a name with a value that may be encoded still.
type pair struct{ name, raw string }

// maxPairs bounds what is read of a query, a form or cookies.
const maxPairs = 2000

func readPairs(text string) []pair {
	var list []pair
	for part := range strings.SplitSeq(text, "&") {
		if part == "" || len(list) == maxPairs {
			continue
		}
		name, raw, _ := strings.Cut(part, "=")
		list = append(list, pair{decode(name), raw})
	}
	return list
}

// decode decodes a piece of a query. What cannot be decoded stays.
func decode(raw string) string {
	if text, err := url.QueryUnescape(raw); err == nil {
		return text
	}
	return raw
}

func decodePath(raw string) string {
	if text, err := url.PathUnescape(raw); err == nil {
		return text
	}
	return raw
}

// plainName is the name of a variable without what some descriptions write before
// and behind it.
func plainName(name string) string { return strings.Trim(name, ";.?+*/#& ") }

package constraint

import (
	"fmt"
	"strconv"
	"strings"
)

// misspelt are the keys of a tag that are none and look like one: in other
// capitals, with one letter more, less or changed, or with two that changed places. They
// would be no rule.
func misspelt(keys []string) []string {
	var mistakes []string
	for _, key := range keys {
		name := strings.TrimPrefix(key, forItems)
		if meant := keywordLike(name); meant != "" {
			mistakes = append(mistakes, fmt.Sprintf("the tag %s is no rule: did you mean %s?", key, strings.TrimSuffix(key, name)+meant))
		}
	}
	return mistakes
}

// tagKeys are the keys of a tag in the form of package reflect.
func tagKeys(tag string) []string {
	var keys []string
	for {
		key, rest, ok := strings.Cut(strings.TrimLeft(tag, " "), ":")
		if !ok {
			return keys
		}
		value, err := strconv.QuotedPrefix(rest)
		if err != nil {
			return keys
		}
		keys = append(keys, key)
		tag = rest[len(value):]
	}
}

// keywordLike is the keyword that a name looks like, empty when it is one.
func keywordLike(name string) string {
	like := ""
	for _, k := range keywords {
		switch {
		case k.name == name:
			return ""
		case strings.EqualFold(k.name, name), len(k.name) > 3 && oneOff(k.name, name):
			like = k.name
		}
	}
	return like
}

// oneOff reports whether one letter more, less or changed makes b of a, or two letters
// that change places.
func oneOff(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	start := 0
	for start < len(a) && a[start] == b[start] {
		start++
	}
	if len(a) < len(b) || start == len(a) {
		return a[start:] == b[min(start+1, len(b)):]
	}
	swapped := len(a) > start+1 && a[start] == b[start+1] && a[start+1] == b[start] && a[start+2:] == b[start+2:]
	return swapped || a[start+1:] == b[start+1:]
}

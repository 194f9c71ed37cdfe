package constraint

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/trefoil-go/trefoil/modules/router/internal/spelling"
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

// keywordLike is the keyword that a name looks like, empty when it is one. Words of three
// letters look like many others.
func keywordLike(name string) string {
	var long []string
	for _, k := range keywords {
		switch {
		case k.name == name:
			return ""
		case strings.EqualFold(k.name, name):
			return k.name
		case len(k.name) > 3:
			long = append(long, k.name)
		}
	}
	return spelling.Nearest(name, long, 1)
}

package constraint

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/trefoil-go/trefoil/modules/router/internal/spelling"
)

// misspelt are the unknown keys of a tag, and the unknown options of its json, that look like
// a known one: in other capitals, with one letter more, less or changed, or with two that
// changed places. They would be no rule.
func misspelt(tag reflect.StructTag, keys []string) []string {
	var mistakes []string
	_, options, _ := strings.Cut(tag.Get("json"), ",")
	for option := range strings.SplitSeq(options, ",") {
		if meant := spelling.Nearest(option, jsonOptions, 1); meant != "" && meant != option {
			mistakes = append(mistakes, fmt.Sprintf("the tag json has the option %s: did you mean %s?", option, meant))
		}
	}
	for _, key := range keys {
		name := strings.TrimPrefix(key, forItems)
		if meant := keywordLike(name); meant != "" {
			mistakes = append(mistakes, fmt.Sprintf("the tag %s is no rule: did you mean %s?", key, strings.TrimSuffix(key, name)+meant))
		}
	}
	return mistakes
}

// jsonOptions are those of package encoding/json.
var jsonOptions = []string{"omitempty", "omitzero", "string"}

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

// formats are the names of formats that OpenAPI keeps a list of, its Format Registry, with
// those of JSON Schema among them.
var formats = []string{
	"base64url", "binary", "byte", "char", "commonmark", "date", "date-time", "date-time-local", "decimal", "decimal128",
	"double", "double-int", "duration", "email", "float", "hostname", "html", "http-date", "idn-email", "idn-hostname",
	"int16", "int32", "int64", "int8", "ipv4", "ipv6", "iri", "iri-reference", "json-pointer", "media-range", "password",
	"regex", "relative-json-pointer", "sf-binary", "sf-boolean", "sf-decimal", "sf-integer", "sf-string", "sf-token",
	"time", "time-local", "uint16", "uint32", "uint64", "uint8", "uri", "uri-reference", "uri-template", "uuid",
}

// formatLike is the format that a name looks like: with other capitals or signs between its
// words, with two letters that changed places or, of five letters or more, with another
// one. It is empty for one that is known, and for a name of its own.
func formatLike(name string) string {
	if slices.Contains(formats, name) {
		return ""
	}
	plain := plainWord(name)
	for _, known := range formats {
		if plainWord(known) == plain {
			return known
		}
	}
	if plain == "url" {
		return "uri"
	}
	near := slices.DeleteFunc(slices.Clone(formats), func(known string) bool {
		return len(known) < 5 && !sameLetters(known, name)
	})
	return spelling.Nearest(name, near, 1)
}

// plainWord is a name in lower case, without what stands between its words.
func plainWord(name string) string {
	return strings.NewReplacer("-", "", "_", "", " ", "").Replace(strings.ToLower(name))
}

func sameLetters(a, b string) bool {
	one, other := []byte(a), []byte(b)
	slices.Sort(one)
	slices.Sort(other)
	return string(one) == string(other)
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

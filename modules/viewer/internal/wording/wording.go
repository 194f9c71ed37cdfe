// Package wording has the words of the interface in the languages that pages are shown in:
//
//	words := wording.Of("de")                        // nil, which is English, for others
//	words.Say("Copy link")                           // "Link kopieren"
//	words.Fill("All {1} models", "12")               // "Alle 12 Modelle"
//	words.Count(3, "operation", "operations")        // "3 Operationen"
//	before, after := words.Around("leads to {1}")    // "führt zu ", ""
//
// Code holds the English texts, which are the keys of the catalogues in texts. What a
// description says is never one of them.
package wording

import (
	"embed"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/negotiate"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/phrase"
)

// Key is a text of the interface in English. "{1}" to "{9}" in it stand for values.
type Key string

// English is the tag of the language of the keys.
const English = "en"

// Sentence is a text of the interface with the values in it. Code that does not know the
// language of the reader returns one.
type Sentence struct {
	Key    Key
	Values []string
}

// In returns the sentence in a language.
func (s Sentence) In(w *Language) string { return w.Fill(s.Key, s.Values...) }

// Language is the words of one language. Nil is English. It is safe for concurrent use.
type Language struct {
	tag    string
	script *scriptOf
	texts  map[Key]string
	counts map[Key]forms
}

// scriptOf is how a language is written.
type scriptOf struct {
	direction string // "ltr" or "rtl"
	form      func(n int) string
}

// forms are the texts of a number of things, by the names that CLDR has for its plurals.
type forms map[string]string

// offers are what ranges of languages find, and tags are what is found, in one order. A
// language that is offered in one way is found by all ranges of it.
var (
	offers = []string{English, "de", "fr", "es", "pt", "zh", "ja", "ar"}
	tags   = []string{English, "de", "fr", "es", "pt-BR", "zh-Hans", "ja", "ar"}
)

// Tags are the languages that there are, English first.
func Tags() []string { return append([]string(nil), tags...) }

// Asked returns the tag of the language that the lines of a field Accept-Language ask for,
// that of English when they ask for none that is known.
func Asked(lines []string) string {
	if len(lines) == 0 {
		return English
	}
	if tag, ok := Find(lines...); ok {
		return tag
	}
	return English
}

// Find returns the tag of the language that a BCP 47 tag names.
func Find(ranges ...string) (tag string, ok bool) {
	found := negotiate.Language(ranges, offers)
	for i, offer := range offers {
		if offer == found {
			return tags[i], true
		}
	}
	return "", false
}

// scripts are how the languages are written. The rules are those of CLDR for whole numbers
// below a million.
var scripts = map[string]*scriptOf{
	"de":      {"ltr", fromTwo},
	"fr":      {"ltr", beyondOne},
	"es":      {"ltr", fromTwo},
	"pt-BR":   {"ltr", beyondOne},
	"zh-Hans": {"ltr", never},
	"ja":      {"ltr", never},
	"ar":      {"rtl", arabic},
}

func fromTwo(n int) string {
	if n == 1 {
		return "one"
	}
	return "other"
}

func beyondOne(n int) string {
	if n == 0 || n == 1 {
		return "one"
	}
	return "other"
}

func never(int) string { return "other" }

func arabic(n int) string {
	switch rest := n % 100; {
	case n == 0:
		return "zero"
	case n == 1:
		return "one"
	case n == 2:
		return "two"
	case rest >= 3 && rest <= 10:
		return "few"
	case rest >= 11:
		return "many"
	}
	return "other"
}

//go:embed texts/*.json
var catalogues embed.FS

// languages are all languages but English, read once.
var languages = sync.OnceValue(func() map[string]*Language {
	all := map[string]*Language{}
	for tag, script := range scripts {
		l := &Language{tag: tag, script: script}
		if err := l.read(); err != nil {
			panic(fmt.Sprintf("catalogue %s: %v", tag, err)) // which is embedded
		}
		all[tag] = l
	}
	return all
})

// read reads the catalogue: texts by their keys, and numbers of things as objects.
func (l *Language) read() error {
	text, err := catalogues.ReadFile("texts/" + l.tag + ".json")
	if err != nil {
		return err
	}
	var all map[Key]json.RawMessage
	if err := json.Unmarshal(text, &all); err != nil {
		return err
	}
	l.texts, l.counts = make(map[Key]string, len(all)), map[Key]forms{}
	for key, value := range all {
		if value[0] == '{' {
			var f forms
			err = json.Unmarshal(value, &f)
			l.counts[key] = f
		} else {
			var said string
			err = json.Unmarshal(value, &said)
			l.texts[key] = said
		}
		if err != nil {
			return fmt.Errorf("%q: %w", key, err)
		}
	}
	return nil
}

// Of returns the language of a tag that Tags has, nil for English and for any other.
func Of(tag string) *Language {
	if tag == "" || tag == English {
		return nil
	}
	return languages()[tag]
}

// Tag is the tag of the language: "de".
func (l *Language) Tag() string {
	if l == nil {
		return English
	}
	return l.tag
}

// RightToLeft reports whether the language is written from right to left.
func (l *Language) RightToLeft() bool { return l != nil && l.script.direction == "rtl" }

// Say is a text in the language, in English where the catalogue lacks it.
func (l *Language) Say(key Key) string {
	if l == nil {
		return string(key)
	}
	if text, ok := l.texts[key]; ok {
		return text
	}
	return string(key)
}

// Fill is a text with values in the places of "{1}", "{2}" and so on.
func (l *Language) Fill(key Key, values ...string) string {
	text := l.Say(key)
	var b strings.Builder
	for {
		at := strings.IndexByte(text, '{')
		if at < 0 || at+2 >= len(text) {
			break
		}
		n := int(text[at+1] - '1')
		if text[at+2] != '}' || n < 0 || n >= len(values) {
			b.WriteString(text[:at+1])
			text = text[at+1:]
			continue
		}
		b.WriteString(text[:at])
		b.WriteString(values[n])
		text = text[at+3:]
	}
	b.WriteString(text)
	return b.String()
}

// Around is what stands before and after the only value of a text, for one that is an
// element of the page.
func (l *Language) Around(key Key) (before, after string) {
	before, after, _ = strings.Cut(l.Say(key), "{1}")
	return before, after
}

// Count is a number with a noun: "1 part", "2 parts". Its key in the catalogues is
// "{n} parts".
func (l *Language) Count(n int, one, many Key) string {
	if l == nil {
		return phrase.Count(n, string(one), string(many))
	}
	said, ok := l.counts["{n} "+many][l.script.form(n)]
	if !ok {
		return phrase.Count(n, string(one), string(many))
	}
	return strings.Replace(said, "{n}", strconv.Itoa(n), 1)
}

// And lists names: "a, b and c". More than 20 end with "and others".
func (l *Language) And(names []string) string {
	if l == nil {
		return phrase.And(names)
	}
	const most = 20
	if len(names) > most {
		names = append(names[:most:most], l.Say("others"))
	}
	last := len(names) - 1
	if last < 1 {
		return strings.Join(names, "")
	}
	return l.Fill("{1} and {2}", strings.Join(names[:last], l.Say(", ")), names[last])
}

// The words of the mock server, which stands among the servers of a description.
const (
	MockServer  Key = "Mock server"
	MockAnswers Key = "Answers from the examples and schemas of this description, and takes any credential."
)

// Ours translates a name or text that this module has put into a description: those of the
// group of tags that no group names, and of the mock server. It returns any other unchanged.
func (w *Language) Ours(text string) string {
	switch own := Key(text); own {
	case apidoc.OtherGroup, MockServer, MockAnswers:
		return w.Say(own)
	}
	return text
}

package viewer

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/trefoil-go/trefoil/modules/core"
)

// MetaData is the meta information of the pages. In JSON it is one object: the
// members that have no field of their own come into More.
type MetaData struct {
	Title         string // the name of the reference in the title of every page
	Description   string // of the overview; other pages have their own
	OGTitle       string
	OGDescription string
	OGImage       string // absolute http or https address
	TwitterCard   string // such as "summary"

	// More is further information by its name, in camel case (ogSiteName) or as
	// HTML spells it (og:site_name).
	More map[string]string
}

// known are the fields by their names in JSON and in HTML.
func (m *MetaData) known() []struct {
	json, html string
	value      *string
} {
	return []struct {
		json, html string
		value      *string
	}{
		{"title", "title", &m.Title},
		{"description", "description", &m.Description},
		{"ogTitle", "og:title", &m.OGTitle},
		{"ogDescription", "og:description", &m.OGDescription},
		{"ogImage", "og:image", &m.OGImage},
		{"twitterCard", "twitter:card", &m.TwitterCard},
	}
}

// UnmarshalJSON reads one object of texts.
func (m *MetaData) UnmarshalJSON(data []byte) error {
	var all map[string]string
	if err := json.Unmarshal(data, &all); err != nil {
		return &FieldError{"metaData", "this is no object of texts: " + err.Error()}
	}
	*m = MetaData{}
	for _, f := range m.known() {
		*f.value = all[f.json]
		delete(all, f.json)
	}
	if len(all) > 0 {
		m.More = all
	}
	return nil
}

// MarshalJSON writes one object, without what is not set.
func (m MetaData) MarshalJSON() ([]byte, error) {
	all := map[string]string{}
	maps.Copy(all, m.More)
	for _, f := range m.known() {
		if *f.value != "" {
			all[f.json] = *f.value
		}
	}
	return json.Marshal(all)
}

// IsZero reports whether nothing is set.
func (m MetaData) IsZero() bool { return len(m.items()) == 0 }

// items returns what is set, spelled as in HTML, in an order that does not
// change.
func (m *MetaData) items() []core.MetaItem {
	var items []core.MetaItem
	for _, f := range m.known() {
		if *f.value != "" {
			items = append(items, core.MetaItem{Name: f.html, Value: *f.value})
		}
	}
	for _, name := range slices.Sorted(maps.Keys(m.More)) {
		items = append(items, core.MetaItem{Name: htmlName(name), Value: m.More[name]})
	}
	return items
}

// vocabularies are the prefixes of names that HTML writes with a colon.
var vocabularies = []string{"og", "twitter", "article", "profile", "book", "fb"}

// htmlName spells a name in camel case as HTML does: ogSiteName is og:site_name,
// themeColor is theme-color. Every other name stays.
func htmlName(name string) string {
	for _, v := range vocabularies {
		rest, ok := strings.CutPrefix(name, v)
		if ok && rest != "" && unicode.IsUpper(rune(rest[0])) {
			return v + ":" + separate(rest, '_')
		}
	}
	return separate(name, '-')
}

func separate(name string, by rune) string {
	var b strings.Builder
	for i, r := range name {
		if unicode.IsUpper(r) && i > 0 {
			b.WriteRune(by)
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

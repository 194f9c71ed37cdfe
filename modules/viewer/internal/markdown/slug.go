package markdown

import (
	"net/url"
	"strings"
)

// maxSlug bounds the id of a heading in bytes.
const maxSlug = 60

// slugOf writes a title in small letters, digits and dashes.
func slugOf(title string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(title) {
		if b.Len() >= maxSlug {
			break
		}
		switch {
		case 'a' <= r && r <= 'z', '0' <= r && r <= '9', r >= 0x80 && isLetter(r):
			b.WriteRune(r)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
	}
	if name := strings.Trim(b.String(), "-"); name != "" {
		return name
	}
	return "section"
}

// Slug is the id of the heading that a fragment names, as this and other viewers
// write it: "section/Paging/Cursors" names "Cursors".
func Slug(fragment string) string {
	if decoded, err := url.PathUnescape(fragment); err == nil {
		fragment = decoded
	}
	for _, before := range []string{"section/", "description/"} {
		if path, ok := strings.CutPrefix(fragment, before); ok {
			fragment = path[strings.LastIndexByte(path, '/')+1:]
		}
	}
	return slugOf(fragment)
}

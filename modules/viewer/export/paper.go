package export

import (
	"bufio"
	"net/url"
	"strings"
)

// paper is what a file is written on.
type paper struct{ out *bufio.Writer }

func (p paper) text(parts ...string) {
	for _, part := range parts {
		_, _ = p.out.WriteString(part) // Flush returns the error
	}
}

// anchorOf is the id of the section of a page.
func anchorOf(addr string) string {
	if plain, err := url.PathUnescape(addr); err == nil {
		addr = plain
	}
	if addr == "" {
		return "overview"
	}
	return strings.ReplaceAll(addr, " ", "-")
}

// fragment is the link to an id.
func fragment(id string) string { return (&url.URL{Fragment: id}).String() }

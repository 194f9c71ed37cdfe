package htmlrender

import (
	"strconv"
	"strings"
)

// idSet holds the ids of a page.
type idSet map[string]int

// add returns an id, with a number behind it when it is taken.
func (s idSet) add(id string) string {
	base := id
	for n := max(s[base], 1); s[id] > 0; n++ {
		id = base + "-" + strconv.Itoa(n+1)
		s[base] = n + 1
	}
	s[id] = 1
	return id
}

// anchor makes an id that is not on the page yet. Ids hold a dot, so that none is
// the name of something that scripts look up by name.
func (s idSet) anchor(id string) string {
	if !strings.Contains(id, ".") {
		id = "at." + id
	}
	return s.add(id)
}

package htmlrender

import "strconv"

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

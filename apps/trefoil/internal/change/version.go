package change

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"

	"github.com/trefoil-go/trefoil/modules/core/apichange"
)

// number is a version of Semantic Versioning without what stands behind its numbers.
type number struct {
	prefix              string // "v" or nothing
	major, minor, patch int
	early               bool // before its release, such as 2.0.0-rc.1
}

var pattern = regexp.MustCompile(`^(v?)(\d{1,9})\.(\d{1,9})(?:\.(\d{1,9}))?(-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$`)

// parseVersion reads a version of two or three numbers.
func parseVersion(text string) (n number, ok bool) {
	m := pattern.FindStringSubmatch(text)
	if m == nil {
		return n, false
	}
	n.prefix, n.early = m[1], m[5] != ""
	n.major, _ = strconv.Atoi(m[2]) // nine digits always fit
	n.minor, _ = strconv.Atoi(m[3])
	n.patch, _ = strconv.Atoi(m[4]) // 0 for none
	return n, true
}

// String returns "1.2.3".
func (n number) String() string {
	return fmt.Sprintf("%s%d.%d.%d", n.prefix, n.major, n.minor, n.patch)
}

func (n number) less(other number) bool {
	return slices.Compare([]int{n.major, n.minor, n.patch}, []int{other.major, other.minor, other.patch}) < 0
}

// Next returns the version that follows an old one after changes (Semantic Versioning
// 2.0.0, sections 4, 7 and 8): the next major one when clients break, the next minor
// one when they do not, and the same without a change. Before 1.0.0 these are the next
// minor one and the next patch. It is false for a version that is not one of Semantic
// Versioning.
func Next(old string, changes []apichange.Change) (string, bool) {
	n, ok := parseVersion(old)
	if !ok {
		return "", false
	}
	breaks := slices.ContainsFunc(changes, func(c apichange.Change) bool { return c.Kind == apichange.Breaking })
	switch {
	case len(changes) == 0:
		return old, true
	case n.early:
	case breaks && n.major > 0:
		n.major, n.minor, n.patch = n.major+1, 0, 0
	case breaks, n.major > 0:
		n.minor, n.patch = n.minor+1, 0
	default:
		n.patch++
	}
	return n.String(), true
}

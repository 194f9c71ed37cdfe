package pathmatch

import (
	"cmp"
	"net/url"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

// Base is the path of a server, which stands before those of the operations.
type Base struct {
	segments []segment // none for the root
}

// Bases returns the paths of servers, the longest first, then that of none. A
// variable in it stands for anything.
func Bases(servers []apidoc.Server) []Base {
	list := []Base{{}}
	for _, s := range servers {
		base := Base{}
		for _, text := range Split(serverPath(s)) {
			if text != "" {
				base.segments = append(base.segments, newSegment(text))
			}
		}
		if len(base.segments) > 0 {
			list = append(list, base)
		}
	}
	slices.SortStableFunc(list, func(a, b Base) int { return cmp.Compare(len(b.segments), len(a.segments)) })
	return list
}

// serverPath is the path of a server. A variable before it may hold a part of it,
// so it is filled in.
func serverPath(s apidoc.Server) string {
	address := s.URL
	if strings.HasPrefix(address, "//") {
		address = "https:" + address
	}
	host := strings.Index(address, "://")
	if host < 0 && !strings.HasPrefix(address, "{") {
		return plain(address)
	}
	for _, v := range s.Variables {
		if host < 0 || strings.Index(address, "{"+v.Name+"}") < host+3+strings.IndexByte(address[host+3:]+"/", '/') || strings.Contains(v.Default, "/") {
			address = strings.ReplaceAll(address, "{"+v.Name+"}", v.Default)
		}
	}
	if _, rest, found := strings.Cut(address, "://"); found {
		_, path, _ := strings.Cut(rest, "/")
		return plain(path)
	}
	return plain(address)
}

func plain(path string) string {
	if i := strings.IndexAny(path, "?#"); i >= 0 {
		path = path[:i]
	}
	if decoded, err := url.PathUnescape(path); err == nil {
		return decoded
	}
	return path
}

// Len is how many segments a base has.
func (b Base) Len() int { return len(b.segments) }

// Cut returns the segments behind a base, and whether a path stands below it.
func (b Base) Cut(path []string) ([]string, bool) {
	if len(path) < len(b.segments) {
		return nil, false
	}
	for i := range b.segments {
		if _, ok := b.segments[i].score(path[i]); !ok {
			return nil, false
		}
	}
	rest := path[len(b.segments):]
	if len(rest) == 0 {
		rest = []string{""}
	}
	return rest, true
}

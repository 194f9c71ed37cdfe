package loader

import (
	"net/url"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

// Based puts an address before the servers that are relative.
func Based(doc *apidoc.Document, base string) *apidoc.Document {
	base = strings.TrimRight(base, "/")
	return doc.WithServers(func(list []apidoc.Server) []apidoc.Server {
		if len(list) == 0 {
			return []apidoc.Server{{URL: base}}
		}
		list = slices.Clone(list)
		for i := range list {
			s := &list[i]
			if u, err := url.Parse(s.URL); strings.HasPrefix(s.URL, "{") || err == nil && (u.Scheme != "" || u.Host != "") || strings.Contains(s.URL, "://") {
				continue
			}
			s.URL = base + "/" + strings.TrimLeft(s.URL, "/")
		}
		return list
	})
}

// Served puts servers in place of those that the description has for all operations.
func Served(doc *apidoc.Document, servers []apidoc.Server) *apidoc.Document {
	same := func(a, b apidoc.Server) bool {
		return a.URL == b.URL && a.Name == b.Name && a.Description == b.Description
	}
	return doc.WithServers(func(list []apidoc.Server) []apidoc.Server {
		if slices.EqualFunc(list, doc.Servers, same) {
			return servers
		}
		return list
	})
}

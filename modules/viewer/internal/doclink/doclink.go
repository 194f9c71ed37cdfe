// Package doclink resolves the relative addresses that a description gives:
//
//	base := doclink.Base(doc)
//	address := doclink.Resolve(base, "/guides/paging")
package doclink

import (
	"net/url"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/weblink"
)

// maxBase bounds the address that others are resolved against, in bytes.
const maxBase = 300

// Base returns what the relative addresses of a description are resolved against:
// its own address (OpenAPI 3.1, section 4.6, and $self of 3.2), or else the first
// absolute one of its documentation, its terms of service and its servers. It is
// nil when none is http or https.
func Base(doc *apidoc.Document) *url.URL {
	list := []string{doc.Self}
	if doc.ExternalDocs != nil {
		list = append(list, doc.ExternalDocs.URL)
	}
	list = append(list, doc.Info.TermsOfService)
	for _, s := range doc.Servers {
		list = append(list, s.URL)
	}
	for _, address := range list {
		if len(address) > maxBase || weblink.Safe(address) == "" || strings.HasPrefix(address, "mailto:") {
			continue
		}
		if u, err := url.Parse(address); err == nil && u.Host != "" {
			return u
		}
	}
	return nil
}

// Relative reports whether an address may be resolved: it has no scheme, and
// nothing that browsers read in ways of their own.
func Relative(address string) bool {
	const most = 2000
	return address != "" && len(address) <= most && weblink.Scheme(address) == "" &&
		!strings.ContainsFunc(address, func(r rune) bool { return r <= ' ' || r == 0x7f || r == '\\' })
}

// Resolve returns an absolute address that a page may link, and "" when there is
// none: the address is of another scheme, or it is relative and base is nil.
func Resolve(base *url.URL, address string) string {
	if weblink.Safe(address) != "" {
		return address
	}
	if base == nil || !Relative(address) {
		return ""
	}
	u, err := base.Parse(address)
	if err != nil {
		return ""
	}
	return weblink.Safe(u.String())
}

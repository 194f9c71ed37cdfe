package serverurl

import (
	"net/url"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

// Against resolves an address that a description names against that of its first server
// (OpenAPI 3.1, "Relative References in URLs"), which is "/" where it names no server. An
// address that is absolute or empty stays as it is. With a server that is relative itself,
// the result is a path.
func Against(servers []apidoc.Server, address string) string {
	to, err := url.Parse(address)
	if err != nil || address == "" || to.IsAbs() {
		return address
	}
	text := "/"
	if len(servers) > 0 && !strings.HasPrefix(servers[0].URL, "_/") { // the mock server
		text = servers[0].URL
		for _, v := range servers[0].Variables {
			text = Fill(text, v.Name, v.Default)
		}
	}
	base, err := url.Parse(text)
	if err != nil || base.Scheme != "http" && base.Scheme != "https" && base.Scheme+base.Host != "" {
		return address
	}
	return base.ResolveReference(to).String()
}

// Schemes are those of a description whose providers have the addresses that they are
// asked at, as Against has them.
func Schemes(doc *apidoc.Document) []apidoc.SecurityScheme {
	list := slices.Clone(doc.SecuritySchemes)
	for i := range list {
		s := &list[i]
		s.OpenIDConnectURL = Against(doc.Servers, s.OpenIDConnectURL)
		s.Flows = slices.Clone(s.Flows)
		for j := range s.Flows {
			f := &s.Flows[j]
			for _, address := range []*string{&f.AuthorizationURL, &f.DeviceAuthorizationURL, &f.TokenURL, &f.RefreshURL} {
				*address = Against(doc.Servers, *address)
			}
		}
	}
	return list
}

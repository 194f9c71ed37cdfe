package oas

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/braces"
)

// Check says what of information, servers, tags and further documentation OpenAPI
// does not allow, with the field in front.
func Check(outline apidoc.Outline) []string {
	m := mistakes{}
	m.info(outline.Info)
	for n, s := range outline.Servers {
		m.server(fmt.Sprintf("Servers[%d]", n), s)
	}
	named := map[string]bool{}
	for n, t := range outline.Tags {
		at := fmt.Sprintf("Tags[%d]", n)
		switch {
		case t.Name == "":
			m.tell(at+".Name", "it is empty: a tag needs a name")
		case named[t.Name]:
			m.tell(at+".Name", "there are several tags %q", t.Name)
		}
		named[t.Name] = true
		m.documentation(at+".ExternalDocs", t.ExternalDocs)
	}
	m.documentation("ExternalDocs", outline.ExternalDocs)
	return m
}

// mistakes are those of an outline, each with the field that it is about.
type mistakes []string

func (m *mistakes) tell(field, format string, args ...any) {
	*m = append(*m, field+": "+fmt.Sprintf(format, args...))
}

// info checks an Info Object (OpenAPI 3.1, sections 4.8.2 to 4.8.4).
func (m *mistakes) info(i apidoc.Info) {
	m.address("TermsOfService", i.TermsOfService)
	if c := i.Contact; c != nil {
		m.address("Contact.URL", c.URL)
		if name, host, _ := strings.Cut(c.Email, "@"); c.Email != "" && (name == "" || host == "" || strings.ContainsAny(c.Email, " <>")) {
			m.tell("Contact.Email", "%q is no e-mail address", c.Email)
		}
	}
	if l := i.License; l != nil {
		m.address("License.URL", l.URL)
		if l.Name == "" {
			m.tell("License.Name", "it is empty: a licence needs a name")
		}
		if l.Identifier != "" && l.URL != "" {
			m.tell("License", "it has the identifier %q and the URL %q: leave one out", l.Identifier, l.URL)
		}
	}
}

// address checks a link for people to follow, absolute or relative to the
// description.
func (m *mistakes) address(field, address string) {
	if u, err := url.Parse(address); err != nil || !slices.Contains([]string{"", "http", "https"}, u.Scheme) || strings.ContainsAny(address, " <>") {
		m.tell(field, "%q is no URL of http or https", address)
	}
}

func (m *mistakes) documentation(field string, d *apidoc.ExternalDocs) {
	if d == nil {
		return
	}
	if d.URL == "" {
		m.tell(field+".URL", "it is empty: documentation needs an address")
	}
	m.address(field+".URL", d.URL)
}

// server checks a Server Object (OpenAPI 3.1, sections 4.8.5 and 4.8.6).
func (m *mistakes) server(field string, s apidoc.Server) {
	if s.URL == "" {
		m.tell(field+".URL", "it is empty: a server needs an address, such as / for the host of the description")
	}
	known := map[string]bool{}
	for _, v := range s.Variables {
		at := field + ".Variables " + v.Name
		known[v.Name] = true
		switch {
		case !strings.Contains(s.URL, "{"+v.Name+"}"):
			m.tell(at, "%q has no {%s}", s.URL, v.Name)
		case len(v.Enum) > 0 && !slices.Contains(v.Enum, v.Default):
			m.tell(at, "the default %q is none of %q", v.Default, v.Enum)
		}
	}
	plain := s.URL
	for _, name := range braces.Names(s.URL) {
		if !known[name] {
			m.tell(field+".URL", "%q has a variable {%s} that Variables does not have", s.URL, name)
		}
		plain = strings.ReplaceAll(plain, "{"+name+"}", "1")
	}
	if _, err := url.Parse(plain); err != nil || strings.ContainsAny(plain, " {}?#") {
		m.tell(field+".URL", "%q is no URL without query and fragment", s.URL)
	}
}

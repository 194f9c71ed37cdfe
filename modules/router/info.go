package router

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

// Info is what the OpenAPI description says about the API as a whole. What is not
// as OpenAPI wants it is a mistake of the table.
type Info struct {
	Title          string // default "API"
	Version        string // default "0.0.0"
	Description    string // Markdown
	TermsOfService string // URL
	Contact        *apidoc.Contact
	// License has a name, and an SPDX expression or a URL, not both (OpenAPI 3.1,
	// section 4.8.4).
	License *apidoc.License
	// Servers are where the API is reached. Default: where the description is.
	Servers []apidoc.Server
	// Tags say more about tags of operations, and come before others in this
	// order. Their names are unique.
	Tags         []apidoc.Tag
	ExternalDocs *apidoc.ExternalDocs
}

// outline is what the description begins with.
func (i Info) outline(version string) apidoc.Outline {
	return apidoc.Outline{
		SpecVersion: version,
		Info: apidoc.Info{
			Title: i.Title, Version: i.Version, Description: i.Description,
			TermsOfService: i.TermsOfService, Contact: i.Contact, License: i.License,
		},
		Servers: slices.Clone(i.Servers), Tags: slices.Clone(i.Tags), ExternalDocs: i.ExternalDocs,
	}
}

// mistakes are what a description may not say.
func (i Info) mistakes() []string {
	m := infoMistakes{}
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
	for n, s := range i.Servers {
		m.server(fmt.Sprintf("Servers[%d]", n), s)
	}
	named := map[string]bool{}
	for n, t := range i.Tags {
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
	m.documentation("ExternalDocs", i.ExternalDocs)
	return m
}

// infoMistakes collects mistakes with the field that they are about.
type infoMistakes []string

func (m *infoMistakes) tell(field, format string, args ...any) {
	*m = append(*m, "router.Info."+field+": "+fmt.Sprintf(format, args...))
}

// address checks a link for people to follow, absolute or relative to the
// description.
func (m *infoMistakes) address(field, address string) {
	if u, err := url.Parse(address); err != nil || !slices.Contains([]string{"", "http", "https"}, u.Scheme) || strings.ContainsAny(address, " <>") {
		m.tell(field, "%q is no URL of http or https", address)
	}
}

func (m *infoMistakes) documentation(field string, d *apidoc.ExternalDocs) {
	if d == nil {
		return
	}
	if d.URL == "" {
		m.tell(field+".URL", "it is empty: documentation needs an address")
	}
	m.address(field+".URL", d.URL)
}

// server checks a Server Object (OpenAPI 3.1, sections 4.8.5 and 4.8.6).
func (m *infoMistakes) server(field string, s apidoc.Server) {
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
	for _, name := range templateNames(s.URL) {
		if !known[name] {
			m.tell(field+".URL", "%q has a variable {%s} that Variables does not have", s.URL, name)
		}
		plain = strings.ReplaceAll(plain, "{"+name+"}", "1")
	}
	if _, err := url.Parse(plain); err != nil || strings.ContainsAny(plain, " {}?#") {
		m.tell(field+".URL", "%q is no URL without query and fragment", s.URL)
	}
}

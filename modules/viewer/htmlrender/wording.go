package htmlrender

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/phrase"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/schemafacts"
)

// specName is the name of the format of a description.
func specName(version string) string {
	if strings.HasPrefix(version, "2") {
		return "Swagger"
	}
	return "OpenAPI"
}

// orAddress returns the first text that is not empty.
func orAddress(text, address string) string { return cmp.Or(text, address) }

// linePlace says where in a description something stands.
func linePlace(line, column int) string {
	switch {
	case line == 0:
		return ""
	case column == 0:
		return fmt.Sprintf("line %d", line)
	}
	return fmt.Sprintf("line %d, column %d", line, column)
}

// problemTitle says what a list of problems is of.
func problemTitle(list []apidoc.Problem) string {
	if slices.ContainsFunc(list, func(p apidoc.Problem) bool { return p.Read }) {
		return phrase.Count(len(list), "finding", "findings") + " about the description"
	}
	return problemCount(len(list)) + " of the description could not be read"
}

func problemCount(n int) string { return phrase.Count(n, "part", "parts") }

func operationCount(n int) string { return phrase.Count(n, "operation", "operations") }

func furtherOperations(n int) string { return phrase.Count(n, "more operation", "more operations") }

func resultCount(n int) string { return phrase.Count(n, "result", "results") }

// restTitle is the heading of the operations without a tag.
func restTitle(doc *apidoc.Document) string {
	switch {
	case len(doc.TagOperations("")) == 0:
		return "Webhooks"
	case len(doc.Webhooks) == 0 && len(doc.Tags) == 0:
		return "Operations"
	case len(doc.Webhooks) == 0:
		return "More operations"
	}
	return "More operations and webhooks"
}

// schemeNames are the names of security types.
var schemeNames = map[apidoc.SecurityType]string{
	apidoc.APIKey:        "API key",
	apidoc.HTTPAuth:      "HTTP",
	apidoc.OAuth2:        "OAuth 2.0",
	apidoc.OpenIDConnect: "OpenID Connect",
	apidoc.MutualTLS:     "client certificate",
}

func schemeName(s *apidoc.SecurityScheme) string {
	return phrase.Join(" ", cmp.Or(schemeNames[s.Type], string(s.Type)), s.Scheme)
}

// schemeSummary says what a scheme is and where it goes.
func schemeSummary(s *apidoc.SecurityScheme) string {
	if s.ParameterName != "" {
		return schemeName(s) + " in " + string(s.In) + " " + s.ParameterName
	}
	return schemeName(s)
}

// flowNames are the names of the ways to get a token.
var flowNames = map[string]string{
	"authorizationCode":   "Authorization code",
	"clientCredentials":   "Client credentials",
	"implicit":            "Implicit",
	"password":            "Password",
	"deviceAuthorization": "Device authorization",
}

func flowName(kind string) string { return cmp.Or(flowNames[kind], kind) }

func flowAddresses(f apidoc.OAuthFlow) schemafacts.List {
	var list schemafacts.List
	list.Text("Authorization", f.AuthorizationURL)
	list.Text("Device", f.DeviceAuthorizationURL)
	list.Text("Token", f.TokenURL)
	list.Text("Refresh", f.RefreshURL)
	return list
}

// ownServers returns the servers of an operation when they are not those of the
// whole API, or when there are several to choose from on a page of its own.
func ownServers(s *subject, o *apidoc.Operation) []apidoc.Server {
	same := slices.EqualFunc(o.Servers, s.doc.Servers, func(a, b apidoc.Server) bool {
		return a.URL == b.URL && a.Name == b.Name && a.Description == b.Description
	})
	if same && (len(o.Servers) < 2 || s.page.Entry) {
		return nil
	}
	return o.Servers
}

// enumClass lays values out as a table: of what is said about each, or in columns where
// they are many.
func enumClass(list []apidoc.EnumValue) string {
	const few = 8
	switch {
	case slices.ContainsFunc(list, func(e apidoc.EnumValue) bool { return e.Description != "" || e.Name != "" }):
		return "enum enum-described"
	case len(list) > few:
		return "enum enum-many"
	}
	return "enum"
}

// enumLabel says what opening a list of values shows, of which some are not on the page.
func enumLabel(all, left int) string {
	if left > 0 {
		return "Show " + strconv.Itoa(all-left) + " of " + strconv.Itoa(all) + " values"
	}
	return "Show all " + strconv.Itoa(all) + " values"
}

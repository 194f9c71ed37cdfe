package htmlrender

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/phrase"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/schemafacts"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/wording"
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
func linePlace(w *wording.Language, line, column int) string {
	switch {
	case line == 0:
		return ""
	case column == 0:
		return w.Fill("line {1}", strconv.Itoa(line))
	}
	return w.Fill("line {1}, column {2}", strconv.Itoa(line), strconv.Itoa(column))
}

// problemTitle says what a list of problems is of.
func problemTitle(w *wording.Language, list []apidoc.Problem) string {
	if slices.ContainsFunc(list, func(p apidoc.Problem) bool { return p.Read }) {
		return w.Fill("{1} about the description", w.Count(len(list), "finding", "findings"))
	}
	return w.Fill("{1} of the description could not be read", w.Count(len(list), "part", "parts"))
}

func operationCount(w *wording.Language, n int) string {
	return w.Count(n, "operation", "operations")
}

func furtherOperations(w *wording.Language, n int) string {
	return w.Count(n, "more operation", "more operations")
}

func resultCount(w *wording.Language, n int) string { return w.Count(n, "result", "results") }

// restTitle is the heading of the operations without a tag.
func restTitle(doc *apidoc.Document) wording.Key {
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
var schemeNames = map[apidoc.SecurityType]wording.Key{
	apidoc.APIKey:        "API key",
	apidoc.HTTPAuth:      "HTTP",
	apidoc.OAuth2:        "OAuth 2.0",
	apidoc.OpenIDConnect: "OpenID Connect",
	apidoc.MutualTLS:     "client certificate",
}

func schemeName(w *wording.Language, s *apidoc.SecurityScheme) string {
	return phrase.Join(" ", cmp.Or(w.Say(schemeNames[s.Type]), string(s.Type)), s.Scheme)
}

// keyPlaces are the names of the places that keys go to.
var keyPlaces = map[apidoc.Place]wording.Key{apidoc.InHeader: "header", apidoc.InQuery: "query", apidoc.InCookie: "cookie"}

func keyPlace(w *wording.Language, in apidoc.Place) string {
	return cmp.Or(w.Say(keyPlaces[in]), string(in))
}

// schemeSummary says what a scheme is and where it goes.
func schemeSummary(w *wording.Language, s *apidoc.SecurityScheme) string {
	if s.ParameterName != "" {
		return w.Fill("{1} in {2} {3}", schemeName(w, s), keyPlace(w, s.In), s.ParameterName)
	}
	return schemeName(w, s)
}

// flowNames are the names of the ways to get a token.
var flowNames = map[string]wording.Key{
	"authorizationCode":   "Authorization code",
	"clientCredentials":   "Client credentials",
	"implicit":            "Implicit",
	"password":            "Password",
	"deviceAuthorization": "Device authorization",
}

func flowName(w *wording.Language, kind string) string { return cmp.Or(w.Say(flowNames[kind]), kind) }

func flowAddresses(w *wording.Language, f apidoc.OAuthFlow) schemafacts.List {
	var list schemafacts.List
	list.Text(w.Say("Authorization"), f.AuthorizationURL)
	list.Text(w.Say("Device"), f.DeviceAuthorizationURL)
	list.Text(w.Say("Token"), f.TokenURL)
	list.Text(w.Say("Refresh"), f.RefreshURL)
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
func enumLabel(w *wording.Language, all, left int) string {
	if left > 0 {
		return w.Fill("Show {1} of {2} values", strconv.Itoa(all-left), strconv.Itoa(all))
	}
	return w.Fill("Show all {1} values", strconv.Itoa(all))
}

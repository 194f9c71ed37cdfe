package viewer

import (
	"cmp"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/loader"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/phrase"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/wording"
)

// FieldError says that a field of a Configuration cannot be used.
type FieldError struct {
	Field   string // as JSON spells it, such as "spec.url"
	Message string // what is wrong and what to do
}

// Error names the field and says what to do.
func (e *FieldError) Error() string { return "configuration: " + e.Field + ": " + e.Message }

// Validate checks every field on its own. The error joins a *FieldError for each
// field that cannot be used; it is nil for the zero Configuration.
func (c Configuration) Validate() error {
	var errs []error
	for _, check := range []func(Configuration) *FieldError{
		checkSpecURL, checkProxy, checkHotKey, checkTheme, checkLanguage, checkCSS, checkMeta, checkClients, checkPath, checkScopes, checkOrigins, checkBase, checkLayout,
		checkOrder, checkTitles, checkIcon, checkMode, checkServers,
	} {
		if err := check(c); err != nil {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

func checkSpecURL(c Configuration) *FieldError {
	if c.Spec.URL != "" && !absolute(c.Spec.URL) {
		return &FieldError{"spec.url", fmt.Sprintf("%q is no absolute http or https address; for a file, use New with openapi.FromFile", c.Spec.URL)}
	}
	return nil
}

func checkProxy(c Configuration) *FieldError {
	for _, f := range []struct{ name, value string }{{"proxyUrl", c.ProxyURL}, {"proxy", c.Proxy}} {
		if f.value != "" && !absolute(f.value) {
			return &FieldError{f.name, fmt.Sprintf("%q is no absolute http or https address", f.value)}
		}
	}
	return nil
}

func checkHotKey(c Configuration) *FieldError {
	if k := c.SearchHotKey; k != "" && (len(k) != 1 || k[0] < 'a' || k[0] > 'z') {
		return &FieldError{"searchHotKey", fmt.Sprintf("%q is not one letter from a to z, in lower case", k)}
	}
	return nil
}

func checkTheme(c Configuration) *FieldError {
	if c.Theme == "" || slices.Contains(Themes(), c.Theme) {
		return nil
	}
	names := make([]string, 0, len(Themes()))
	for _, t := range Themes() {
		names = append(names, string(t))
	}
	return &FieldError{"theme", fmt.Sprintf("there is no theme %q; use one of %s", c.Theme, strings.Join(names, ", "))}
}

func checkLanguage(c Configuration) *FieldError {
	if _, ok := wording.Find(c.Language); c.Language == "" || ok && !strings.ContainsAny(c.Language, ",;") {
		return nil
	}
	return &FieldError{"language", "has to lead to one of " + strings.Join(Languages(), ", ")}
}

// maxCSS bounds CustomCSS, in bytes.
const maxCSS = 256 << 10

func checkCSS(c Configuration) *FieldError {
	if len(c.CustomCSS) > maxCSS {
		return &FieldError{"customCss", fmt.Sprintf("%d bytes are more than %d; serve the sheet yourself and import it", len(c.CustomCSS), maxCSS)}
	}
	if text := risky(c.CustomCSS); text != "" {
		return &FieldError{"customCss", fmt.Sprintf("%q is no part of a sheet that only styles: a sheet is plain CSS and imports nothing from elsewhere", text)}
	}
	return nil
}

// risky returns the first piece of a sheet that is meant to do something else
// than to style. A browser that obeys the policy of the pages does not do it; an
// operator should know that it is there.
func risky(css string) string {
	lower := strings.ToLower(css)
	for _, text := range []string{"</", "<script", "<!--", "javascript:", "vbscript:", "expression(", "-moz-binding", "@import"} {
		if strings.Contains(lower, text) {
			return text
		}
	}
	return ""
}

func checkMeta(c Configuration) *FieldError {
	if image := c.MetaData.OGImage; image != "" && !absolute(image) {
		return &FieldError{"metaData.ogImage", fmt.Sprintf("%q is no absolute http or https address", image)}
	}
	for name := range c.MetaData.More {
		if name == "" || strings.ContainsFunc(name, func(r rune) bool { return r <= ' ' || strings.ContainsRune(`"'<>/=`, r) }) {
			return &FieldError{"metaData", fmt.Sprintf("%q is no name of meta information", name)}
		}
	}
	return nil
}

func checkClients(c Configuration) *FieldError {
	if c.HiddenClients == nil {
		return nil
	}
	for _, name := range c.HiddenClients.Clients {
		if name == "" || strings.Count(name, "/") > 1 || strings.HasPrefix(name, "/") || strings.HasSuffix(name, "/") {
			return &FieldError{"hiddenClients", fmt.Sprintf("%q is no client; write a client (curl), a language (php) or both (php/curl)", name)}
		}
	}
	return nil
}

func checkPath(c Configuration) *FieldError {
	if p := c.PathRouting.BasePath; p != "" && !strings.HasPrefix(p, "/") {
		return &FieldError{"pathRouting.basePath", fmt.Sprintf("%q does not begin with a slash", p)}
	}
	return nil
}

func checkScopes(c Configuration) *FieldError {
	for _, scope := range c.Authentication.OAuth2.Scopes {
		if scope == "" || strings.ContainsAny(scope, " \t\r\n") {
			return &FieldError{"authentication.oAuth2.scopes", fmt.Sprintf("%q is no scope; list each one on its own, without spaces", scope)}
		}
	}
	return nil
}

func checkOrigins(c Configuration) *FieldError {
	for _, origin := range c.Authentication.Origins {
		if u, err := url.Parse(origin); err != nil || !absolute(origin) || *u != (url.URL{Scheme: u.Scheme, Host: u.Host}) || strings.Contains(u.Host, "*") {
			return &FieldError{"authentication.origins", fmt.Sprintf("%q is no origin; write a scheme and a host, such as https://api.example.com", origin)}
		}
	}
	return nil
}

func checkBase(c Configuration) *FieldError {
	if c.BaseServerURL != "" && !absolute(c.BaseServerURL) {
		return &FieldError{"baseServerURL", fmt.Sprintf("%q is no absolute http or https address", c.BaseServerURL)}
	}
	return nil
}

func checkLayout(c Configuration) *FieldError {
	switch c.Layout {
	case "", "modern", classic:
		return nil
	}
	return &FieldError{"layout", fmt.Sprintf("there is no layout %q; use modern or classic", c.Layout)}
}

func checkOrder(c Configuration) *FieldError {
	for _, f := range []struct {
		name, value string
		known       []string
	}{
		{"tagsSorter", c.TagsSorter, loader.TagOrders()},
		{"operationsSorter", c.OperationsSorter, loader.OperationOrders()},
		{"orderSchemaPropertiesBy", c.OrderSchemaPropertiesBy, []string{alpha, "preserve"}},
	} {
		if f.value != "" && !slices.Contains(f.known, f.value) {
			return &FieldError{f.name, fmt.Sprintf("there is no order %q; use %s", f.value, strings.Join(f.known, " or "))}
		}
	}
	return nil
}

func checkTitles(c Configuration) *FieldError {
	switch c.OperationTitleSource {
	case "", "summary", paths:
		return nil
	}
	return &FieldError{"operationTitleSource", fmt.Sprintf("there is no title %q; use summary or path", c.OperationTitleSource)}
}

func checkMode(c Configuration) *FieldError {
	switch c.ForceDarkModeState {
	case "", "dark", "light":
		return nil
	}
	return &FieldError{"forceDarkModeState", fmt.Sprintf("there is no state %q; use dark or light", c.ForceDarkModeState)}
}

func checkServers(c Configuration) *FieldError {
	for i, s := range c.Servers {
		field := fmt.Sprintf("servers[%d]", i)
		if s.URL == "" {
			return &FieldError{field, "a server needs a url"}
		}
		for name, v := range s.Variables {
			if len(v.Enum) > 0 && !slices.Contains(v.Enum, v.Default) {
				return &FieldError{field, fmt.Sprintf("the default %q of the variable %q is not one of its enum", v.Default, name)}
			}
		}
	}
	return nil
}

func checkIcon(c Configuration) *FieldError {
	u, err := url.Parse(c.Favicon)
	if c.Favicon == "" || strings.HasPrefix(c.Favicon, "data:image/") || err == nil && u.Scheme == "" && u.Host == "" && strings.HasPrefix(u.Path, "/") {
		return nil
	}
	return &FieldError{"favicon", fmt.Sprintf("%q is neither a path such as /favicon.svg nor an image as data:image/…; pages load nothing from other sites", phrase.Brief(c.Favicon, 60))}
}

const (
	classic = "classic" // the layout without a sidebar
	paths   = "path"    // what operations are named by
	alpha   = "alpha"   // an order of properties
)

func absolute(address string) bool {
	u, err := url.Parse(address)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != ""
}

// configure takes over everything that says how pages look.
func (c *config) configure(from Configuration) {
	c.settings = core.Settings{
		Language:           fixedLanguage(from.Language),
		Theme:              string(cmp.Or(from.Theme, ThemeDefault)),
		DarkMode:           cmp.Or(from.ForceDarkModeState, darkMode(from.DarkMode)),
		FixedMode:          from.HideDarkModeToggle || from.ForceDarkModeState != "",
		HideSidebar:        from.Layout == classic || from.ShowSidebar != nil && !*from.ShowSidebar,
		Reading:            reading(from.Continuous),
		HideModels:         from.HideModels,
		PathTitles:         from.OperationTitleSource == paths,
		OpenTags:           from.DefaultOpenAllTags,
		OpenResponses:      from.ExpandAllResponses,
		SortProperties:     from.OrderSchemaPropertiesBy == alpha,
		MixProperties:      from.OrderRequiredPropertiesFirst != nil && !*from.OrderRequiredPropertiesFirst,
		HideDownloadButton: from.HideDownloadButton,
		HideSearch:         from.HideSearch,
		ForAuthors:         from.ForAuthors,
		Icon:               from.Favicon,
		SearchHotKey:       cmp.Or(from.SearchHotKey, "k"),
		Editable:           from.IsEditable,
		Console:            !from.HideTestRequestButton,
		DefaultFonts:       from.WithDefaultFonts == nil || *from.WithDefaultFonts,
		CustomCSS:          from.CustomCSS != "",
		Meta:               from.MetaData.items(),
		HiddenClients:      from.HiddenClients.names(),
		FeaturedClients:    from.FeaturedClients,
		DefaultClient:      from.DefaultHTTPClient.name(),
		Credentials:        from.Authentication.credentials(),
	}
	c.customCSS = from.CustomCSS
	c.givenServers, c.baseServer = described(from.Servers), from.BaseServerURL
	c.tagOrder, c.operationOrder = from.TagsSorter, from.OperationsSorter
	c.proxyURL = cmp.Or(from.ProxyURL, from.Proxy)
	if from.OnSpecUpdate != nil {
		c.onUpdate = from.OnSpecUpdate
	}
	if from.PathRouting.BasePath != "" {
		c.basePath = strings.TrimRight(from.PathRouting.BasePath, "/")
	}
	c.inert = from.inert()
}

func reading(continuous *bool) core.Reading {
	switch {
	case continuous == nil:
		return core.ReadAutomatic
	case *continuous:
		return core.ReadContinuous
	}
	return core.ReadPages
}

// fixedLanguage is the tag of a language that is known, "" for one that is up to the reader.
func fixedLanguage(language string) string {
	tag, _ := wording.Find(language)
	return tag
}

func darkMode(dark *bool) string {
	switch {
	case dark == nil:
		return ""
	case *dark:
		return "dark"
	}
	return "light"
}

// inert names the fields that are set and have no effect beside others.
func (c Configuration) inert() []string {
	if c.HideTestRequestButton && cmp.Or(c.ProxyURL, c.Proxy) != "" {
		return []string{"proxyUrl"}
	}
	return nil
}

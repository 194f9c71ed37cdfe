package viewer

import (
	"maps"
	"slices"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/wording"
)

// Configuration is how a reference looks and where its description comes from.
// Its JSON form has the names and meanings of the configuration of ApiReference
// components, so that a configuration can be taken over.
//
// The zero value of every field is its default. Validate says which fields cannot
// be used. A viewer says in its log when a field is set that has no effect beside
// the others, such as ProxyURL with HideTestRequestButton.
type Configuration struct {
	// HideTestRequestButton leaves out the button that opens the console of an
	// operation, and the console with it: pages may not connect to the servers of the
	// description then. Default: false.
	HideTestRequestButton bool `json:"hideTestRequestButton,omitempty"`

	// IsEditable offers an editor for the description: whoever may open the pages
	// may change the text, see the pages of it, and take it along; the description
	// itself stays what it is, see OnSpecUpdate. The server has to read what is
	// typed, so it has no effect without WithVisitorDescriptions. With
	// HideDownloadButton the editor begins empty. Default: false.
	IsEditable bool `json:"isEditable,omitempty"`

	// Spec is the description. NewReference and ApiReference use it.
	Spec Spec `json:"spec,omitzero"`

	// ProxyURL is the address of a proxy for requests to other origins: absolute,
	// http or https. The console sends "?scalar_url=" with the address of the API
	// behind it, and the request as it is. The proxy of this server is not named here:
	// see WithRequestProxy, which comes first.
	ProxyURL string `json:"proxyUrl,omitempty"`
	// Proxy is another spelling of ProxyURL, which wins when both are set.
	Proxy string `json:"proxy,omitempty"`

	// ShowSidebar shows the sidebar. Default, for nil: true.
	ShowSidebar *bool `json:"showSidebar,omitempty"`

	// Continuous says whether the overview holds the operations themselves, to be
	// read from top to bottom, or lists them. Every operation has a page of its own
	// all the same. Default, for nil: it holds them where there are few, up to about
	// 70, and otherwise the page of a tag holds those of the tag.
	Continuous *bool `json:"continuous,omitempty"`

	// TagsSorter is the order of tags, within their groups too: "alpha" for that of their
	// names, in which capitals count as small letters. Default: that of the description.
	TagsSorter string `json:"tagsSorter,omitempty"`
	// OperationsSorter is the order of operations and webhooks: "alpha" for that of their
	// titles, "method" for that of their methods. Default: that of the description. Any
	// other order is made by a SpecSource of your own with apidoc.Document.Sorted.
	OperationsSorter string `json:"operationsSorter,omitempty"`

	// OperationTitleSource is what the sidebar names operations by: their "summary" or
	// their "path". The search finds both. Default: "summary", or the operationId of an
	// operation without a summary.
	OperationTitleSource string `json:"operationTitleSource,omitempty"`
	// DefaultOpenAllTags shows in the sidebar at once what every tag holds, for
	// descriptions of up to 400 operations: more would make every page large. Default:
	// false, which does so for up to 30.
	DefaultOpenAllTags bool `json:"defaultOpenAllTags,omitempty"`
	// ExpandAllResponses opens all responses of an operation. Default: false, which opens
	// the first.
	ExpandAllResponses bool `json:"expandAllResponses,omitempty"`
	// OrderSchemaPropertiesBy is the order of the properties of a schema in HTML: "alpha"
	// for that of their names, "preserve" for that of the description. Default: "preserve".
	OrderSchemaPropertiesBy string `json:"orderSchemaPropertiesBy,omitempty"`
	// OrderRequiredPropertiesFirst puts properties that are required before the others.
	// Default, for nil: true.
	OrderRequiredPropertiesFirst *bool `json:"orderRequiredPropertiesFirst,omitempty"`

	// HideModels hides models (components.schemas, definitions) from the sidebar,
	// the search and the content; their pages are not found. Components that
	// nothing refers to are hidden with them. Default: false.
	HideModels bool `json:"hideModels,omitempty"`

	// HideDownloadButton hides the button that downloads the description. The file
	// is not served either, as it may hold what pages do not show, such as
	// operations marked x-internal. Default: false.
	HideDownloadButton bool `json:"hideDownloadButton,omitempty"`

	// HideSearch leaves the search out; its page is not found. Default: false.
	HideSearch bool `json:"hideSearch,omitempty"`

	// ForAuthors shows what concerns those who write the description: its extensions,
	// the identifiers and comments of its schemas, and what was found wrong with it.
	// Findings are counted by "_/health" and logged in any case. Default: false, unless
	// pages follow the description or it can be edited.
	ForAuthors bool `json:"forAuthors,omitempty"`

	// CustomCSS is a sheet that comes after the viewer's own. It is served as a
	// file and is the operator's: never make it of what a visitor sent. At most
	// 256 KiB. Default: none.
	CustomCSS string `json:"customCss,omitempty"`

	// Favicon is the address of the icon of the pages: a path of the site that the
	// reference is mounted in, such as "/favicon.svg", or the image itself as "data:image/…".
	// Default: none, and none is asked for.
	Favicon string `json:"favicon,omitempty"`

	// SearchHotKey is pressed together with Ctrl, or Cmd on a Mac, to open the
	// search: one letter, a to z. Default: "k".
	SearchHotKey string `json:"searchHotKey,omitempty"`

	// MetaData is the meta information of the pages. Default: made of the
	// description.
	MetaData MetaData `json:"metaData,omitzero"`

	// HiddenClients are the clients that code samples are not shown for. Default,
	// for nil: Unirest for Node.
	HiddenClients *HiddenClients `json:"hiddenClients,omitempty"`

	// FeaturedClients are the clients that the picker of samples shows at once, as
	// "go/native"; the others are in its list. Those that are hidden or not known are
	// left out. Default, for nil: shell/curl, ruby/native, node/undici, php/guzzle,
	// python/requests, go/native, go/trefoil.
	FeaturedClients []string `json:"featuredClients,omitzero"`

	// DefaultHTTPClient is the client of samples for readers who have not chosen
	// one. Default, also when it is hidden: shell/curl, or the first that is not
	// hidden.
	DefaultHTTPClient HTTPClient `json:"defaultHttpClient,omitzero"`

	// OnSpecUpdate is called when the text of the description has changed, with the
	// new text: after a Reload that brought another one, and, when IsEditable, when
	// a reader has changed it in the editor. See WithOnUpdate.
	OnSpecUpdate func(spec string) `json:"-"`

	// Authentication fills in credentials, in the console and in samples: they are
	// masked on the screen and real in what is sent and copied, so whoever may read
	// the pages gets them. Default: placeholders.
	Authentication Authentication `json:"authentication,omitzero"`

	// WithDefaultFonts uses the two default fonts, Inter and JetBrains Mono, which
	// the viewer serves itself. Default, for nil: true. With false pages use the
	// fonts of the reader's system and link none.
	WithDefaultFonts *bool `json:"withDefaultFonts,omitempty"`

	// Theme is the colour scheme, one of Themes. Default: ThemeDefault.
	Theme Theme `json:"theme,omitempty"`

	// Language is the language of the interface: navigation, labels, buttons and notices,
	// never what the description says. It is a tag of BCP 47 that leads to one of
	// Languages: "de-CH" to German. Pages in Markdown are English. Default: for each
	// reader the one that the browser asks for by Accept-Language, or else English.
	Language string `json:"language,omitempty"`

	// DarkMode chooses dark colours (true) or light ones (false) for readers who
	// have not chosen. Default, for nil: those of the reader's system.
	DarkMode *bool `json:"darkMode,omitempty"`
	// HideDarkModeToggle leaves readers no choice: the colours are those of DarkMode,
	// whatever they have chosen before. Default: false.
	HideDarkModeToggle bool `json:"hideDarkModeToggle,omitempty"`
	// ForceDarkModeState is "dark" or "light": DarkMode and HideDarkModeToggle in one, and
	// wins over them. Default: none.
	ForceDarkModeState string `json:"forceDarkModeState,omitempty"`

	// PathRouting names the path below which the reference is mounted. Default: the
	// viewer finds out, see WithBasePath.
	PathRouting PathRouting `json:"pathRouting,omitzero"`

	// Servers take the place of the servers that the description has for all operations;
	// single operations keep those that are their own. A relative address is one below
	// BaseServerURL, or else below that of the description. Default, for none: those of the
	// description.
	Servers []Server `json:"servers,omitempty"`

	// BaseServerURL stands before the addresses of servers that are relative, and is
	// the server of a description that names none: absolute, http or https. Default:
	// they stay relative.
	BaseServerURL string `json:"baseServerURL,omitempty"`

	// Layout is "modern" or "classic", which has no sidebar. Default: "modern".
	Layout string `json:"layout,omitempty"`
}

// Server is a Server Object (OpenAPI 3.1 §4.8.5).
type Server struct {
	URL         string                    `json:"url"` // may have variables in braces
	Description string                    `json:"description,omitempty"`
	Variables   map[string]ServerVariable `json:"variables,omitempty"`
}

// ServerVariable is a Server Variable Object (OpenAPI 3.1 §4.8.6).
type ServerVariable struct {
	Default     string   `json:"default"`
	Enum        []string `json:"enum,omitempty"` // all that it can be; anything where it is empty
	Description string   `json:"description,omitempty"`
}

// described are servers as a description has them.
func described(servers []Server) []apidoc.Server {
	list := make([]apidoc.Server, len(servers))
	for i, s := range servers {
		list[i] = apidoc.Server{URL: s.URL, Description: s.Description}
		for _, name := range slices.Sorted(maps.Keys(s.Variables)) {
			v := s.Variables[name]
			list[i].Variables = append(list[i].Variables, apidoc.ServerVariable{Name: name, Default: v.Default, Enum: v.Enum, Description: v.Description})
		}
	}
	return list
}

// Spec is where a description comes from. One of the fields has to be set; URL
// wins when both are.
type Spec struct {
	// Content is the description itself, in JSON or YAML.
	Content string `json:"content,omitempty"`
	// URL is the address of a JSON or YAML file: absolute, http or https. The
	// server fetches it, see WithTransport.
	URL string `json:"url,omitempty"`
}

// HTTPClient names a client of samples.
type HTTPClient struct {
	TargetKey string `json:"targetKey,omitempty"` // language, such as "go"
	ClientKey string `json:"clientKey,omitempty"` // such as "native"
}

// PathRouting names the path of a reference.
type PathRouting struct {
	BasePath string `json:"basePath,omitempty"` // such as "/reference"
}

// Theme is the name of a colour scheme.
type Theme string

// The themes.
const (
	ThemeAlternate  Theme = "alternate"
	ThemeDefault    Theme = "default"
	ThemeMoon       Theme = "moon"
	ThemePurple     Theme = "purple"
	ThemeSolarized  Theme = "solarized"
	ThemeBluePlanet Theme = "bluePlanet"
	ThemeSaturn     Theme = "saturn"
	ThemeKepler     Theme = "kepler"
	ThemeMars       Theme = "mars"
	ThemeDeepSpace  Theme = "deepSpace"
	ThemeNone       Theme = "none" // no colours but those of the browser
)

// Languages returns the tags of the languages that the interface can be in.
func Languages() []string { return wording.Tags() }

// Themes returns the names of all themes.
func Themes() []Theme {
	return []Theme{
		ThemeAlternate, ThemeDefault, ThemeMoon, ThemePurple, ThemeSolarized, ThemeBluePlanet,
		ThemeSaturn, ThemeKepler, ThemeMars, ThemeDeepSpace, ThemeNone,
	}
}

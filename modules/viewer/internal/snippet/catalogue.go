package snippet

import (
	"slices"
	"strings"
)

// Language is a language that samples are written in, with its clients.
type Language struct {
	Key     string   `json:"key"` // "node"
	Title   string   `json:"title"`
	Clients []Client `json:"clients"`
	// Script names the script that writes it, which holds its relatives too.
	Script  string `json:"-"`
	aliases []string
}

// Client is what a sample calls an API with.
type Client struct {
	Key   string `json:"key"` // "undici"
	Title string `json:"title"`
}

// Languages returns every language with every client, by title.
func Languages() []Language { return slices.Clone(languages) }

// languages holds the clients of all versions of what we replace, so that no
// name that somebody has configured is unknown.
var languages = []Language{
	{Key: "c", Script: "native", Title: "C", Clients: []Client{{"libcurl", "libcurl"}}},
	{Key: "csharp", Script: "dotnet", Title: "C#", Clients: []Client{{"httpclient", "HttpClient"}, {"restsharp", "RestSharp"}}},
	{Key: "clojure", Script: "jvm", Title: "Clojure", Clients: []Client{{"clj_http", "clj-http"}}},
	{Key: "dart", Script: "systems", Title: "Dart", Clients: []Client{{"http", "http"}}},
	{Key: "fsharp", Script: "dotnet", Title: "F#", Clients: []Client{{"httpclient", "HttpClient"}}},
	{Key: "go", Script: "go", Title: "Go", Clients: []Client{{"native", "net/http"}, {"trefoil", "Trefoil"}}},
	{Key: "http", Script: "shell", Title: "HTTP", Clients: []Client{{"http1.1", "HTTP/1.1"}}},
	{Key: "java", Script: "jvm", Title: "Java", Clients: []Client{
		{"nethttp", "java.net.http"}, {"okhttp", "OkHttp"}, {"asynchttp", "AsyncHttpClient"}, {"unirest", "Unirest"},
	}},
	{Key: "js", Script: "js", Title: "JavaScript", aliases: []string{"javascript"}, Clients: []Client{
		{"fetch", "fetch"}, {"axios", "axios"}, {"ofetch", "ofetch"}, {"jquery", "jQuery"}, {"xhr", "XMLHttpRequest"},
	}},
	{Key: "julia", Script: "systems", Title: "Julia", Clients: []Client{{"http", "HTTP.jl"}}},
	{Key: "kotlin", Script: "jvm", Title: "Kotlin", Clients: []Client{{"okhttp", "OkHttp"}}},
	{Key: "node", Script: "js", Title: "Node.js", Clients: []Client{
		{"undici", "undici"},
		{"fetch", "fetch"},
		{"axios", "axios"},
		{"ofetch", "ofetch"},
		{"native", "node:http"},
		{"request", "request"},
		{"unirest", "Unirest"},
	}},
	{Key: "objc", Script: "native", Title: "Objective-C", Clients: []Client{{"nsurlsession", "NSURLSession"}}},
	{Key: "ocaml", Script: "systems", Title: "OCaml", Clients: []Client{{"cohttp", "CoHTTP"}}},
	{Key: "php", Script: "script", Title: "PHP", Clients: []Client{
		{"curl", "cURL"}, {"guzzle", "Guzzle"}, {"laravel", "Laravel"}, {"http1", "pecl/http 1"}, {"http2", "pecl/http 2"},
	}},
	{Key: "powershell", Script: "dotnet", Title: "PowerShell", Clients: []Client{{"restmethod", "Invoke-RestMethod"}, {"webrequest", "Invoke-WebRequest"}}},
	{Key: "python", Script: "script", Title: "Python", Clients: []Client{
		{"requests", "Requests"}, {"python3", "http.client"}, {"httpx_sync", "HTTPX"}, {"httpx_async", "HTTPX, async"}, {"aiohttp", "aiohttp"},
	}},
	{Key: "r", Script: "systems", Title: "R", Clients: []Client{{"httr2", "httr2"}, {"httr", "httr"}}},
	{Key: "ruby", Script: "script", Title: "Ruby", Clients: []Client{{"native", "net/http"}}},
	{Key: "rust", Script: "systems", Title: "Rust", Clients: []Client{{"reqwest", "reqwest"}}},
	{Key: "shell", Script: "shell", Title: "Shell", Clients: []Client{{"curl", "curl"}, {"httpie", "HTTPie"}, {"wget", "Wget"}}},
	{Key: "swift", Script: "native", Title: "Swift", Clients: []Client{{"nsurlsession", "URLSession"}}},
}

// Visible returns the languages and clients that are left when some are hidden:
// by the name of a client in any language (fetch), of a language (php), of one
// client in one language (php/curl), or "*" for all. Names that are not known
// hide nothing. No language is left without clients.
func Visible(hidden []string) []Language {
	left := []Language{}
	for _, l := range languages {
		var clients []Client
		for _, c := range l.Clients {
			if !slices.ContainsFunc(hidden, func(name string) bool { return l.hides(c, name) }) {
				clients = append(clients, c)
			}
		}
		if len(clients) > 0 {
			l.Clients = clients
			left = append(left, l)
		}
	}
	return left
}

func (l *Language) hides(c Client, name string) bool {
	return name == "*" || name == c.Key || l.named(c, name)
}

// named reports whether "language/client" or "language" names a client of the language.
func (l *Language) named(c Client, name string) bool {
	language, client, both := strings.Cut(name, "/")
	return (language == l.Key || slices.Contains(l.aliases, language)) && (!both || client == c.Key)
}

// Featured are the clients that pickers show first, unless a configuration names
// others.
func Featured() []string {
	return []string{"shell/curl", "ruby/native", "node/undici", "php/guzzle", "python/requests", "go/native", "go/trefoil"}
}

// Find returns the one of the visible languages that "language/client" or
// "language" names, as "language/client": "" when it is not among them.
func Find(visible []Language, name string) string {
	for i := range visible {
		l := &visible[i]
		for _, c := range l.Clients {
			if l.named(c, name) {
				return l.Key + "/" + c.Key
			}
		}
	}
	return ""
}

// Default returns the client that is shown first: the one that is asked for, or
// curl, or the first of all. It is "" when none is visible.
func Default(visible []Language, asked string) string {
	for _, name := range []string{asked, "shell/curl"} {
		if key := Find(visible, name); key != "" {
			return key
		}
	}
	if len(visible) == 0 {
		return ""
	}
	return visible[0].Key + "/" + visible[0].Clients[0].Key
}

package apidoc

import "encoding/json"

// Info is what a description says about the API as a whole.
type Info struct {
	Title          string
	Summary        string
	Description    string // Markdown
	Version        string
	TermsOfService string // URL
	Contact        *Contact
	License        *License
	Logo           *Logo       // x-logo
	Links          []NamedLink // x-scalar-links
	Libraries      []Library   // x-scalar-sdk-installation
	Extensions     []Extension
}

// Contact says whom to ask.
type Contact struct {
	Name, URL, Email string
	Extensions       []Extension
}

// License says under which licence the API is offered. Identifier is an SPDX
// expression.
type License struct {
	Name, Identifier, URL string
	Extensions            []Extension
}

// Logo is an image for the API (x-logo).
type Logo struct{ URL, AltText, Href, BackgroundColor string }

// NamedLink is a link beside those of the contact and the license, such as that
// of a privacy policy.
type NamedLink struct{ Name, URL string }

// Library is how to get a library for the API in one language. Description is
// Markdown, Source a command or code; either may be empty.
type Library struct{ Language, Description, Source string }

// ExternalDocs points to further documentation.
type ExternalDocs struct {
	Description string // Markdown
	URL         string
	Extensions  []Extension
}

// Server is where the API can be reached.
type Server struct {
	URL         string // may hold variables in braces and may be relative
	Name        string
	Description string // Markdown
	Variables   []ServerVariable
	Extensions  []Extension
}

// ServerVariable is a variable in the URL of a server.
type ServerVariable struct {
	Name        string
	Default     string
	Enum        []string
	Description string // Markdown
	Extensions  []Extension
}

// Badge is a word to show beside the name of an operation (x-badges, and
// x-scalar-stability).
type Badge struct {
	Name  string
	Color string // as written, may be empty
	// Before is set for a badge in front of the name; the others stand behind.
	Before bool
}

// Extension is a member whose name begins with "x-".
type Extension struct {
	Name  string
	Value json.RawMessage
}

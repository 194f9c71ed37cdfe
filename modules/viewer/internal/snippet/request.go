package snippet

import (
	"encoding/base64"
	"encoding/json"
	"slices"
	"strings"
)

// Request is one finished HTTP request. It is a plain value and safe for
// concurrent use once it is made.
type Request struct {
	Method  string
	URL     Secret   // absolute and encoded, with the query
	Headers []Header // without cookies; names are unique
	Cookies []Header // encoded
	Body    *Body    // nil when there is none
	// Basic is set when Headers authenticate with a name and a password, so that
	// clients may say so in their own way: by Basic or Digest, as the header begins.
	Basic *Basic
	// Certificate is the file of a client certificate, "" for none.
	Certificate string
}

// digests reports whether a request authenticates by Digest with a name and a password.
func (r Request) digests() bool {
	return r.Basic != nil && slices.ContainsFunc(r.Headers, func(h Header) bool {
		return h.Name == "Authorization" && strings.HasPrefix(h.Value.Shown, "Digest ")
	})
}

// Secret is a text that may hold a credential.
type Secret struct {
	Shown string // with a Mask where a credential stands
	Real  string // "" when Shown is the whole truth
}

// Header is a name with its value.
type Header struct {
	Name  string
	Value Secret
}

// Basic is a name with its password.
type Basic struct{ User, Password Secret }

// Body is what a request carries. Exactly one of its fields is set.
type Body struct {
	Text  string // sent as it is, in UTF-8
	File  string // name of the file that is sent
	Parts []Part // of multipart/form-data
}

// Part is one part of a form.
type Part struct {
	Name string
	Text string // sent as it is, unless File is set
	File string // name of the file that is sent
	Type string // media type, "" for the client's default
	// Headers are further ones of the part. Clients that have no way to send them
	// leave them out.
	Headers []Header
}

// Mask stands where a credential is not shown. It needs no encoding anywhere.
const Mask = "********"

// MarshalJSON writes what the scripts of the pages read. Credentials are not in
// its text: they are encoded, so that nobody reads them off a screen or a source.
func (r Request) MarshalJSON() ([]byte, error) {
	w := wireRequest{
		Method: r.Method, URL: r.URL.Shown, Headers: pairs(r.Headers), Cookies: pairs(r.Cookies),
		Certificate: r.Certificate, Secrets: r.secrets(),
	}
	if r.Basic != nil {
		w.Basic = &[2]string{r.Basic.User.Shown, r.Basic.Password.Shown}
	}
	if b := r.Body; b != nil {
		w.Body = &wireBody{Text: b.Text, File: b.File}
		for _, p := range b.Parts {
			w.Body.Parts = append(w.Body.Parts, wirePart{p.Name, p.Text, p.File, p.Type, pairs(p.Headers)})
		}
	}
	return json.Marshal(w)
}

// wireRequest is the JSON form of a Request.
type wireRequest struct {
	Method      string            `json:"method"`
	URL         string            `json:"url"`
	Headers     [][2]string       `json:"headers,omitempty"`
	Cookies     [][2]string       `json:"cookies,omitempty"`
	Body        *wireBody         `json:"body,omitempty"`
	Basic       *[2]string        `json:"basic,omitempty"`
	Certificate string            `json:"certificate,omitempty"`
	Secrets     map[string]string `json:"secrets,omitempty"` // "url", "header NAME", "cookie NAME", "user", "password": base64
}

type wireBody struct {
	Text  string     `json:"text,omitempty"`
	File  string     `json:"file,omitempty"`
	Parts []wirePart `json:"parts,omitempty"`
}

type wirePart struct {
	Name string `json:"name"`
	Text string `json:"text,omitempty"`
	File string `json:"file,omitempty"`
	Type string `json:"type,omitempty"`

	Headers [][2]string `json:"headers,omitempty"`
}

func pairs(list []Header) [][2]string {
	all := make([][2]string, 0, len(list))
	for _, h := range list {
		all = append(all, [2]string{h.Name, h.Value.Shown})
	}
	return all
}

func (r Request) secrets() map[string]string {
	all := map[string]string{}
	add := func(key string, s Secret) {
		if s.Real != "" {
			all[key] = base64.StdEncoding.EncodeToString([]byte(s.Real))
		}
	}
	add("url", r.URL)
	for _, h := range r.Headers {
		add("header "+h.Name, h.Value)
	}
	for _, c := range r.Cookies {
		add("cookie "+c.Name, c.Value)
	}
	if r.Basic != nil {
		add("user", r.Basic.User)
		add("password", r.Basic.Password)
	}
	return all
}

package sample

import (
	"context"
	"encoding/json"
	"net/url"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

// baseURL stands for the address of an API that names no server.
const baseURL = "https://example.com"

// Curl returns a command that calls an operation: with what it requires, with
// example values, and with placeholders for credentials. Every value is quoted
// for a POSIX shell.
func Curl(ctx context.Context, doc *apidoc.Document, o *apidoc.Operation) string {
	c := call{ctx: ctx, doc: doc, url: server(o.Servers) + o.Path}
	c.parameters(o.Parameters)
	c.security(o.Security)
	c.body(o.RequestBody)
	return c.command(o.Method)
}

// call is a request while it is put together.
type call struct {
	ctx     context.Context
	doc     *apidoc.Document
	url     string
	query   []string
	headers []string
	cookies []string
	rest    []string // further arguments, quoted
}

func (c *call) parameters(list []apidoc.Parameter) {
	for i := range list {
		p := &list[i]
		if !p.Required && p.In != apidoc.InPath {
			continue
		}
		value := c.parameter(p)
		switch p.In {
		case apidoc.InPath:
			if value != "" {
				c.url = strings.ReplaceAll(c.url, "{"+p.Name+"}", url.PathEscape(value))
			}
		case apidoc.InQuery:
			c.query = append(c.query, url.QueryEscape(p.Name)+"="+url.QueryEscape(value))
		case apidoc.InQueryString:
			c.query = append(c.query, value)
		case apidoc.InHeader:
			c.headers = append(c.headers, p.Name+": "+value)
		case apidoc.InCookie:
			c.cookies = append(c.cookies, p.Name+"="+value)
		}
	}
}

// parameter returns an example value as it is written in an address. A path
// parameter of a plain type has none unless the description gives one: its
// name in braces says more.
func (c *call) parameter(p *apidoc.Parameter) string {
	m := apidoc.MediaType{Schema: p.Schema, Example: p.Example, Examples: p.Examples}
	if p.Schema == nil && len(p.Content) > 0 {
		m = p.Content[0]
	}
	if p.In == apidoc.InPath && m.Example == nil && len(m.Examples) == 0 && (m.Schema == nil || given(m.Schema) == nil) {
		return ""
	}
	value := OfMedia(c.ctx, c.doc, &m, Request)
	var text string
	if json.Unmarshal(value, &text) == nil {
		return text
	}
	return plain(value)
}

// plain writes a value for an address: items of a list with commas, anything
// else as JSON.
func plain(value json.RawMessage) string {
	var items []json.RawMessage
	if json.Unmarshal(value, &items) != nil {
		return string(value)
	}
	texts := make([]string, len(items))
	for i, item := range items {
		if json.Unmarshal(item, &texts[i]) != nil {
			texts[i] = string(item)
		}
	}
	return strings.Join(texts, ",")
}

// security adds what the first way to authenticate needs.
func (c *call) security(list []apidoc.SecurityRequirement) {
	if len(list) == 0 {
		return
	}
	for _, required := range list[0].Schemes {
		for i := range c.doc.SecuritySchemes {
			if s := &c.doc.SecuritySchemes[i]; s.Name == required.Name {
				c.scheme(s)
			}
		}
	}
}

func (c *call) scheme(s *apidoc.SecurityScheme) {
	switch {
	case s.Type == apidoc.APIKey && s.In == apidoc.InQuery:
		c.query = append(c.query, url.QueryEscape(s.ParameterName)+"=YOUR_TOKEN")
	case s.Type == apidoc.APIKey && s.In == apidoc.InCookie:
		c.cookies = append(c.cookies, s.ParameterName+"=YOUR_TOKEN")
	case s.Type == apidoc.APIKey:
		c.headers = append(c.headers, s.ParameterName+": YOUR_TOKEN")
	case s.Type == apidoc.HTTPAuth && strings.EqualFold(s.Scheme, "basic"):
		c.rest = append(c.rest, "--user "+quote("USERNAME:PASSWORD"))
	case s.Type == apidoc.MutualTLS:
		c.rest = append(c.rest, "--cert "+quote("CERTIFICATE.pem"))
	default:
		c.headers = append(c.headers, "Authorization: Bearer YOUR_SECRET_TOKEN")
	}
}

func (c *call) body(b *apidoc.RequestBody) {
	if b == nil || len(b.Content) == 0 {
		return
	}
	m := preferred(b.Content)
	value := OfMedia(c.ctx, c.doc, m, Request)
	if m.Name == "application/x-www-form-urlencoded" || m.Name == "multipart/form-data" {
		c.form(m.Name, value)
		return
	}
	c.headers = append(c.headers, "Content-Type: "+m.Name)
	if value == nil {
		c.rest = append(c.rest, "--data-binary "+quote("@FILE"))
		return
	}
	c.rest = append(c.rest, "--data-raw "+quote(text(m.Name, value)))
}

// text is the body that an example stands for: a JSON string is the text itself
// unless the body is JSON.
func text(mediaType string, value json.RawMessage) string {
	var s string
	if !strings.Contains(mediaType, "json") && json.Unmarshal(value, &s) == nil {
		return s
	}
	return string(value)
}

func (c *call) form(mediaType string, value json.RawMessage) {
	flag := "--data-urlencode "
	if mediaType == "multipart/form-data" {
		flag = "--form-string "
	}
	for _, m := range members(value) {
		c.rest = append(c.rest, flag+quote(m.name+"="+m.value))
	}
}

// command writes the call, one argument a line.
func (c *call) command(method string) string {
	address := c.url
	if len(c.query) > 0 {
		address += "?" + strings.Join(c.query, "&")
	}
	arguments := []string{"curl " + quote(address)}
	if strings.ContainsAny(address, "[]{}") {
		arguments[0] = "curl --globoff " + quote(address)
	}
	if method != "GET" {
		arguments = append(arguments, "--request "+quote(method))
	}
	for _, h := range c.headers {
		arguments = append(arguments, "--header "+quote(h))
	}
	if len(c.cookies) > 0 {
		arguments = append(arguments, "--cookie "+quote(strings.Join(c.cookies, "; ")))
	}
	return strings.Join(append(arguments, c.rest...), " \\\n  ")
}

// quote quotes text for a POSIX shell.
func quote(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }

// server returns the address of the first server, with the defaults of its
// variables.
func server(list []apidoc.Server) string {
	if len(list) == 0 {
		return baseURL
	}
	address := list[0].URL
	for _, v := range list[0].Variables {
		address = strings.ReplaceAll(address, "{"+v.Name+"}", v.Default)
	}
	address = strings.TrimSuffix(address, "/")
	if !strings.Contains(address, "://") || strings.HasPrefix(address, "-") {
		return baseURL + address
	}
	return address
}

// preferred returns the format that is easiest to read.
func preferred(list []apidoc.MediaType) *apidoc.MediaType {
	for i := range list {
		if strings.Contains(list[i].Name, "json") {
			return &list[i]
		}
	}
	return &list[0]
}

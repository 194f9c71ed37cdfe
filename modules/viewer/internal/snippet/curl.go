package snippet

import (
	"net/url"
	"strings"
	"unicode/utf8"
)

// Curl writes a request as a command for a POSIX shell, one argument a line.
// Credentials are masked.
func Curl(r Request) string {
	arguments := []string{"curl " + quote(r.URL.Shown)}
	if strings.ContainsAny(r.URL.Shown, "[]{}") {
		arguments[0] = "curl --globoff " + quote(r.URL.Shown)
	}
	switch {
	case r.Method == "HEAD" && r.Body == nil:
		arguments = append(arguments, "--head")
	case r.Method != "GET" || r.Body != nil:
		method := r.Method
		if strings.ContainsFunc(method, func(c rune) bool { return c < 'A' || c > 'Z' }) {
			method = quote(method)
		}
		arguments = append(arguments, "--request "+method)
	}
	for _, h := range r.Headers {
		if r.Basic == nil || h.Name != "Authorization" {
			arguments = append(arguments, "--header "+curlHeader(h))
		}
	}
	if r.digests() {
		arguments = append(arguments, "--digest")
	}
	if r.Basic != nil {
		arguments = append(arguments, "--user "+quote(r.Basic.User.Shown+":"+r.Basic.Password.Shown))
	}
	if len(r.Cookies) > 0 {
		arguments = append(arguments, "--cookie "+quote(cookies(r.Cookies)))
	}
	if r.Certificate != "" {
		arguments = append(arguments, "--cert "+quote(r.Certificate))
	}
	return strings.Join(append(arguments, curlBody(r)...), " \\\n  ")
}

// curlHeader quotes a header. One without a value ends in a semicolon: curl
// takes a colon for the wish to remove it.
func curlHeader(h Header) string {
	if h.Value.Shown == "" {
		return quote(h.Name + ";")
	}
	return quote(h.Name + ": " + h.Value.Shown)
}

// curlBody writes a body. The fields of a form stand one a line: curl puts the
// ampersands between them back.
func curlBody(r Request) []string {
	switch b := r.Body; {
	case b == nil:
		return nil
	case b.File != "":
		return []string{"--data-binary " + quote("@"+b.File)}
	case b.Parts == nil:
		if !r.isForm() {
			return []string{"--data-raw " + quote(b.Text)}
		}
		fields := strings.Split(b.Text, "&")
		for i, piece := range fields {
			fields[i] = curlField(piece)
		}
		return fields
	}
	arguments := make([]string, len(r.Body.Parts))
	for i, p := range r.Body.Parts {
		arguments[i] = curlPart(p)
	}
	return arguments
}

// curlField writes a field of a form, which curl encodes, unless it has no name: of its name
// it takes what is there, brackets as people write them.
func curlField(piece string) string {
	name, value, found := strings.Cut(piece, "=")
	plain, err := url.QueryUnescape(value)
	if !found || name == "" || err != nil || !utf8.ValidString(plain) {
		return "--data-raw " + quote(piece)
	}
	return "--data-urlencode " + quote(strings.NewReplacer("%5B", "[", "%5D", "]").Replace(name)+"="+plain)
}

// isForm reports whether a body is one of application/x-www-form-urlencoded.
func (r Request) isForm() bool {
	for _, h := range r.Headers {
		if h.Name == "Content-Type" {
			return strings.HasPrefix(h.Value.Shown, formType)
		}
	}
	return false
}

// curlQuoted escapes what stands between quotes in a part of a form.
var curlQuoted = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

func curlPart(p Part) string {
	kind := ""
	if p.Type != "" {
		kind = ";type=" + p.Type
	}
	for _, h := range p.Headers {
		kind += `;headers="` + curlQuoted.Replace(h.Name+": "+h.Value.Shown) + `"`
	}
	switch {
	case p.File != "":
		return "--form " + quote(p.Name+"=@"+p.File+kind)
	case kind == "":
		return "--form-string " + quote(p.Name+"="+p.Text)
	}
	return "--form " + quote(p.Name+`="`+curlQuoted.Replace(p.Text)+`"`+kind)
}

func cookies(list []Header) string {
	texts := make([]string, len(list))
	for i, c := range list {
		texts[i] = c.Name + "=" + c.Value.Shown
	}
	return strings.Join(texts, "; ")
}

// quote quotes text for a POSIX shell.
func quote(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }

package snippet

import "strings"

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
		arguments = append(arguments, "--request "+quote(r.Method))
	}
	for _, h := range r.Headers {
		if r.Basic == nil || h.Name != "Authorization" {
			arguments = append(arguments, "--header "+curlHeader(h))
		}
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
		texts := []string{b.Text}
		if r.isForm() {
			texts = strings.Split(b.Text, "&")
		}
		for i, text := range texts {
			texts[i] = "--data-raw " + quote(text)
		}
		return texts
	}
	arguments := make([]string, len(r.Body.Parts))
	for i, p := range r.Body.Parts {
		arguments[i] = curlPart(p)
	}
	return arguments
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

func curlPart(p Part) string {
	kind := ""
	if p.Type != "" {
		kind = ";type=" + p.Type
	}
	switch {
	case p.File != "":
		return "--form " + quote(p.Name+"=@"+p.File+kind)
	case kind == "":
		return "--form-string " + quote(p.Name+"="+p.Text)
	}
	return "--form " + quote(p.Name+`="`+strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(p.Text)+`"`+kind)
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

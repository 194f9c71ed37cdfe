package search

import "strings"

// request is a request that a reader pasted.
type request struct {
	method string // in upper case, "" for any
	path   string // as it was sent
	target string // the path with what stands around it
	whole  bool   // with a method or a host, so that nothing else can be meant
}

// parseRequest reads "GET /planets/7", a URL, a path, or a command of curl.
func parseRequest(text string) (request, bool) {
	text = strings.TrimSpace(cut(text, maxQuery))
	if rest, isCurl := strings.CutPrefix(text, "curl "); isCurl {
		return parseCurl(rest)
	}
	r := request{}
	if method, rest, found := strings.Cut(text, " "); found && isMethod(method) && strings.ContainsAny(rest, "/") {
		r.method, r.whole = strings.ToUpper(method), true
		text, _, _ = strings.Cut(strings.TrimSpace(rest), " ") // "HTTP/1.1" and headers
	}
	if strings.ContainsAny(text, " \n\t\"") {
		return request{}, false
	}
	path, host, ok := pathOf(text)
	r.path, r.target, r.whole = path, text, r.whole || host
	return r, ok
}

// isMethod reports whether a word is a method: in capitals any may be one.
func isMethod(word string) bool {
	switch strings.ToUpper(word) {
	case "GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE", "QUERY":
		return true
	}
	return len(word) > 2 && len(word) < 20 && strings.IndexFunc(word, func(r rune) bool { return r < 'A' || r > 'Z' }) < 0
}

// pathOf returns the path of a URL or of its part behind the host.
func pathOf(text string) (path string, host, ok bool) {
	switch {
	case strings.HasPrefix(text, "/") && !strings.HasPrefix(text, "//"):
	case strings.HasPrefix(text, "http://"), strings.HasPrefix(text, "https://"):
		host = true
	default:
		return "", false, false
	}
	if i := strings.IndexAny(text, "?#"); i >= 0 {
		text = text[:i]
	}
	if host {
		_, text, _ = strings.Cut(text, "://")
		_, path, _ = strings.Cut(text, "/")
		text = "/" + path
	}
	return text, host, true
}

// parseCurl reads the arguments of curl.
func parseCurl(text string) (request, bool) {
	r := request{whole: true}
	body, found := false, false
	args := shellWords(text)
	for i := 0; i < len(args); i++ {
		name, value, inline := argument(args[i])
		if takesValue(name) && !inline && i+1 < len(args) {
			i++
			value = args[i]
		}
		switch name {
		case "-X", "--request":
			r.method = strings.ToUpper(value)
		case "-I", "--head":
			r.method = "HEAD"
		case "-d", "--data", "--data-raw", "--data-binary", "--data-ascii", "--data-urlencode", "--json", "-F", "--form":
			body = true
		case "--url":
			r.target = value
			r.path, _, found = pathOf(value)
		default:
			if path, _, ok := pathOf(withScheme(name)); ok && name[0] != '-' && !found {
				r.path, r.target, found = path, name, true
			}
		}
	}
	switch {
	case r.method == "" && body:
		r.method = "POST"
	case r.method == "":
		r.method = "GET"
	}
	return r, found
}

// argument cuts an argument of curl into its name and the value that stands with
// it: "--request=PUT", "-XPUT", "-sXPUT".
func argument(text string) (name, value string, inline bool) {
	if strings.HasPrefix(text, "--") {
		name, value, inline = strings.Cut(text, "=")
		return name, value, inline
	}
	if strings.HasPrefix(text, "-") {
		if i := strings.IndexAny(text, shortWithValue); i > 0 {
			return "-" + text[i:i+1], text[i+1:], i+1 < len(text)
		}
	}
	return text, "", false
}

// withScheme completes an address as curl does.
func withScheme(address string) string {
	if strings.Contains(address, "://") || !strings.ContainsAny(address, "./:") || strings.HasPrefix(address, "/") {
		return address
	}
	return "http://" + address
}

const shortWithValue = "XHdFuAbecmoTxKwE"

// takesValue reports whether an argument of curl has a value.
func takesValue(name string) bool {
	if strings.HasPrefix(name, "--") {
		switch name {
		case "--request", "--header", "--data", "--data-raw", "--data-binary", "--data-ascii", "--data-urlencode", "--json", "--form",
			"--user", "--user-agent", "--cookie", "--referer", "--max-time", "--output", "--url", "--proxy", "--cacert", "--cert", "--key",
			"--connect-timeout", "--retry", "--write-out", "--form-string", "--oauth2-bearer", "--cookie-jar":
			return true
		}
		return false
	}
	return len(name) == 2 && name[0] == '-' && strings.IndexByte(shortWithValue, name[1]) >= 0
}

// shellWords cuts a command into its arguments as a shell does: quotes, escapes
// and lines that go on.
func shellWords(text string) []string {
	var list []string
	var b strings.Builder
	var quote rune
	open, escaped := false, false
	for _, r := range text {
		switch {
		case escaped:
			if escaped = false; r != '\n' && r != '\r' {
				b.WriteRune(r)
				open = true
			}
		case r == '\\' && quote != '\'':
			escaped = true
		case quote != 0:
			if r == quote {
				quote = 0
			} else {
				b.WriteRune(r)
			}
		case r == '\'' || r == '"':
			quote, open = r, true
		case r == ' ' || r == '\n' || r == '\t' || r == '\r':
			if open {
				list = append(list, b.String())
			}
			b.Reset()
			open = false
		default:
			b.WriteRune(r)
			open = true
		}
	}
	if open {
		list = append(list, b.String())
	}
	return list
}

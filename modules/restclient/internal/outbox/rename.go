package outbox

import (
	"bytes"
	"io"
	"net/url"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// url renames an entity in the path and in the query of a URL, and reports whether
// it is there.
func (r Rename) url(raw string) (string, bool) {
	base := strings.Index(raw, "://") + 3
	if base < 3 {
		base = 0
	}
	rest := raw[base:]
	slash := strings.IndexAny(rest, "/?")
	if slash < 0 || r.From.Text == "" {
		return raw, false
	}
	host := raw[:base+slash]
	path, query, hasQuery := strings.Cut(rest[slash:], "?")
	path, inPath := replaceWord(path, url.PathEscape(r.From.Text), url.PathEscape(r.To.Text))
	query, inQuery := replaceWord(query, url.QueryEscape(r.From.Text), url.QueryEscape(r.To.Text))
	if hasQuery {
		path += "?" + query
	}
	return host + path, inPath || inQuery
}

// replaceWord replaces what is not a part of a longer word or number.
func replaceWord(s, old, with string) (string, bool) {
	var b strings.Builder
	found := false
	for {
		i := strings.Index(s, old)
		if i < 0 {
			b.WriteString(s)
			return b.String(), found
		}
		end := i + len(old)
		if isWord(last(s[:i])) || isWord(first(s[end:])) {
			b.WriteString(s[:i+1])
			s = s[i+1:]
			continue
		}
		found = true
		b.WriteString(s[:i] + with)
		s = s[end:]
	}
}

// last is the character, escaped or not, that a text ends with; a space for none.
func last(s string) byte {
	switch n := len(s); {
	case n == 0:
		return ' '
	case n > 2 && s[n-3] == '%':
		return first(s[n-3:])
	default:
		return s[n-1]
	}
}

// first is the character, escaped or not, that a text begins with; a space for none.
func first(s string) byte {
	if s == "" {
		return ' '
	}
	if s[0] == '%' && len(s) > 2 {
		if c, err := strconv.ParseUint(s[1:3], 16, 8); err == nil {
			return byte(c)
		}
	}
	return s[0]
}

func isWord(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c == '%' || c >= 0x80
}

// body renames an entity in the values of a JSON body, and reports whether it is
// there. What is not JSON stays as it is.
func (r Rename) body(body []byte) ([]byte, bool) {
	if r.From.Text == "" || !bytes.Contains(body, []byte(r.From.Text)) {
		return body, false
	}
	var out bytes.Buffer
	dec, enc := jsontext.NewDecoder(bytes.NewReader(body)), jsontext.NewEncoder(&out)
	found := false
	for {
		token, err := dec.ReadToken()
		if err == io.EOF {
			break
		}
		if err != nil {
			return body, false
		}
		value, is := r.token(dec, token)
		found = found || is
		if is {
			err = enc.WriteValue(value)
		} else {
			err = enc.WriteToken(token)
		}
		if err != nil {
			return body, false
		}
	}
	if !found {
		return body, false
	}
	return bytes.TrimSpace(out.Bytes()), true
}

// token returns what is to be written instead of a token that was just read.
func (r Rename) token(dec *jsontext.Decoder, token jsontext.Token) (jsontext.Value, bool) {
	kind := token.Kind()
	if parent, n := dec.StackIndex(dec.StackDepth()); parent == '{' && n%2 == 1 {
		return nil, false // the name of a member
	}
	switch {
	case kind == '0' && token.String() == string(r.From.JSON):
		return r.To.JSON, true
	case kind == '"' && token.String() == r.From.Text:
		value, err := jsontext.AppendQuote(nil, r.To.Text)
		return value, err == nil
	}
	return nil, false
}

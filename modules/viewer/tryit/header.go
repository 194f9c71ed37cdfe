package tryit

import (
	"cmp"
	"mime"
	"net/http"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/http/httpguts"
)

const (
	maxHeaders  = 200       // of a request
	maxFilename = 120       // bytes
	productName = "Trefoil" // in User-Agent, where a request has none
)

// ours are headers that are about a connection, or about who sends and from where:
// those that the proxy makes itself or leaves out.
var ours = map[string]bool{
	"connection": true, "keep-alive": true, "te": true, "trailer": true, "transfer-encoding": true, "upgrade": true,
	"http2-settings": true, "host": true, "content-length": true, "expect": true, "origin": true, "referer": true,
	"forwarded": true, "x-real-ip": true, "via": true, "cookie2": true,
}

// oursToo are the beginnings of such names.
var oursToo = []string{"proxy-", "sec-", "x-forwarded-", "access-control-request-", "trefoil-"}

// isOurs reports whether a header is one of ours. Some servers take "_" for "-".
func isOurs(name string) bool {
	name = strings.ReplaceAll(strings.ToLower(name), "_", "-")
	return ours[name] || slices.ContainsFunc(oursToo, func(prefix string) bool { return strings.HasPrefix(name, prefix) })
}

// requestHeader makes the header that is sent, and names what is left out.
func requestHeader(pairs [][]string) (header http.Header, left []string, no *refusal) {
	if len(pairs) > maxHeaders {
		return nil, nil, invalid("There are too many headers.")
	}
	header = http.Header{}
	var named []string // by a Connection header
	for _, pair := range pairs {
		if len(pair) != 2 || !httpguts.ValidHeaderFieldName(pair[0]) || !httpguts.ValidHeaderFieldValue(pair[1]) {
			return nil, nil, invalid("A header has a name or a value that cannot be sent.")
		}
		name := http.CanonicalHeaderKey(pair[0])
		switch {
		case name == "Connection":
			named = append(named, connectionOptions(pair[1])...)
			fallthrough
		case isOurs(name):
			left = append(left, name)
		default:
			header[name] = append(header[name], pair[1])
		}
	}
	for _, name := range named {
		if header[name] != nil {
			delete(header, name)
			left = append(left, name)
		}
	}
	if header["User-Agent"] == nil {
		header.Set("User-Agent", productName)
	}
	slices.Sort(left)
	return header, slices.Compact(left), nil
}

// connectionOptions are the headers that a Connection header names.
func connectionOptions(value string) []string {
	var names []string
	for name := range strings.SplitSeq(value, ",") {
		names = append(names, http.CanonicalHeaderKey(strings.TrimSpace(name)))
	}
	return names
}

// ofConnection are the headers of answers that are about a connection.
var ofConnection = []string{
	"Connection", "Keep-Alive", "Proxy-Authenticate", "Proxy-Authentication-Info", "Proxy-Connection", "Te", "Trailer", "Transfer-Encoding", "Upgrade",
}

// wellFormed reports whether the names in a header are names: net/http lets spaces
// pass.
func wellFormed(header http.Header) bool {
	for name := range header {
		if !httpguts.ValidHeaderFieldName(name) {
			return false
		}
	}
	return true
}

// answerHeader lists the header of an answer but for names, and says which of
// these there were.
func answerHeader(header http.Header, but ...string) (pairs [][]string, left []string) {
	but = append(but, ofConnection...)
	for _, value := range header["Connection"] {
		but = append(but, connectionOptions(value)...)
	}
	for name, values := range header {
		if slices.Contains(but, name) {
			left = append(left, name)
			continue
		}
		for _, value := range values {
			pairs = append(pairs, []string{name, readable(value)})
		}
	}
	slices.SortStableFunc(pairs, func(a, b []string) int { return cmp.Compare(a[0], b[0]) })
	slices.Sort(left)
	return pairs, left
}

// readable is what is written in the head of an answer as text: of UTF-8 where it is
// that, of ISO 8859-1 otherwise (RFC 9110, section 5.5).
func readable(written string) string {
	if utf8.ValidString(written) {
		return written
	}
	text := make([]rune, len(written))
	for i := range len(written) {
		text[i] = rune(written[i])
	}
	return string(text)
}

// filename is the name that a Content-Disposition gives, without a folder, without
// what shells, systems and readers stumble over.
func filename(header http.Header) string {
	_, parameters, err := mime.ParseMediaType(readable(header.Get("Content-Disposition")))
	if err != nil {
		return ""
	}
	name := path.Base(strings.ReplaceAll(parameters["filename"], `\`, "/"))
	name = strings.Map(func(r rune) rune {
		switch {
		case r < ' ' || r >= 0x7f && r < 0xa0 || r >= 0x200b && r <= 0x200f || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 || r == 0xfeff || r == 0xfffd:
			return -1
		case strings.ContainsRune(`<>:"/|?*`, r):
			return '_'
		}
		return r
	}, name)
	name = strings.Trim(name, ". ")
	for len(name) > maxFilename {
		_, size := utf8.DecodeLastRuneInString(name)
		name = name[:len(name)-size]
	}
	return name
}

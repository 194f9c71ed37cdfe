package tryit

import (
	"net"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/idna"
)

const (
	maxURL       = 32 << 10 // bytes of an address
	maxAuthority = 1 << 10  // bytes of a host that may have to be turned into ASCII
)

// origin is where requests are sent to: the parts of an address that say which
// server is meant, in the one spelling that they have.
type origin struct {
	scheme string // http or https
	host   string // in lower case and ASCII, an address of IPv6 without brackets
	port   uint16
}

// hostPort is the host with its port, unless that is the one of the scheme.
func (o origin) hostPort() string {
	if o.scheme == "http" && o.port == 80 || o.scheme == "https" && o.port == 443 {
		if strings.Contains(o.host, ":") {
			return "[" + o.host + "]"
		}
		return o.host
	}
	return net.JoinHostPort(o.host, strconv.Itoa(int(o.port)))
}

func (o origin) String() string { return o.scheme + "://" + o.hostPort() }

// parseURL reads the address that a request is sent to. There is one way to read
// what it lets pass: net/url, a resolver and a browser agree on the server.
func parseURL(raw string) (*url.URL, origin, *refusal) {
	scheme, rest, found := strings.Cut(raw, "://")
	scheme = strings.ToLower(scheme)
	if !found || scheme != "http" && scheme != "https" || !utf8.ValidString(raw) {
		return nil, origin{}, invalid("The URL has to begin with http:// or https://.")
	}
	if len(raw) > maxURL {
		return nil, origin{}, invalid("The URL is too long: it may have 32 KiB.")
	}
	end := len(rest)
	if i := strings.IndexAny(rest, "/?#"); i >= 0 {
		end = i
	}
	o, no := parseAuthority(scheme, rest[:end])
	if no != nil {
		return nil, origin{}, no
	}
	tail, _, _ := strings.Cut(rest[end:], "#")
	path, _, _ := strings.Cut(tail, "?")
	if strings.ContainsFunc(tail, func(r rune) bool { return r <= ' ' || r == 0x7f }) || strings.Contains(path, `\`) {
		return nil, origin{}, invalid("The URL holds a character that has to be escaped.")
	}
	u, err := url.Parse(o.String() + escaped(tail))
	if err != nil {
		return nil, origin{}, invalid("The URL is not escaped as URLs are.")
	}
	return u, o, nil
}

// escaped escapes what is not ASCII and spaces, and in a path what net/url does not
// let pass there: of a path that holds any such, it would write each escape anew, and
// an escaped slash as a slash.
func escaped(text string) string {
	const digits = "0123456789ABCDEF"
	path, _, _ := strings.Cut(text, "?")
	var b strings.Builder
	for i := range len(text) {
		c := text[i]
		if c <= ' ' || c >= 0x7f || i < len(path) && strings.IndexByte("\"<>\\^`{|}", c) >= 0 {
			b.Write([]byte{'%', digits[c>>4], digits[c&15]})
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}

// parseAuthority reads what stands between the slashes of an address.
func parseAuthority(scheme, authority string) (origin, *refusal) {
	if len(authority) > maxAuthority || strings.ContainsFunc(authority, func(r rune) bool { return r <= ' ' || r == 0x7f || r == '\\' || r == '%' }) {
		return origin{}, badHost()
	}
	if strings.Contains(authority, "@") {
		return origin{}, refused()
	}
	host, port := authority, ""
	bracket := strings.HasPrefix(authority, "[")
	if i := strings.LastIndexByte(authority, ':'); i > strings.LastIndexByte(authority, ']') {
		host, port = authority[:i], authority[i+1:]
		if port == "" {
			return origin{}, badHost()
		}
	}
	o := origin{scheme: scheme, port: 80}
	if scheme == "https" {
		o.port = 443
	}
	if port != "" {
		n, err := strconv.ParseUint(port, 10, 16)
		if err != nil || n == 0 || port[0] < '0' || port[0] > '9' {
			return origin{}, badHost()
		}
		o.port = uint16(n)
	}
	var no *refusal
	if bracket {
		o.host, no = parseIPv6(host)
	} else {
		o.host, no = parseHost(host)
	}
	return o, no
}

func badHost() *refusal { return invalid("The URL names no host, or a port that is none.") }

func parseIPv6(host string) (string, *refusal) {
	inner, closed := strings.CutSuffix(host[1:], "]")
	address, err := netip.ParseAddr(inner)
	if !closed || err != nil || !address.Is6() || address.Zone() != "" {
		return "", badHost()
	}
	return address.String(), nil
}

// names turns names of hosts into ASCII. Underscores are usual in networks of
// containers.
var names = idna.New(idna.MapForLookup(), idna.BidiRule(), idna.VerifyDNSLength(true), idna.StrictDomainName(false))

// parseHost reads a name, or an address of IPv4.
func parseHost(host string) (string, *refusal) {
	bare, dot := strings.CutSuffix(host, ".")
	ascii, err := names.ToASCII(bare)
	if err != nil || ascii == "" || strings.ContainsFunc(ascii, notInHost) {
		return "", badHost()
	}
	if dot {
		return "", refused() // another spelling of the same host
	}
	if last := ascii[strings.LastIndexByte(ascii, '.')+1:]; isNumber(last) {
		address, err := netip.ParseAddr(ascii)
		if err != nil {
			return "", refused() // what some resolvers take for an address
		}
		return address.String(), nil
	}
	return ascii, nil
}

func notInHost(r rune) bool {
	return (r < 'a' || r > 'z') && (r < '0' || r > '9') && !strings.ContainsRune("-._", r)
}

// isNumber reports whether a label is a number in any notation of C.
func isNumber(label string) bool {
	digits, hex := strings.CutPrefix(label, "0x")
	return strings.Trim(digits, "0123456789") == "" || hex && strings.Trim(digits, "0123456789abcdef") == ""
}

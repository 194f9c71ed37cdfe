package snippet

import "strings"

const hexDigits = "0123456789ABCDEF"

// encode encodes text for an address: all bytes but the unreserved ones of RFC
// 3986 and those in keep.
func encode(text, keep string) string {
	var b strings.Builder
	for i := range len(text) {
		if c := text[i]; unreserved(c) || strings.IndexByte(keep, c) >= 0 {
			b.WriteByte(c)
		} else {
			b.WriteByte('%')
			b.WriteByte(hexDigits[c>>4])
			b.WriteByte(hexDigits[c&15])
		}
	}
	return b.String()
}

// mend encodes what must not stand in an address, and leaves what is encoded
// already and the bytes in keep.
func mend(text, keep string) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '%' && i+2 < len(text) && isHex(text[i+1]) && isHex(text[i+2]) {
			b.WriteString(text[i : i+3])
			i += 2
			continue
		}
		b.WriteString(encode(text[i:i+1], keep))
	}
	return b.String()
}

func unreserved(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || strings.IndexByte("-._~", c) >= 0
}

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'
}

// What may stand in parts of an address as it is.
const (
	inPath     = "/!$&'()*+,;=:@"
	inQuery    = "/?!$&'()*+,;=:@"
	inServer   = "/?!$&'()*+,;=:@[]"
	allowedRaw = "/?!$'()*,;:@" // of allowReserved, without what ends a value or a query
)

// formEncode encodes text for a body of application/x-www-form-urlencoded.
func formEncode(text string) string {
	return strings.ReplaceAll(encode(text, " *"), " ", "+")
}

// header makes one line of a value.
func header(text string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, text))
}

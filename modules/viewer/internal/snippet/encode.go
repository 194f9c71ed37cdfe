package snippet

import "strings"

const hexDigits = "0123456789ABCDEF"

// encode encodes text for an address: all bytes but the unreserved ones of RFC
// 3986 and those in keep.
func encode(text, keep string) string {
	return encoded(text, keep, false)
}

// mend encodes what must not stand in an address, and leaves what is encoded
// already and the bytes in keep.
func mend(text, keep string) string {
	return encoded(text, keep, true)
}

// encoded encodes text. Most texts stay as they are.
func encoded(text, keep string, mending bool) string {
	stays := func(i int) bool {
		c := text[i]
		return unreserved(c) || strings.IndexByte(keep, c) >= 0 ||
			mending && c == '%' && i+2 < len(text) && isHex(text[i+1]) && isHex(text[i+2])
	}
	first := 0
	for first < len(text) && stays(first) {
		first++
	}
	if first == len(text) {
		return text
	}
	b := append(make([]byte, 0, len(text)+16), text[:first]...)
	for i := first; i < len(text); i++ {
		if c := text[i]; stays(i) {
			b = append(b, c)
		} else {
			b = append(b, '%', hexDigits[c>>4], hexDigits[c&15])
		}
	}
	return string(b)
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

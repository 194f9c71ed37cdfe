package format

import (
	"net/netip"
	"strings"
)

// What a character may be part of.
const (
	inLabel = 1 << iota // of a host name
	inAtom              // of an e-mail address (RFC 5322, section 3.2.3)
)

// classes says it of each byte.
var classes = func() (all [256]byte) {
	for c := range 128 {
		b := byte(c)
		word := isLetter(b) || isDigit(b)
		if word || b == '-' {
			all[c] |= inLabel
		}
		if word || strings.IndexByte("!#$%&'*+-/=?^_`{|}~", b) >= 0 {
			all[c] |= inAtom
		}
	}
	return all
}()

func isDigit(c byte) bool  { return '0' <= c && c <= '9' }
func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
func isHex(c byte) bool    { return isDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'f' }

// isHostname checks RFC 1123, section 2.1: labels of letters, digits and inner
// hyphens, up to 63 bytes each and 253 together.
func isHostname(s string) bool {
	if len(s) > 253 {
		return false
	}
	start := 0 // of the label
	for i := range len(s) {
		if s[i] == '.' {
			if !isLabel(s[start:i]) {
				return false
			}
			start = i + 1
		} else if classes[s[i]]&inLabel == 0 {
			return false
		}
	}
	return isLabel(s[start:])
}

// isLabel checks all of a label but the characters.
func isLabel(s string) bool {
	return s != "" && len(s) <= 63 && s[0] != '-' && s[len(s)-1] != '-'
}

func isIPv4(s string) bool {
	a, err := netip.ParseAddr(s)
	return err == nil && a.Is4()
}

// isIPv6 knows no zones, which RFC 4291 does not have.
func isIPv6(s string) bool {
	if strings.IndexByte(s, ':') < 0 || strings.IndexByte(s, '%') >= 0 {
		return false
	}
	_, err := netip.ParseAddr(s)
	return err == nil
}

// isEmail checks a Mailbox of RFC 5321, section 4.1.2, without comments: a
// local part of up to 64 bytes, a domain or an address in brackets, 254 bytes
// together (RFC 3696, erratum 1690).
func isEmail(s string) bool {
	at := strings.LastIndexByte(s, '@')
	if at < 1 || at > 64 || len(s) > 254 {
		return false
	}
	local, domain := s[:at], s[at+1:]
	if literal, ok := strings.CutPrefix(domain, "["); ok {
		return isLocalPart(local) && isAddressLiteral(literal)
	}
	return isLocalPart(local) && isHostname(domain)
}

func isAddressLiteral(s string) bool {
	s, closed := strings.CutSuffix(s, "]")
	if v6, ok := strings.CutPrefix(s, "IPv6:"); ok {
		return closed && isIPv6(v6)
	}
	return closed && isIPv4(s)
}

func isLocalPart(s string) bool {
	if s[0] == '"' {
		return isQuotedString(s)
	}
	dot := true // before the first atom, as behind a dot
	for i := range len(s) {
		switch {
		case classes[s[i]]&inAtom != 0:
			dot = false
		case s[i] != '.' || dot:
			return false
		default:
			dot = true
		}
	}
	return !dot
}

func isQuotedString(s string) bool {
	if len(s) < 2 || s[len(s)-1] != '"' {
		return false
	}
	s = s[1 : len(s)-1]
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' {
			i++
			if i == len(s) {
				return false
			}
		} else if s[i] == '"' {
			return false
		}
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

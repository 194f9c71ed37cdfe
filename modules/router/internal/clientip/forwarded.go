package clientip

import (
	"net/netip"
	"strings"
)

// lastListed cuts the last entry off a list.
func lastListed(list string) (rest, entry string, more bool) {
	i := strings.LastIndexByte(list, ',')
	if i < 0 {
		return "", list, false
	}
	return list[:i], list[i+1:], true
}

// address reads an address as proxies write it: with or without a port, spaces
// around it and, if it is of IPv6, brackets.
func address(s string) (netip.Addr, bool) {
	s = strings.Trim(s, " \t")
	if a, err := netip.ParseAddr(s); err == nil {
		return plain(a), true
	}
	if a, err := netip.ParseAddrPort(s); err == nil {
		return plain(a.Addr()), true
	}
	inner, open := strings.CutPrefix(s, "[")
	inner, shut := strings.CutSuffix(inner, "]")
	a, err := netip.ParseAddr(inner)
	if !open || !shut || err != nil || !a.Is6() {
		return netip.Addr{}, false
	}
	return plain(a), true
}

func plain(a netip.Addr) netip.Addr { return a.Unmap().WithZone("") }

// lastElement cuts the last element off a Forwarded header (RFC 7239, section
// 4). It reads from the end, so that a quotation mark that a client leaves open
// cannot swallow what a proxy has appended.
func lastElement(list string) (rest, element string, more bool) {
	quoted := false
	for i := len(list) - 1; i >= 0; i-- {
		switch {
		case list[i] == '"' && !(quoted && escaped(list, i)):
			quoted = !quoted
		case list[i] == ',' && !quoted:
			return list[:i], list[i+1:], true
		}
	}
	return "", list, false
}

// escaped reports whether an odd number of backslashes is before s[i].
func escaped(s string, i int) bool {
	before := s[:i]
	return (len(before)-len(strings.TrimRight(before, `\`)))%2 == 1
}

// forwardedFor returns the address of the parameter "for" of an element, which
// has exactly one.
func forwardedFor(element string) (netip.Addr, bool) {
	var found netip.Addr
	for element != "" {
		name, value, rest, ok := nextPair(element)
		if !ok {
			return netip.Addr{}, false
		}
		element = rest
		if !strings.EqualFold(name, "for") {
			continue
		}
		a, ok := address(value)
		if !ok || found.IsValid() {
			return netip.Addr{}, false
		}
		found = a
	}
	return found, found.IsValid()
}

// nextPair cuts the first name and value off an element. Quotation marks and
// escapes are resolved.
func nextPair(element string) (name, value, rest string, ok bool) {
	name, rest, ok = strings.Cut(element, "=")
	if !ok {
		return "", "", "", strings.Trim(element, " \t") == ""
	}
	name = strings.Trim(name, " \t")
	if !strings.HasPrefix(rest, `"`) {
		value, rest, _ = strings.Cut(rest, ";")
		return name, strings.Trim(value, " \t"), rest, !strings.Contains(value, `"`)
	}
	if value, rest, ok = unquote(rest[1:]); !ok {
		return "", "", "", false
	}
	rest = strings.TrimLeft(rest, " \t")
	after, separated := strings.CutPrefix(rest, ";")
	return name, value, after, separated || rest == ""
}

// unquote reads a quoted string behind its first quotation mark.
func unquote(s string) (value, rest string, ok bool) {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '"':
			return b.String(), s[i+1:], true
		case s[i] == '\\' && i+1 < len(s):
			i++
		}
		b.WriteByte(s[i])
	}
	return "", "", false
}

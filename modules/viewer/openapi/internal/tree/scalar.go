package tree

import (
	"encoding/json"
	"math/big"
	"slices"
	"strings"
	"unicode/utf8"
)

// resolvePlain says what a scalar without quotes stands for by the core schema of
// YAML 1.2 (section 10.3.2), of which JSON is a part: yes, no, 2024-01-31 and
// 1_000 are text. Infinities and NaN are text too, because JSON cannot write
// them.
func resolvePlain(s string) kind {
	switch s {
	case "", "~", "null", "Null", "NULL":
		return null
	case "true", "True", "TRUE", "false", "False", "FALSE":
		return boolean
	}
	if c := s[0]; !isDigit(c) && c != '-' && c != '+' && c != '.' {
		return text
	}
	if numberText(s) != "" {
		return number
	}
	return text
}

// numberText returns the number that s is in YAML as JSON writes it, with the
// same digits where both agree; the empty string when s is no number.
func numberText(s string) string {
	if numberLength(s) == len(s) {
		return s
	}
	if digits, ok := strings.CutPrefix(s, "0x"); ok {
		return baseText(digits, 16)
	}
	if digits, ok := strings.CutPrefix(s, "0o"); ok {
		return baseText(digits, 8)
	}
	return decimalText(s)
}

func baseText(digits string, base int) string {
	if digits == "" || digits[0] == '-' || digits[0] == '+' || strings.Contains(digits, "_") {
		return ""
	}
	v, ok := new(big.Int).SetString(digits, base)
	if !ok {
		return ""
	}
	return v.String()
}

// decimalText turns what YAML allows beyond JSON into it: a plus sign, leading
// zeros, and a point without digits on one side.
func decimalText(s string) string {
	sign := ""
	if s[0] == '-' || s[0] == '+' {
		sign = strings.TrimPrefix(s[:1], "+")
		s = s[1:]
	}
	whole := s[:skipDigits(s, 0)]
	rest := s[len(whole):]
	fraction := ""
	if strings.HasPrefix(rest, ".") {
		fraction = rest[1:skipDigits(rest, 1)]
		rest = rest[1+len(fraction):]
	}
	if whole == "" && fraction == "" {
		return ""
	}
	if whole = strings.TrimLeft(whole, "0"); whole == "" {
		whole = "0"
	}
	if fraction != "" {
		whole += "." + fraction
	}
	candidate := sign + whole + rest
	if numberLength(candidate) != len(candidate) {
		return ""
	}
	return candidate
}

// JSON writes a value as JSON, with the names in their order and numbers as
// they are spelled. It is nil for nil. The tree must hold no aliases.
func JSON(n *Node) json.RawMessage {
	if n == nil {
		return nil
	}
	return appendJSON(nil, n)
}

func appendJSON(b []byte, n *Node) []byte {
	switch n.kind() {
	case object:
		return appendObject(b, n)
	case list:
		b = append(b, '[')
		for i, item := range n.Content() {
			if i > 0 {
				b = append(b, ',')
			}
			b = appendJSON(b, item)
		}
		return append(b, ']')
	}
	return appendScalar(b, n)
}

func appendObject(b []byte, n *Node) []byte {
	b = append(b, '{')
	for i := 0; i+1 < len(n.Content()); i += 2 {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendString(b, n.Content()[i].Value)
		b = append(b, ':')
		b = appendJSON(b, n.Content()[i+1])
	}
	return append(b, '}')
}

func appendScalar(b []byte, n *Node) []byte {
	switch n.kind() {
	case null:
		return append(b, "null"...)
	case boolean:
		return append(b, strings.ToLower(n.Value)...)
	case number:
		return append(b, numberText(n.Value)...)
	}
	return appendString(b, n.Value)
}

// appendString writes a JSON string with as few escapes as possible.
func appendString(b []byte, s string) []byte {
	const hex = "0123456789abcdef"
	b = append(slices.Grow(b, len(s)+2), '"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b = append(b, '\\', byte(r))
		case r == '\n':
			b = append(b, '\\', 'n')
		case r == '\t':
			b = append(b, '\\', 't')
		case r < ' ':
			b = append(b, '\\', 'u', '0', '0', hex[r>>4], hex[r&15])
		default:
			b = utf8.AppendRune(b, r)
		}
	}
	return append(b, '"')
}

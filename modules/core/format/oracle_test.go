package format_test

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
)

// grammars are formats as the ABNF of their RFC says them, without addresses in brackets.
var grammars = func() map[string]*regexp.Regexp {
	const (
		pchar    = `(?:[A-Za-z0-9._~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2})`
		noColon  = `(?:[A-Za-z0-9._~!$&'()*+,;=@-]|%[0-9A-Fa-f]{2})`
		text     = `(?:[A-Za-z0-9._~!$&'()*+,;=-]|%[0-9A-Fa-f]{2})` // of userinfo and reg-name
		empties  = `(?:/` + pchar + `*)*`                           // path-abempty
		absolute = `/(?:` + pchar + `+` + empties + `)?`
		rootless = pchar + `+` + empties
		noScheme = noColon + `+` + empties
		net      = `//(?:(?:` + text + `|:)*@)?` + text + `*(?::[0-9]*)?` + empties
		behind   = `(?:\?(?:` + pchar + `|[/?])*)?(?:#(?:` + pchar + `|[/?])*)?`

		uri       = `[A-Za-z][A-Za-z0-9+.-]*:(?:` + net + `|` + absolute + `|` + rootless + `|)` + behind
		reference = `(?:` + net + `|` + absolute + `|` + noScheme + `|)` + behind

		seconds = `[0-9]+S`
		minutes = `[0-9]+M(?:` + seconds + `)?`
		hours   = `[0-9]+H(?:` + minutes + `)?`
		clock   = `T(?:` + hours + `|` + minutes + `|` + seconds + `)`
		days    = `[0-9]+D`
		months  = `[0-9]+M(?:` + days + `)?`
		years   = `[0-9]+Y(?:` + months + `)?`
		octet   = `(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])`
		ipv4    = octet + `(?:\.` + octet + `){3}`
		h16     = `[0-9A-Fa-f]{1,4}`
		ls32    = `(?:` + h16 + `:` + h16 + `|` + ipv4 + `)`
		ipv6    = `(?:` + h16 + `:){6}` + ls32 +
			`|::(?:` + h16 + `:){5}` + ls32 +
			`|(?:` + h16 + `)?::(?:` + h16 + `:){4}` + ls32 +
			`|(?:(?:` + h16 + `:){0,1}` + h16 + `)?::(?:` + h16 + `:){3}` + ls32 +
			`|(?:(?:` + h16 + `:){0,2}` + h16 + `)?::(?:` + h16 + `:){2}` + ls32 +
			`|(?:(?:` + h16 + `:){0,3}` + h16 + `)?::` + h16 + `:` + ls32 +
			`|(?:(?:` + h16 + `:){0,4}` + h16 + `)?::` + ls32 +
			`|(?:(?:` + h16 + `:){0,5}` + h16 + `)?::` + h16 +
			`|(?:(?:` + h16 + `:){0,6}` + h16 + `)?::`

		label    = `[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?`
		hostname = label + `(?:\.` + label + `)*`
		atom     = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
		quoted   = `"(?:[ !#-\[\]-~]|\\[ -~])*"`
		email    = `(?:` + atom + `(?:\.` + atom + `)*|` + quoted + `)@(?:` + hostname + `|\[` + ipv4 + `\])`

		offset = `(?:[Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])`
		timed  = `(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\.[0-9]+)?` + offset

		date = `(?:` + days + `|` + months + `|` + years + `)(?:` + clock + `)?`
	)
	all := map[string]*regexp.Regexp{}
	for name, grammar := range map[string]string{
		"uri":           uri,
		"uri-reference": uri + `|` + reference,
		"duration":      `P(?:` + date + `|` + clock + `|[0-9]+W)`,
		"json-pointer":  `(?:/(?:[^/~]|~[01])*)*`,
		"ipv4":          ipv4,
		"ipv6":          ipv6,
		"hostname":      hostname,
		"email":         email,
		"time":          timed,
		"uuid":          `[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}`,
	} {
		all[name] = regexp.MustCompile(`\A(?:` + grammar + `)\z`)
	}
	return all
}()

// TestFormatsAreTheirGrammars holds texts of few characters against the grammars.
func TestFormatsAreTheirGrammars(t *testing.T) {
	words := map[string][]string{
		"uri":           {"a", "A", "1", ":", "/", "//", "?", "#", "@", "%41", "%4", "%", "[", "-", "+", ".", "..", "~", " ", "\\", "é", "99999999999999999999"},
		"uri-reference": {"a", "A", "1", ":", "/", "//", "?", "#", "@", "%41", "%4", "%", "]", "-", "+", ".", "..", "~", " ", "\\", "é", "99999999999999999999"},
		"duration":      {"P", "PT", "T", "1Y", "2M", "34D", "5H", "M", "6S", "7W", "-", ".5", "p", " "},
		"json-pointer":  {"/", "~", "~0", "~1", "~2", "a", "é", "\n", "#", ""},
		"ipv4":          {"1", "0", "00", "255", "256", ".", "1.2", "x", " "},
		"ipv6":          {":", "::", "0:", "0", "ffff", "00000", "g", "1.2.3.4", "1.2.3.04", "%eth0", "1:2:3:4"},
		"hostname":      {"a", "A", "1", "-", ".", "_", "é", strings.Repeat("b", 62), strings.Repeat("c", 30)},
		"email":         {"a", "1", "@", ".", "-", `"`, `\\`, " ", "b.c", "@b", "a@", `"a"@`, "[1.2.3.4]", "[", "]", "!#$%&'*+/=?^_`{|}~", "(", "\x00", "é"},
		"time":          {"00", "23", "24", "59", "9", ":", ".", "Z", "z", "+", "-", "12:34:56", "01:02:03.4", "+01:00"},
		"uuid":          {"f81d4fae", "-", "7dec", "g", "00a0c91e6bf6", "F81D4FAE"},
	}
	random := rand.New(rand.NewPCG(1, 2))
	for name, grammar := range grammars {
		valids := 0
		for range 15_000 {
			var b strings.Builder
			for range random.IntN(10) {
				b.WriteString(words[name][random.IntN(len(words[name]))])
			}
			s := b.String()
			want := grammar.MatchString(s)
			if want {
				valids++
			}
			if valid(name, s) != want {
				t.Fatalf("%s: %q is taken: %t, by the grammar: %t", name, s, !want, want)
			}
		}
		if valids < 10 && name != "uuid" {
			t.Errorf("%s: only %d texts were valid", name, valids)
		}
	}
}

package constraint_test

import (
	"net/mail"
	"net/url"
	"reflect"
	"strings"
	"testing"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/router/internal/constraint"
)

// valid says whether s has a format.
func valid(format, s string) bool {
	set, _ := constraint.Parse(reflect.StructField{Name: "V", Type: reflect.TypeFor[string](), Tag: reflect.StructTag(`format:"` + format + `"`)})
	return len(set.Check(nil, reflect.ValueOf(s))) == 0
}

var _ = DescribeTable("The formats",
	func(format string, good, bad []string) {
		for _, s := range good {
			Expect(valid(format, s)).To(BeTrue(), "%q is refused", s)
		}
		for _, s := range bad {
			Expect(valid(format, s)).To(BeFalse(), "%q is accepted", s)
		}
	},
	Entry("email", "email",
		[]string{
			"a@b", "ida.rhode+x@mail.example.org", "!#$%&'*+-/=?^_`{|}~@x.org", `"a b\"@"@x.org`, "a@[10.0.0.1]", "a@[IPv6:::1]",
			strings.Repeat("a", 64) + "@x.org", "a@xn--bcher-kva.example", "1@2.3",
		},
		[]string{
			"", "a", "@x.org", "a@", "a@@x.org", ".a@x.org", "a.@x.org", "a..b@x.org", "a b@x.org", "a@x..org", "a@-x.org", "a@x-.org", "a@.x.org",
			"a@x.org.", `"a@x.org`, `"a"b"@x.org`, `"a\"@x.org`, "a@[10.0.0.256]", "a@[10.0.0.1", "a@[::1]", "a(c)@x.org", "ä@x.org", "a@ä.org", "a@x_y.org",
			"Ida <a@x.org>", "a@x.org\n", "\"a\x00\"@x.org", strings.Repeat("a", 65) + "@x.org",
			strings.Repeat("a", 60) + "@" + strings.Repeat("b.", 97) + "c", "a@" + strings.Repeat("b", 64) + ".org",
		}),
	Entry("uuid", "uuid",
		[]string{"f81d4fae-7dec-11d0-a765-00a0c91e6bf6", "F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6", "00000000-0000-0000-0000-000000000000"},
		[]string{"", "f81d4fae7dec11d0a76500a0c91e6bf6", "f81d4fae-7dec-11d0-a765-00a0c91e6bfg", "{f81d4fae-7dec-11d0-a765-00a0c91e6bf}", "f81d4fae-7dec-11d0-a76500-a0c91e6bf6"}),
	Entry("date", "date",
		[]string{"2024-02-29", "0000-01-01", "9999-12-31", "2000-02-29"},
		[]string{"", "2023-02-29", "1900-02-29", "2024-13-01", "2024-00-01", "2024-04-31", "2024-1-01", "24-01-01", "2024/01/01", "2024-01-01Z", "+024-01-01"}),
	Entry("time", "time",
		[]string{"00:00:00Z", "23:59:59.999z", "12:00:00+05:30", "23:59:60Z", "15:59:60-08:00", "01:29:60+01:30"},
		[]string{"", "24:00:00Z", "12:60:00Z", "12:00:00", "12:00:61Z", "12:00:60Z", "23:59:60+01:00", "12:00:00.Z", "12:00:00+24:00", "12:00:00+0530", "1:00:00Z", "12:00Z"}),
	Entry("date-time", "date-time",
		[]string{"2006-01-02T15:04:05Z", "2006-01-02t15:04:05.1+00:00", "2016-12-31T23:59:60Z"},
		[]string{"", "2006-01-02", "2006-01-02 15:04:05Z", "2006-01-02T", "2006-02-30T15:04:05Z", "2006-01-02T15:04:05"}),
	Entry("duration", "duration",
		[]string{"P1Y2M3DT4H5M6S", "PT0S", "P2W", "P1M", "PT1M", "P1YT1H", "PT36H", "P1DT12H"},
		[]string{"", "P", "PT", "1D", "P1", "P1S", "PT1D", "P1Y2D", "PT1H2S", "P2M1Y", "P1W1D", "P1DT", "P-1D", "P1.5D", "P1YT2W", "p1d"}),
	Entry("uri", "uri",
		[]string{"https://x.org/a?b=c#d", "urn:isbn:123", "mailto:a@x.org", "http://u:p@[::1]:80/%20", "file:///etc", "x:", "http://x.org:/"},
		[]string{"", "/a", "//x.org", "1x:a", ":a", "http://x.org/a b", "http://x.org/%2", "http://x.org/ä", "http://x.org/<a>", "http://x.org:8a/", "http://[::1", "http://[x]/", "http://a@b@c/", "x:#a#b", "http://x.org/[a]"}),
	Entry("uri-reference", "uri-reference",
		[]string{"", "a", "/a/b:c", "//x.org/a", "?a=b", "#a", "../a", "https://x.org", "a/b:c", "%41", "//a%77b"},
		[]string{"1:a", "a b", "%zz", "a\\b", "#a#b", "//x.org:a", "ä"}),
	Entry("hostname", "hostname",
		[]string{"localhost", "a.b-c.d", "1.2", "xn--bcher-kva.example", strings.Repeat("a", 63) + ".org"},
		[]string{"", ".", "a.", ".a", "a..b", "-a", "a-", "a_b", "ä", strings.Repeat("a", 64), strings.Repeat("a.", 127) + "a"}),
	Entry("ipv4", "ipv4", []string{"0.0.0.0", "255.255.255.255"}, []string{"", "1.2.3", "256.0.0.0", "01.2.3.4", "::1", "1.2.3.4/8"}),
	Entry("ipv6", "ipv6", []string{"::", "::1", "2001:db8::8:800:200c:417a", "::ffff:1.2.3.4"}, []string{"", "1.2.3.4", ":::", "fe80::1%eth0", "12345::", "[::1]"}),
	Entry("an unknown one", "colour", []string{"", "anything"}, nil),
)

// FuzzFormat checks the formats against parsers of the standard library that
// accept more: what has the format, they can read.
func FuzzFormat(f *testing.F) {
	for _, s := range []string{"a@b", `"a b"@x.org`, "a@[10.0.0.1]", "2024-02-29T15:04:05Z", "23:59:60Z", "https://u@x.org:8/a?b#c", "//x/a:b", "P1DT2H", "::1", "%41"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if valid("email", s) && !strings.Contains(s, "[") && !strings.HasPrefix(s, `""@`) { // both of RFC 5321, unknown to net/mail
			if _, err := mail.ParseAddress(s); err != nil {
				t.Errorf("email %q: %v", s, err)
			}
		}
		if _, err := time.Parse(time.DateOnly, s); valid("date", s) != (err == nil) {
			t.Errorf("date %q: %v", s, err)
		}
		if upper := strings.ToUpper(s); valid("date-time", s) && !strings.Contains(s, ":60") {
			if _, err := time.Parse(time.RFC3339Nano, upper); err != nil {
				t.Errorf("date-time %q: %v", s, err)
			}
		}
		if valid("uri-reference", s) && !strings.Contains(s, "%") { // net/url takes no encoded ASCII in a host, RFC 3986 does
			if _, err := url.Parse(s); err != nil {
				t.Errorf("uri-reference %q: %v", s, err)
			}
		}
		if valid("uri", s) && !valid("uri-reference", s) {
			t.Errorf("%q is a URI, but no reference", s)
		}
		valid("duration", s)
		valid("hostname", s)
	})
}

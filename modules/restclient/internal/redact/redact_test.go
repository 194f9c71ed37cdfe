package redact_test

import (
	"errors"
	"fmt"
	"net/url"
	"strings"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/redact"
)

var _ = DescribeTable("URL (CF18)",
	func(raw, want string) { Expect(redact.URL(raw)).To(Equal(want)) },
	Entry("keeps what is no secret, as it is written", "https://api.test/a%2Fb?b=2&a=1&c", "https://api.test/a%2Fb?b=2&a=1&c"),
	Entry("removes user info", "https://u:p@api.test/", "https://REDACTED@api.test/"),
	Entry("removes the fragment", "https://api.test/x#access_token=s", "https://api.test/x"),
	Entry("removes secret values", "https://api.test/?access_token=s&page=2", "https://api.test/?access_token=REDACTED&page=2"),
	Entry("sees through escapes and case", "https://api.test/?%41piKey=s", "https://api.test/?%41piKey=REDACTED"),
	Entry("takes a name that cannot be read for a secret", "https://api.test/?%zz=s", "https://api.test/?%zz=REDACTED"),
	Entry("shows nothing of what is no URL", "https://api.test/%zz?token=s", "REDACTED"),
)

var _ = DescribeTable("Cause (CF18)",
	func(err error, want string) { Expect(redact.Cause(err)).To(Equal(want)) },
	Entry("of no error", nil, "unknown cause"),
	Entry("leaves the URL of the request out", &url.Error{Op: "Get", URL: "http://x/?token=s", Err: errors.New("refused")}, "refused"),
	Entry("redacts URLs in the text", fmt.Errorf("proxy: %w", &url.Error{Op: "Get", URL: "http://x/?token=s", Err: errors.New("no")}), `proxy: Get "http://x/?token=REDACTED": no`),
)

var _ = DescribeTable("Text",
	func(text, want string) { Expect(redact.Text(text)).To(Equal(want)) },
	Entry("keeps what is no URL", "token=s", "token=s"),
	Entry("redacts each URL", "see http://x/?token=s, or https://u:p@y/z.", "see http://x/?token=REDACTED or https://REDACTED@y/z."),
)

var _ = DescribeTable("HTML",
	func(page, want string) { Expect(redact.HTML([]byte(page))).To(Equal(want)) },
	Entry("is nothing for nothing", "", ""),
	Entry("is the title", "<title>Sign\nin</title><p>Name", "Sign in"),
	Entry("is the text where the title is empty", "<header>a</header><title></title><p>b &lt; c", "a b < c"),
	Entry("leaves words apart that tags divide", "<td>a</td><td>b</td>", "a b"),
	Entry("keeps long words", "<p>Incomprehensibilities", "Incomprehensibilities"),
	Entry("has no secret members", `<pre>{"api_key": "s3cret", "id": 7}`, `{"api_key": "REDACTED "id": 7}`),
	Entry("ends with a script that has no end", "<p>a<script>s3cret", "a"),
	Entry("is valid UTF-8", "<p>a\xffb", "a b"),
)

var _ = DescribeTable("Member",
	func(name string, secret bool) { Expect(redact.Member(name)).To(Equal(secret)) },
	Entry("finds secrets however they are written", "API-Key", true),
	Entry("finds them in longer names", "access_token", true),
	Entry("leaves data alone", "postalCode", false),
	Entry("leaves keys of entities alone", "key", false),
)

func FuzzURL(f *testing.F) {
	f.Add("https", "api.test", "/p", "access_token", "s3cret")
	f.Fuzz(func(t *testing.T, scheme, host, path, name, secret string) {
		if len(secret) < 6 || strings.Contains(scheme+host+path+name+redact.Mark, secret) || strings.ContainsAny(secret, "&#%+;") {
			return
		}
		raw := scheme + "://" + host + path + "?token" + url.QueryEscape(name) + "=" + secret
		if strings.ContainsAny(host+path, "?#") {
			return
		}
		if got := redact.URL(raw); strings.Contains(got, secret) {
			t.Errorf("%q shows the secret: %q", raw, got)
		}
	})
}

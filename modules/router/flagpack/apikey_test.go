package flagpack_test

import (
	"net/http"
	"net/url"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/router"
	"github.com/trefoil-go/trefoil/modules/router/flagpack"
)

var _ = Describe("APIKey", func() {
	onEngines("finds a key", func(engine func() router.Engine) {
		// ask sends keys to a route that wants one at a place.
		ask := func(in apidoc.Place, keys ...string) (status int, body string) {
			f := guarded(engine(), func(user *router.Key[string]) router.Pack {
				return flagpack.APIKey("AUTH", user, in, "x-key", byToken)
			})
			target, headers := "/me", []string{}
			switch in {
			case apidoc.InQuery:
				target += "?" + url.Values{"x-key": keys}.Encode()
			case apidoc.InHeader:
				for _, key := range keys {
					headers = append(headers, "X-Key", key)
				}
			case apidoc.InCookie:
				for _, key := range keys {
					headers = append(headers, "Cookie", "other=1; x-key="+key)
				}
			}
			w := f.get(target, headers...)
			if w.Code == http.StatusUnauthorized {
				Expect(w.Header().Values(challengeHeader)).To(Equal([]string{`ApiKey realm="API"`}))
			}
			return w.Code, w.Body.String()
		}

		for _, in := range []apidoc.Place{apidoc.InHeader, apidoc.InQuery, apidoc.InCookie} {
			DescribeTable("in the "+string(in), func(status int, part string, keys ...string) {
				got, body := ask(in, keys...)

				Expect(got).To(Equal(status), body)
				Expect(body).To(ContainSubstring(part))
			},
				Entry("and lets it in", 200, idaBody, "t0ken"),
				Entry("unless it is missing", 401, "credentials are missing"),
				Entry("unless it is empty", 401, "the credentials are empty", ""),
				Entry("unless it is wrong", 401, "the credentials are wrong", "t1ken"),
				Entry("unless it is too long", 400, "longer than 4096 bytes", strings.Repeat("x", 4097)),
				Entry("unless verify forbids it", 403, "banned", "banned.x"),
			)
		}

		DescribeTable("where it is sent twice", func(in apidoc.Place, status int, part string) {
			got, body := ask(in, "t0ken", "t1ken")

			Expect(got).To(Equal(status), body)
			Expect(body).To(ContainSubstring(part))
		},
			Entry("in headers in none", apidoc.InHeader, 400, "more than once"),
			Entry("in the query in none", apidoc.InQuery, 400, "more than once"),
			Entry("in cookies in the first", apidoc.InCookie, 200, idaBody),
		)

		It("unless it is no text", func() {
			status, body := ask(apidoc.InQuery, "a\x00b")

			Expect(status).To(Equal(http.StatusUnauthorized))
			Expect(body).To(ContainSubstring("malformed"))
		})
	})
})

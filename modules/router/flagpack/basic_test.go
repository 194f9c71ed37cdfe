package flagpack_test

import (
	"net/http"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"github.com/onsi/gomega/types"

	"github.com/trefoil-go/trefoil/modules/router"
	"github.com/trefoil-go/trefoil/modules/router/flagpack"
	"github.com/trefoil-go/trefoil/modules/router/muxrouter"
)

const basicChallenge = `Basic realm="API", charset="UTF-8"`

var _ = Describe("Basic", func() {
	onEngines("answers", func(engine func() router.Engine) {
		var f *fixture

		BeforeEach(func() {
			f = guarded(engine(), func(user *router.Key[string]) router.Pack { return flagpack.Basic("AUTH", user, login) })
		})

		DescribeTable("lets in", func(header, body string) {
			w := f.get("/me", "Authorization", header)

			Expect(w.Code).To(Equal(http.StatusOK), w.Body.String())
			Expect(w.Body.String()).To(Equal(body))
		},
			Entry("name and password", basicOf("Ida:geheim"), idaBody),
			Entry("a scheme in any case", "bAsIC "+basicOf("Ida:geheim")[6:], idaBody),
			Entry("several spaces and space around", "  Basic   "+basicOf("Ida:geheim")[6:]+"\t", idaBody),
			Entry("an empty password, which verify wants so", basicOf("blank:"), `{"known":true,"name":"blank"}`),
		)

		DescribeTable("asks for others than", func(detail string, headers ...string) {
			w := f.get("/me", headers...)

			expectProblem(w, http.StatusUnauthorized, detail)
			Expect(w.Header().Values(challengeHeader)).To(Equal([]string{basicChallenge}))
		},
			Entry("none", "credentials are missing"),
			Entry("another scheme", "credentials are missing", "Authorization", "Bearer t0ken"),
			Entry("a scheme that folds to this one in Unicode only", "credentials are missing", "Authorization", "Ba\u017fic "+basicOf("Ida:geheim")[6:]),
			Entry("a scheme that begins like this one", "credentials are missing", "Authorization", "Basics "+basicOf("Ida:geheim")[6:]),
			Entry("an empty header", "the credentials are empty", "Authorization", ""),
			Entry("a header of a space", "the credentials are empty", "Authorization", " "),
			Entry("a scheme alone", "the credentials are empty", "Authorization", "Basic"),
			Entry("a scheme and a space", "the credentials are empty", "Authorization", "Basic "),
			Entry("no base64", "the credentials are malformed", "Authorization", "Basic %%%"),
			Entry("base64 without its padding", "the credentials are malformed", "Authorization", strings.TrimRight(basicOf("Ida:geh"), "=")),
			Entry("base64 with bits behind its end", "the credentials are malformed", "Authorization", "Basic SWRhOmdlaGVpbR=="),
			Entry("base64 with line breaks", "the credentials are malformed", "Authorization", "Basic SWRh\r\nOmdlaGVpbQ=="),
			Entry("no colon", "the credentials are malformed", "Authorization", basicOf("Ida")),
			Entry("no name", "the credentials are malformed", "Authorization", basicOf(":geheim")),
			Entry("no UTF-8", "the credentials are malformed", "Authorization", basicOf("Ida:\xff")),
			Entry("a NUL byte", "the credentials are malformed", "Authorization", basicOf("Ida\x00:geheim")),
			Entry("a wrong name", "the credentials are wrong", "Authorization", basicOf("Eve:geheim")),
			Entry("a wrong password", "the credentials are wrong", "Authorization", basicOf("Ida:geheim2")),
			Entry("a password with a colon, which belongs to it", "the credentials are wrong", "Authorization", basicOf("Ida:geheim:")),
		)

		It("refuses several headers, even equal ones", func() {
			header := basicOf("Ida:geheim")

			w := f.get("/me", "Authorization", header, "Authorization", header)

			expectProblem(w, http.StatusBadRequest, "the credentials are sent more than once")
		})

		It("reads 4 KiB and no more", func() {
			most, more := basicOf("a:"+strings.Repeat("x", 3064)), basicOf("a:"+strings.Repeat("x", 3067))
			Expect([]int{len(most), len(more)}).To(Equal([]int{4094, 4098}))

			expectProblem(f.get("/me", "Authorization", most), http.StatusUnauthorized, "the credentials are wrong")
			expectProblem(f.get("/me", "Authorization", more), http.StatusBadRequest, "the credentials are longer than 4096 bytes")
		})

		It("answers as verify says", func() {
			w := f.get("/me", "Authorization", basicOf("banned:x"))

			expectProblem(w, http.StatusForbidden, "banned")
			Expect(w.Header().Get("X-Until")).To(Equal("May"))
			Expect(w.Header()).NotTo(HaveKey("Www-Authenticate"))
		})

		It("does not make a wrong password of an outage", func() {
			w := f.get("/me", "Authorization", basicOf("outage:x"))

			expectProblem(w, http.StatusInternalServerError, "")
			Expect(w.Header()).NotTo(HaveKey("Www-Authenticate"))
			Expect(f.log.String()).To(ContainSubstring(`level=WARN msg="request failed" status=500 request=id-1 err="flag AUTH: verify the credentials: the database is down"`))
		})

		It("challenges HEAD requests without a body", func() {
			w := f.do(http.MethodHead, "/me")

			Expect(w.Code).To(Equal(http.StatusUnauthorized))
			Expect(w.Header().Get(challengeHeader)).To(Equal(basicChallenge))
			Expect(w.Body.Len()).To(BeZero())
		})
	})

	It("quotes its realm", func() {
		f := guarded(muxrouter.Engine(), func(user *router.Key[string]) router.Pack {
			return flagpack.Basic("AUTH", user, login, flagpack.Realm(`the "zoo" \ API`))
		})

		Expect(f.get("/me").Header().Get(challengeHeader)).To(Equal(`Basic realm="the \"zoo\" \\ API", charset="UTF-8"`))
	})

	Context("that is optional", func() {
		var f *fixture

		BeforeEach(func() {
			f = guarded(muxrouter.Engine(), func(user *router.Key[string]) router.Pack {
				return flagpack.Basic("AUTH", user, login, flagpack.Optional())
			})
		})

		DescribeTable("answers", func(status int, body types.GomegaMatcher, headers ...string) {
			w := f.get("/me", headers...)

			Expect(w.Code).To(Equal(status))
			Expect(w.Body.String()).To(body)
		},
			Entry("nobody", 200, Equal(nobodyBody)),
			Entry("another scheme", 200, Equal(nobodyBody), "Authorization", "Bearer x"),
			Entry("a user", 200, Equal(idaBody), "Authorization", basicOf("Ida:geheim")),
			Entry("wrong credentials", 401, ContainSubstring("wrong"), "Authorization", basicOf("Ida:x")),
			Entry("malformed credentials", 401, ContainSubstring("malformed"), "Authorization", "Basic x"),
			Entry("empty credentials", 401, ContainSubstring("empty"), "Authorization", ""),
			Entry("two headers", 400, ContainSubstring("more than once"), "Authorization", "Bearer x", "Authorization", "Bearer x"),
		)
	})
})

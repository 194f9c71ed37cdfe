package flagpack_test

import (
	"net/http"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/router"
	"github.com/trefoil-go/trefoil/modules/router/flagpack"
)

var _ = Describe("Bearer", func() {
	onEngines("answers", func(engine func() router.Engine) {
		var f *fixture

		BeforeEach(func() {
			f = guarded(engine(), func(user *router.Key[string]) router.Pack {
				return flagpack.Bearer("AUTH", user, byToken, flagpack.Realm("zoo"))
			})
		})

		It("lets a token in", func() {
			Expect(f.get("/me", "Authorization", "bearer t0ken").Body.String()).To(Equal(idaBody))
		})

		DescribeTable("asks for others than", func(detail, challenge string, headers ...string) {
			w := f.get("/me", headers...)

			expectProblem(w, http.StatusUnauthorized, detail)
			Expect(w.Header().Values(challengeHeader)).To(Equal([]string{challenge}))
		},
			Entry("none", "credentials are missing", `Bearer realm="zoo"`),
			Entry("another scheme", "credentials are missing", `Bearer realm="zoo"`, "Authorization", basicOf("Ida:geheim")),
			Entry("a scheme alone", "the credentials are empty", `Bearer realm="zoo"`, "Authorization", "Bearer "),
			Entry("a wrong token", "the credentials are wrong", `Bearer realm="zoo", error="invalid_token"`, "Authorization", "Bearer other"),
			Entry("a token with a space", "the credentials are malformed", `Bearer realm="zoo", error="invalid_token"`, "Authorization", "Bearer t0ken x"),
			Entry("a token with a comma", "the credentials are malformed", `Bearer realm="zoo", error="invalid_token"`, "Authorization", "Bearer t0ken,x"),
			Entry("a token in quotes", "the credentials are malformed", `Bearer realm="zoo", error="invalid_token"`, "Authorization", `Bearer "t0ken"`),
			Entry("padding alone", "the credentials are malformed", `Bearer realm="zoo", error="invalid_token"`, "Authorization", "Bearer =="),
			Entry("padding inside", "the credentials are malformed", `Bearer realm="zoo", error="invalid_token"`, "Authorization", "Bearer a=b"),
			Entry("a letter beyond ASCII", "the credentials are malformed", `Bearer realm="zoo", error="invalid_token"`, "Authorization", "Bearer tökén"),
		)

		It("does not read a token in the address", func() {
			Expect(f.get("/me?access_token=t0ken").Code).To(Equal(http.StatusUnauthorized))
		})

		DescribeTable("refuses", func(detail string, headers ...string) {
			w := f.get("/me", headers...)

			expectProblem(w, http.StatusBadRequest, detail)
			Expect(w.Header().Get(challengeHeader)).To(Equal(`Bearer realm="zoo", error="invalid_request"`))
		},
			Entry("several headers", "the credentials are sent more than once", "Authorization", "Bearer t0ken", "Authorization", "Basic x"),
			Entry("4 KiB and a byte", "the credentials are longer than 4096 bytes", "Authorization", "Bearer "+strings.Repeat("x", 4090)),
		)

		It("takes credentials of the length that MaxCredentials says", func() {
			f := guarded(engine(), func(user *router.Key[string]) router.Pack {
				return flagpack.Bearer("AUTH", user, byToken, flagpack.MaxCredentials(8000))
			})

			Expect(f.get("/me", "Authorization", "Bearer banned."+strings.Repeat("x", 7986)).Code).To(Equal(http.StatusForbidden))
			expectProblem(f.get("/me", "Authorization", "Bearer banned."+strings.Repeat("x", 7987)),
				http.StatusBadRequest, "the credentials are longer than 8000 bytes")
		})

		It("gives verify tokens of all characters there are", func() {
			w := f.get("/me", "Authorization", "Bearer banned.-_~+/09azAZ==")

			expectProblem(w, http.StatusForbidden, "banned")
		})
	})
})

package middleware_test

import (
	"context"
	"net/http"

	"github.com/gin-contrib/cors"
	"github.com/gin-contrib/gzip"
	"github.com/gin-contrib/requestid"
	"github.com/gin-contrib/secure"
	"github.com/gin-contrib/sessions"
	"github.com/gin-contrib/sessions/cookie"
	"github.com/gin-gonic/gin"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/router"
	"github.com/trefoil-go/trefoil/modules/router/ginrouter"
)

// ginSubjects are middlewares of gin, set up so that an ordinary request passes.
func ginSubjects() map[string]gin.HandlerFunc {
	return map[string]gin.HandlerFunc{
		"cors":      cors.New(cors.Config{AllowOrigins: []string{"https://app.example"}, AllowMethods: []string{"GET"}}),
		"gzip":      gzip.Gzip(gzip.DefaultCompression),
		"requestid": requestid.New(),
		"secure":    secure.New(secure.Config{FrameDeny: true}),
		"sessions":  sessions.Sessions("session", cookie.NewStore([]byte("sixteen bytes or"))),
	}
}

// visiting stands inside sessions and counts visits for the controller.
func visiting(c *gin.Context) {
	session := sessions.Default(c)
	visits, _ := session.Get("visits").(int)
	session.Set("visits", visits+1)
	if err := session.Save(); err != nil {
		c.AbortWithStatus(http.StatusInternalServerError)
		return
	}
	c.Request = c.Request.WithContext(context.WithValue(c.Request.Context(), visitsKey{}, visits))
	c.Next()
}

type visitsKey struct{}

// panickingInGin is panicking for gin.
func panickingInGin(c *gin.Context) {
	if c.GetHeader("X-Panic") != "" {
		panic("middleware")
	}
	c.Next()
}

var _ = Describe("Middleware of gin", func() {
	for name, middleware := range ginSubjects() {
		It("leaves the router what it promises behind gin-contrib/"+name, func(ctx SpecContext) {
			s := newService(ginrouter.Engine(middleware, panickingInGin))
			s.Use(seeing)
			s.serve()

			Expect(s.get(ctx, "/user/7").user()).To(Equal(user{ID: 7, Bio: bio, Seen: "Ida"}))
			s.get(ctx, "/missing/Ida").isProblem(404)
			s.get(ctx, "/broken").isProblem(500)
			s.get(ctx, "/nothing").isProblem(404)
			s.do(ctx, http.MethodDelete, "/user/7", "").isProblem(405)
			s.get(ctx, "/user/7", "X-Panic", "1").isProblem(500)
			head := s.do(ctx, http.MethodHead, "/user/7", "")
			Expect(head.status).To(Equal(200))
			Expect(head.sent).To(BeZero())
			s.expectStream(ctx)
		})
	}

	It("answers preflight requests and refuses origins: gin-contrib/cors", func(ctx SpecContext) {
		s := newService(ginrouter.Engine(ginSubjects()["cors"])).serve()

		preflight := s.do(ctx, http.MethodOptions, "/user/7", "", "Origin", "https://app.example", "Access-Control-Request-Method", "GET")
		Expect(preflight.status).To(Equal(204))
		Expect(preflight.header.Get("Access-Control-Allow-Methods")).To(Equal("GET"))
		Expect(s.get(ctx, "/user/7", "Origin", "https://app.example").header.Get("Access-Control-Allow-Origin")).To(Equal("https://app.example"))
		Expect(s.get(ctx, "/user/7", "Origin", "https://evil.example").status).To(Equal(403))
	})

	It("compresses: gin-contrib/gzip", func(ctx SpecContext) {
		s := newService(ginrouter.Engine(ginSubjects()["gzip"])).serve()

		answer := s.get(ctx, "/user/7")
		plain := s.get(ctx, "/user/7", "Accept-Encoding", "identity")

		Expect(answer.header.Get("Content-Encoding")).To(Equal("gzip"))
		Expect(answer.sent).To(BeNumerically("<", plain.sent/4))
		Expect(answer.user()).To(Equal(plain.user()))
	})

	It("names requests for the client, and the router takes the name: gin-contrib/requestid", func(ctx SpecContext) {
		s := newService(ginrouter.Engine(ginSubjects()["requestid"])).serve()

		problem := s.get(ctx, "/missing/Ida", "X-Request-Id", "req-1")

		Expect(problem.header.Values("X-Request-Id")).To(Equal([]string{"req-1"}))
		problem.isProblem(404)
	})

	It("sets headers, of errors too: gin-contrib/secure", func(ctx SpecContext) {
		s := newService(ginrouter.Engine(ginSubjects()["secure"])).serve()

		Expect(s.get(ctx, "/user/7").header.Get("X-Frame-Options")).To(Equal("DENY"))
		Expect(s.get(ctx, "/missing/Ida").header.Get("X-Frame-Options")).To(Equal("DENY"))
	})

	It("keeps a session: gin-contrib/sessions", func(ctx SpecContext) {
		s := newService(ginrouter.Engine(ginSubjects()["sessions"], visiting))
		var visits []any
		s.asked = func(c *router.Context) { visits = append(visits, c.Context().Value(visitsKey{})) }
		s.serve()

		first := s.get(ctx, "/user/7")
		Expect(first.cookies).To(ConsistOf(HaveField("Name", "session")))
		s.get(ctx, "/user/7", "Cookie", first.cookies[0].String())

		Expect(visits).To(Equal([]any{0, 1}))
	})
})

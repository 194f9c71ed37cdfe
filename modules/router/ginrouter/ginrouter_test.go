package ginrouter_test

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"

	"github.com/gin-gonic/gin"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/router"
	"github.com/trefoil-go/trefoil/modules/router/ginrouter"
)

type visitor struct{}

func serve(r *router.Router, method, target string) *httptest.ResponseRecorder {
	GinkgoHelper()
	h, err := r.Handler()
	Expect(err).NotTo(HaveOccurred())
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(method, target, nil))
	return w
}

var _ = Describe("The gin engine", func() {
	It("prints nothing and leaves the mode of the host", func() {
		mode, out, errs := gin.Mode(), gin.DefaultWriter, gin.DefaultErrorWriter
		var printed bytes.Buffer
		gin.DefaultWriter, gin.DefaultErrorWriter = &printed, &printed
		gin.SetMode(gin.DebugMode)
		DeferCleanup(func() {
			gin.SetMode(mode)
			gin.DefaultWriter, gin.DefaultErrorWriter = out, errs
		})
		r := ginrouter.New(router.WithLogger(nil))
		r.Register(router.Controllers{"GET /a/:b": func(c *router.Context, b string) error { return c.Render(b) }})

		Expect(serve(r, "GET", "/a/b").Body.String()).To(Equal(`"b"`))
		Expect(serve(r, "GET", "/nothing").Code).To(Equal(404))
		Expect(printed.String()).To(BeEmpty())
		Expect(gin.Mode()).To(Equal(gin.DebugMode))
	})

	Context("with gin middleware", func() {
		var r *router.Router
		var seen []string

		BeforeEach(func() {
			seen = nil
			r = router.New(router.WithLogger(nil), router.WithEngine(ginrouter.Engine(func(c *gin.Context) {
				if c.Query("stop") != "" {
					c.AbortWithStatus(http.StatusTeapot)
					return
				}
				if c.Query("panic") != "" {
					panic("middleware")
				}
				c.Request = c.Request.WithContext(context.WithValue(c.Request.Context(), visitor{}, "Ida"))
				c.Next()
				seen = append(seen, fmt.Sprint(c.Request.URL.EscapedPath(), " ", c.Writer.Status()))
			})))
			r.Register(router.Controllers{
				"GET /x/:y":   func(c *router.Context, y string) error { return c.Render([]any{y, c.Context().Value(visitor{})}) },
				"GET /x/*all": func(c *router.Context, all string) error { return c.Render([]any{all, c.Context().Value(visitor{})}) },
			})
		})

		It("runs it once around every route and keeps its context values", func() {
			Expect(serve(r, "GET", "/x/1").Body.String()).To(Equal(`["1","Ida"]`))
			Expect(serve(r, "GET", "/x/1/2").Body.String()).To(Equal(`["1/2","Ida"]`))
			Expect(serve(r, "GET", "/%78/%31").Body.String()).To(Equal(`["1","Ida"]`))
			Expect(seen).To(Equal([]string{"/x/1 200", "/x/1/2 200", "/%78/%31 200"}))
		})

		It("runs it around what no route matches", func() {
			Expect(serve(r, "GET", "/nothing").Code).To(Equal(404))
			Expect(serve(r, "GET", "//").Code).To(Equal(404))
			Expect(serve(r, "HEAD", "/nothing").Header().Get("Content-Type")).To(Equal("application/problem+json"))
			Expect(seen).To(Equal([]string{"/nothing 404", "// 404", "/nothing 404"}))
		})

		It("lets it answer, and answers its panics", func() {
			Expect(serve(r, "GET", "/x/1?stop=1").Code).To(Equal(http.StatusTeapot))
			Expect(serve(r, "GET", "/x/1?panic=1").Body.String()).To(HavePrefix(`{"title":"Internal Server Error","status":500,`))
		})
	})
})

func ExampleNew() {
	r := ginrouter.New()
	r.Register(router.Controllers{"GET /user/:id": router.F1(func(_ *router.Context, id int) (int, error) { return id, nil })})
	h, err := r.Handler()
	if err != nil {
		fmt.Println(err)
		return
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/user/7", nil))
	fmt.Println(w.Code, w.Body)
	// Output: 200 7
}

func ExampleEngine() {
	r := router.New(router.WithEngine(ginrouter.Engine(func(c *gin.Context) {
		c.Header("X-Served-By", "gin")
		c.Next()
	})))
	h, err := r.Handler()
	if err != nil {
		fmt.Println(err)
		return
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/", nil))
	fmt.Println(w.Code, w.Header().Get("X-Served-By"))
	// Output: 404 gin
}

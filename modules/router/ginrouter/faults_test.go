package ginrouter_test

import (
	"bytes"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"

	"github.com/gin-gonic/gin"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/router"
	"github.com/trefoil-go/trefoil/modules/router/ginrouter"
)

// strictWriter notes every status that it is given.
type strictWriter struct {
	header   http.Header
	statuses []int
	body     []byte
}

func (w *strictWriter) Header() http.Header    { return w.header }
func (w *strictWriter) WriteHeader(status int) { w.statuses = append(w.statuses, status) }
func (w *strictWriter) Write(p []byte) (int, error) {
	w.body = append(w.body, p...)
	return len(p), nil
}

// behind answers GET /x with a controller behind gin middleware, and returns
// what was written and logged.
func behind(middleware gin.HandlerFunc, controller func(*router.Context) error) (*strictWriter, string) {
	GinkgoHelper()
	var log bytes.Buffer
	r := router.New(router.WithEngine(ginrouter.Engine(middleware)), router.WithLogger(slog.New(slog.NewTextHandler(&log, nil))))
	r.Register(router.Controllers{"GET /x": controller})
	h, err := r.Handler()
	Expect(err).NotTo(HaveOccurred())
	w := &strictWriter{header: http.Header{}}
	h.ServeHTTP(w, httptest.NewRequest("GET", "/x", nil))
	return w, log.String()
}

var _ = Describe("A fault of gin middleware", func() {
	It("that writes after Abort is one response [RF16]", func() {
		w, log := behind(func(c *gin.Context) {
			c.AbortWithStatus(403)
			c.Writer.WriteHeader(200)
			_, _ = c.Writer.WriteString("denied")
		}, func(*router.Context) error { return errors.New("reached") })

		Expect(w.statuses).To(HaveLen(1))
		Expect(string(w.body)).To(Equal("denied"))
		Expect(log).To(BeEmpty())
	})

	It("that aborts after the controller does not write a second header [RF16]", func() {
		w, _ := behind(func(c *gin.Context) {
			c.Next()
			c.AbortWithStatus(500)
		}, func(c *router.Context) error { return c.Render("once") })

		Expect(w.statuses).To(Equal([]int{200}))
		Expect(string(w.body)).To(Equal(`"once"`))
	})

	It("that recovers what cuts a connection does not make a response whole", func() {
		recovery := gin.CustomRecoveryWithWriter(io.Discard, nil)

		Expect(func() {
			behind(recovery, func(c *router.Context) error {
				_ = http.NewResponseController(c.ResponseWriter()).Flush()
				return errors.New("late")
			})
		}).To(PanicWith(http.ErrAbortHandler))
	})
})

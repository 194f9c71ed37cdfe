package router_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/router"
)

// unencodable cannot be encoded.
type unencodable struct{}

func (unencodable) MarshalJSON() ([]byte, error) { return nil, errors.New("no words") }

var _ = Describe("Context.Encode", func() {
	// encoded is what a hook around the function gets, and what the client does.
	encoded := func(fn any) (made *router.Response, w *httptest.ResponseRecorder, err error) {
		GinkgoHelper()
		r := router.New(router.WithLogger(nil))
		r.BeforeFunctionCall(func(c *router.Context, next func() error) error {
			if before, err := c.Encode(); before != nil || err != nil {
				return fmt.Errorf("in front of the function there is %v, %w", before, err)
			}
			if err := next(); err != nil {
				return err
			}
			made, err = c.Encode()
			if made != nil {
				made.Body = append([]byte{}, made.Body...)
			}
			return err
		})
		r.Register(router.Controllers{"GET /x": fn})
		h, startErr := r.Handler()
		Expect(startErr).NotTo(HaveOccurred())
		w = httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest("GET", "/x", nil))
		return made, w, err
	}

	It("is what is sent when no hook changes it", func() {
		made, w, err := encoded(router.F0(func(*router.Context) (router.Created[string], error) {
			return router.Created[string]{Value: "a seat", Location: "/x/1"}, nil
		}))

		Expect(err).NotTo(HaveOccurred())
		Expect(made).To(And(HaveField("Status", 201), HaveField("Header", HaveKeyWithValue("Location", []string{"/x/1"})), HaveField("MediaType", "application/json")))
		Expect(w.Code).To(Equal(made.Status))
		Expect(w.Body.Bytes()).To(Equal(made.Body))
		Expect(w.Header()).To(HaveKeyWithValue("Location", []string{"/x/1"}))
	})

	It("has the headers and cookies of the result", func() {
		type page struct {
			Names []string     `json:"names"`
			Total int          `json:"-" header:"X-Total"`
			Seen  *http.Cookie `json:"-" cookie:"seen"`
		}
		made, w, err := encoded(router.F0(func(*router.Context) (page, error) { return page{Total: 7, Seen: &http.Cookie{Value: "1"}}, nil }))

		Expect(err).NotTo(HaveOccurred())
		Expect(made.Header).To(Equal(http.Header{"X-Total": {"7"}, "Set-Cookie": {"seen=1"}}))
		Expect(w.Header()["Set-Cookie"]).To(Equal([]string{"seen=1"}))
	})

	DescribeTable("is none for what is sent part by part", func(fn any, status int) {
		made, w, err := encoded(fn)

		Expect(made).To(BeNil())
		Expect(err).NotTo(HaveOccurred())
		Expect(w.Code).To(Equal(status))
	},
		Entry("a stream", router.F0(func(*router.Context) (router.Stream[int], error) {
			return func(yield func(int, error) bool) { yield(1, nil) }, nil
		}), 200),
		Entry("a handler", http.NotFoundHandler(), 404),
	)

	It("fails as the encoder does", func() {
		_, w, err := encoded(router.F0(func(*router.Context) (unencodable, error) { return unencodable{}, nil }))

		Expect(err).To(MatchError(ContainSubstring("no words")))
		Expect(w.Code).To(Equal(500))
	})
})

// written collects all texts that it was made of.
type written struct{ texts []string }

func (w *written) UnmarshalText(text []byte) error {
	w.texts = append(w.texts, string(text))
	return nil
}

func (w *written) MarshalJSON() ([]byte, error) { return json.Marshal(strings.Join(w.texts, "+")) }

var _ = DescribeTable("A controller function", func(fn any) {
	f := newFixture(router.WithEnvironment(router.Production))
	var seen any
	f.BeforeRender(func(c *router.Context, next func() error) error {
		seen = c.Result()
		return next()
	})
	register(f, "GET /:text/:n", fn)

	for _, text := range []string{"a", "b"} {
		Expect(f.get("/" + text + "/x").Code).To(Equal(400))
		Expect(f.get("/" + text + "/1").Body.String()).To(Equal(`"` + text + `"`))
		Expect(seen).To(Equal(written{[]string{text}}))
	}
},
	Entry("that is typed has arguments of its own, and a result that writes itself",
		router.F2(func(_ *router.Context, text written, _ int8) (written, error) { return text, nil })),
	Entry("that is plain has so, too", func(_ *router.Context, text written, _ int8) (written, error) { return text, nil }),
)

package router_test

import (
	"bytes"
	"io"
	"mime/multipart"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/router"
)

// params is a router that answers with the parameter id.
func params(env router.Environment) *fixture {
	f := newFixture(router.WithEnvironment(env))
	f.Register(router.Controllers{"GET /x/:id": router.F1(func(c *router.Context, _ string) (string, error) {
		params, err := c.Params()
		id, _ := params["id"].(string)
		return id, err
	})})
	return f
}

var _ = Describe("Parameters with different values in query and path", func() {
	It("are those of the path in production", func() {
		f := params(router.Production)

		Expect(f.get("/x/path?id=query").Body.String()).To(Equal(`"path"`))
		Expect(f.log.String()).To(BeEmpty())
	})

	It("are logged in development", func() {
		f := params(router.Development)

		Expect(f.get("/x/path?id=query").Body.String()).To(Equal(`"path"`))
		Expect(f.log.String()).To(And(ContainSubstring("parameters have different values"), ContainSubstring("names=[id]")))
	})

	It("are an error in test, unless they are the same", func() {
		f := params(router.Test)

		Expect(f.get("/x/path?id=query").Code).To(Equal(500))
		Expect(f.get("/x/path?id=path").Body.String()).To(Equal(`"path"`))
	})
})

var _ = Describe("The parts of an upload", func() {
	// sizes answers with the size of every part.
	sizes := func(c *router.Context) (map[string]int64, error) {
		found := map[string]int64{}
		for part, err := range c.Parts() {
			if err != nil {
				return nil, err
			}
			n, err := io.Copy(io.Discard, part)
			if err != nil {
				return nil, err
			}
			found[part.FormName()] = n
		}
		return found, nil
	}
	send := func(f *fixture, parts map[string]string) (int, string) {
		var body bytes.Buffer
		w := multipart.NewWriter(&body)
		for name, text := range parts {
			Expect(w.WriteField(name, text)).To(Succeed())
		}
		Expect(w.Close()).To(Succeed())
		got := f.do("POST", "/up", body.String(), "Content-Type", w.FormDataContentType())
		return got.Code, got.Body.String()
	}

	It("arrive one by one", func() {
		f := newFixture()
		f.Register(router.Controllers{"POST /up": router.F0(sizes)})

		code, body := send(f, map[string]string{"a": "12345", "b": strings.Repeat("x", 100_000)})

		Expect(code).To(Equal(200))
		Expect(body).To(MatchJSON(`{"a": 5, "b": 100000}`))
	})

	It("are bounded together, also by the route alone", func() {
		f := newFixture()
		f.Register(router.Controllers{"POST /up": router.With(router.F0(sizes), router.MaxUpload(1000))})

		code, body := send(f, map[string]string{"b": strings.Repeat("x", 2000)})

		Expect(code).To(Equal(413))
		Expect(body).To(ContainSubstring("the body is longer than 1000 bytes"))
	})

	It("are 32 at most", func() {
		f := newFixture()
		f.Register(router.Controllers{"POST /up": router.F0(sizes)})
		parts := map[string]string{}
		for i := range 33 {
			parts[strings.Repeat("p", i+1)] = ""
		}

		code, body := send(f, parts)

		Expect(code).To(Equal(400))
		Expect(body).To(ContainSubstring("more than 32 parts"))
	})

	It("need a multipart body", func() {
		f := newFixture()
		f.Register(router.Controllers{"POST /up": router.F0(sizes)})

		Expect(f.do("POST", "/up", `{}`, "Content-Type", "application/json").Code).To(Equal(415))
		Expect(f.do("POST", "/up", `x`, "Content-Type", "multipart/form-data").Code).To(Equal(400))
	})
})

var _ = Describe("What is registered for a flag that no route carries", func() {
	It("is warned about when the router is built", func() {
		f := newFixture()
		f.BeforeResponse("AUHT", func(_ *router.Context, next func() error) error { return next() })
		f.Register(router.Controllers{"GET /x": router.F0(func(*router.Context) (int, error) { return 1, nil })})

		Expect(f.get("/x").Code).To(Equal(200))
		Expect(f.log.String()).To(And(ContainSubstring("a hook is for a flag that no route carries"), ContainSubstring("flag=AUHT")))
	})
})

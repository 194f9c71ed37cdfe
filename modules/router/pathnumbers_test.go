package router_test

import (
	"net/http"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/router"
)

type numberedPlace struct {
	N int `path:"n"`
}

var _ = Describe("A number in a path", func() {
	forms := map[string]any{
		"of F1":                  router.F1(func(_ *router.Context, _ int) (router.None, error) { return router.None{}, nil }),
		"of F1 and another type": router.F1(func(_ *router.Context, _ int8) (router.None, error) { return router.None{}, nil }),
		"without a sign":         router.F1(func(_ *router.Context, _ uint64) (router.None, error) { return router.None{}, nil }),
		"of a plain function":    func(*router.Context, int) error { return nil },
		"called with reflection": func(*router.Context, uint16) error { return nil },
		"of In":                  router.In(func(*router.Context, *numberedPlace) (router.None, error) { return router.None{}, nil }),
		"with a fraction":        router.F1(func(_ *router.Context, _ float64) (router.None, error) { return router.None{}, nil }),
	}
	for name, fn := range forms {
		It("has one spelling "+name, func() {
			f := newFixture()
			register(f, "GET /at/:n", fn)

			for _, right := range []string{"0", "7", "70"} {
				Expect(f.get("/at/"+right).Code).To(BeNumerically("<", 300), right)
			}
			for _, other := range []string{"007", "00", "+7", "%2B7", "7_0"} {
				w := f.get("/at/" + other)
				Expect(w.Code).To(Equal(http.StatusBadRequest), other)
				Expect(w.Body.String()).To(ContainSubstring(`"code":"type"`), other)
			}
		})
	}

	It("has no sign where it is zero", func() {
		f := newFixture()
		register(f, "GET /at/:n", forms["of F1"])

		Expect(f.get("/at/-0").Code).To(Equal(400))
	})

	It("says how it is written", func() {
		f := newFixture()
		register(f, "GET /at/:n", forms["of F1"])

		expectProblem(f.get("/at/007"), 400, `path parameter "n": "007" is not a number as JSON writes it`)
	})

	It("has one spelling where it is pointed to", func() {
		type pointed struct {
			N *int `path:"n"`
		}
		f := newFixture()
		f.Register(router.Controllers{
			"GET /at/:n": router.In(func(_ *router.Context, in *pointed) (int, error) { return *in.N, nil }),
		})

		Expect(f.get("/at/7").Code).To(Equal(200))
		Expect(f.get("/at/07").Code).To(Equal(400))
	})

	DescribeTable("with a fraction is one of JSON",
		func(text string, want int) {
			f := newFixture()
			register(f, "GET /at/:n", forms["with a fraction"])

			Expect(f.get("/at/" + text).Code).To(Equal(want))
		},
		Entry("1.5", "1.5", 204), Entry("-1.5e3", "-1.5e3", 204),
		Entry(".5", ".5", 400), Entry("5.", "5.", 400), Entry("01.5", "01.5", 400), Entry("Inf", "Inf", 400),
	)
})

var _ = Describe("A boolean in a path", func() {
	type place struct {
		On bool `path:"on"`
	}
	for name, fn := range map[string]any{
		"of F1":                  router.F1(func(_ *router.Context, _ bool) (router.None, error) { return router.None{}, nil }),
		"called with reflection": func(*router.Context, bool) error { return nil },
		"of In":                  router.In(func(*router.Context, *place) (router.None, error) { return router.None{}, nil }),
	} {
		It("has one spelling "+name, func() {
			f := newFixture()
			register(f, "GET /at/:on", fn)

			for _, right := range []string{"true", "false"} {
				Expect(f.get("/at/"+right).Code).To(BeNumerically("<", 300), right)
			}
			for _, other := range []string{"1", "0", "on", "True"} {
				expectProblem(f.get("/at/"+other), 400, `path parameter "on": "`+other+`" is not true or false`)
			}
		})
	}
})

var _ = Describe("A value in a query or a form", func() {
	type found struct {
		N  int     `query:"n"`
		F  float64 `query:"f"`
		On bool    `query:"on"`
		U  uint8   `query:"u"`
	}

	DescribeTable("may be what a form of HTML sends",
		func(query string, want int) {
			f := newFixture()
			register(f, "GET /find", router.In(func(_ *router.Context, in *found) (found, error) { return *in, nil }))

			w := f.get("/find?" + query)

			Expect(w.Code).To(Equal(want), w.Body.String())
		},
		Entry("with zeros in front", "n=07&f=01.5", 200),
		Entry("with a digit for a boolean", "on=1", 200),
		Entry("with what a checkbox sends", "on=on", 200),
		Entry("but no other word for a boolean", "on=off", 400),
		Entry("without a digit in front of the point", "f=.5", 200),
		Entry("but no plus, which is a blank there", "n=+7", 400),
		Entry("nor one that is escaped", "n=%2B7", 400),
		Entry("nor one in front of a fraction", "f=%2B.5", 400),
		Entry("with a minus in front of a zero without a sign", "u=-0", 200),
		Entry("but in front of nothing else there", "u=-1", 400),
		Entry("nor in front of nothing", "u=-", 400),
	)
})

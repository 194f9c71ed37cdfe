package measure_test

import (
	"io"
	"net/http"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/benchmarks/router/internal/measure"
)

var _ = Describe("Run", func() {
	It("tells work from twenty times the work", Serial, func() {
		small := strings.Repeat("a", 1<<10) + "b"
		large := strings.Repeat("a", 20<<10) + "b"
		count := func(s string) func() {
			return func() {
				for range 20 {
					found = strings.Count(s, "ab")
				}
			}
		}

		results, _ := measure.Run([]measure.Case{{Name: "small", Call: count(small)}, {Name: "large", Call: count(large)}}, 10)

		Expect(results).To(HaveExactElements(HaveField("Name", "small"), HaveField("Name", "large")))
		Expect(results[0].Min).To(And(BeNumerically(">", 0), BeNumerically("<=", results[0].P10)))
		Expect(results[1].Min / results[0].Min).To(BeNumerically("~", 20, 15))
	})

	It("counts the allocations of one call, in parts", Serial, func() {
		calls := 0
		everySecond := func() {
			if calls++; calls%2 == 0 {
				kept = new([64]byte)
			}
		}

		results, _ := measure.Run([]measure.Case{{Name: "half", Call: everySecond}}, 1)

		Expect(results[0].Allocs).To(BeNumerically("~", 0.5, 0.01))
		Expect(results[0].Bytes).To(BeNumerically("~", 32, 1))
	})
})

var _ = Describe("Run with the collector", func() {
	It("makes what allocates pay for it", Serial, func() {
		small := func() { kept = new([64]byte) }
		large := func() { list = make([]*[64]byte, 0, 256) }

		results, _ := measure.Run([]measure.Case{{Name: "small", Call: small}, {Name: "large", Call: large}}, 1)

		Expect(results[0].Collected).To(BeNumerically(">", 0))
		Expect(results[1].Collected).To(BeNumerically(">", results[0].Collected))
	})

	It("is of a part as all figures are", func() {
		whole := measure.Result{Name: "events", Min: 10, P10: 20, Collected: 30, Allocs: 40, Bytes: 50}

		Expect(whole.Of(10)).To(Equal(measure.Result{Name: "events", Min: 1, P10: 2, Collected: 3, Allocs: 4, Bytes: 5}))
		Expect(whole.Of(0)).To(Equal(whole))
	})
})

// What the measured functions leave, so that they are not optimised away.
var (
	found int
	kept  *[64]byte
	list  []*[64]byte
)

var _ = Describe("Exchange", func() {
	It("sends a fresh request every time", Serial, func() {
		var bodies, seen []string
		h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			data, err := io.ReadAll(r.Body)
			Expect(err).NotTo(HaveOccurred())
			bodies, seen = append(bodies, string(data)), append(seen, r.PathValue("id"))
			r.SetPathValue("id", "7")
			w.Header().Set("X-Answer", "1")
			w.WriteHeader(http.StatusCreated)
		})
		e := measure.NewExchange(h, measure.Request{Method: http.MethodPost, Path: "/", Body: `{"a":1}`})

		e.Do()
		e.Do()

		Expect(bodies).To(Equal([]string{`{"a":1}`, `{"a":1}`}))
		Expect(seen).To(Equal([]string{"", ""}))
		Expect(e.Response.Status).To(Equal(http.StatusCreated))
	})

	It("allocates nothing itself", Serial, func() {
		h := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) })
		e := measure.NewExchange(h, measure.Request{Method: http.MethodGet, Path: "/"})

		results, _ := measure.Run([]measure.Case{{Name: "empty", Call: e.Do}}, 1)

		Expect(results[0].Allocs).To(BeZero())
	})

	It("forgets the response before", func() {
		status := http.StatusTeapot
		h := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(status)
			_, _ = io.WriteString(w, "tea")
		})
		e := measure.NewExchange(h, measure.Request{Method: http.MethodGet, Path: "/"})
		e.Response.Keep = true
		e.Do()
		status = http.StatusOK

		e.Do()

		Expect(e.Response).To(And(HaveField("Status", http.StatusOK), HaveField("Size", 3), HaveField("Body", BeEquivalentTo("tea"))))
	})
})

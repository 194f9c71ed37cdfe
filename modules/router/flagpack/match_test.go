package flagpack_test

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/router"
	"github.com/trefoil-go/trefoil/modules/router/flagpack"
	"github.com/trefoil-go/trefoil/modules/router/trierouter"
)

// changed is when what the routes of matched write was changed last.
var changed = time.Date(2026, 2, 3, 4, 5, 6, 789, time.UTC)

// matched is a router whose routes write where a state is, and the number of
// times that they were called and the state was read.
type matched struct {
	*fixture
	state         flagpack.State
	failed        error
	written, read int
}

func matchedOn(engine router.Engine, state flagpack.State, o flagpack.MatchOptions) *matched {
	m := &matched{fixture: newFixture(router.WithEngine(engine)), state: state}
	m.Install(flagpack.Match("MATCH", func(*router.Context) (flagpack.State, error) {
		m.read++
		return m.state, m.failed
	}, o))
	write := func(c *router.Context) error {
		m.written++
		return c.Render(nil)
	}
	m.Register(router.Controllers{"PUT MATCH /x": write, "GET MATCH /x": write, "DELETE MATCH /x": write})
	return m
}

var _ = Describe("Match", func() {
	const (
		before = "Tue, 03 Feb 2026 04:05:05 GMT"
		same   = "Tue, 03 Feb 2026 04:05:06 GMT"
	)
	v7 := flagpack.State{ETag: `"v7"`, Modified: changed}

	onEngines("writes", func(engine func() router.Engine) {
		It("what the client has read, and refuses what has changed since with 412", func() {
			m := matchedOn(engine(), v7, flagpack.MatchOptions{})

			Expect(m.do("PUT", "/x", "If-Match", `"v7"`).Code).To(Equal(http.StatusNoContent))
			expectProblem(m.do("PUT", "/x", "If-Match", `"v6"`), http.StatusPreconditionFailed, "If-Match names another entity tag than that of what is there")
			Expect(m.written).To(Equal(1))
		})

		It("nothing in place of what has gone, and nothing by a weak entity tag, and says so", func() {
			gone := matchedOn(engine(), flagpack.State{Absent: true}, flagpack.MatchOptions{})
			expectProblem(gone.do("PUT", "/x", "If-Match", "*"), http.StatusPreconditionFailed, "nothing is there that If-Match could name")

			m := matchedOn(engine(), v7, flagpack.MatchOptions{})
			expectProblem(m.do("PUT", "/x", "If-Match", `W/"v7"`), http.StatusPreconditionFailed, "If-Match needs a strong entity tag, and this one is weak")
			Expect(m.written + gone.written).To(BeZero())
		})

		It("nothing without a condition where one is required", func() {
			m := matchedOn(engine(), v7, flagpack.MatchOptions{Required: true})

			expectProblem(m.do("DELETE", "/x"), http.StatusPreconditionRequired, "the request has no condition: read first, and send the ETag of the answer as If-Match")
			Expect(m.do("GET", "/x").Code).To(Equal(http.StatusNoContent))
			Expect([]int{m.written, m.read}).To(Equal([]int{1, 0}))
		})
	})

	DescribeTable("answers a PUT", func(status int, state flagpack.State, headers ...string) {
		Expect(matchedOn(trierouter.Engine(), state, flagpack.MatchOptions{}).do("PUT", "/x", headers...).Code).To(Equal(status))
	},
		Entry("without a condition", 204, v7),
		Entry("If-Match of any", 204, v7, "If-Match", "*"),
		Entry("If-Match of any without a tag", 204, flagpack.State{}, "If-Match", "*"),
		Entry("If-Match of any of nothing", 412, flagpack.State{Absent: true}, "If-Match", "*"),
		Entry("If-Match of a list", 204, v7, "If-Match", `"v6", "v7"`),
		Entry("If-Match of two lines", 204, v7, "If-Match", `"v6"`, "If-Match", `"v7"`),
		Entry("If-Match of the tag as a weak one", 412, v7, "If-Match", `W/"v7"`),
		Entry("If-Match of a weak tag", 412, flagpack.State{ETag: `W/"v7"`}, "If-Match", `W/"v7"`),
		Entry("If-Match of a weak tag as a strong one", 412, flagpack.State{ETag: `W/"v7"`}, "If-Match", `"v7"`),
		Entry("If-Match of nothing", 412, v7, "If-Match", ""),
		Entry("If-Match that cannot be read", 412, v7, "If-Match", "v7"),
		Entry("If-Match of a tag where there is none", 412, flagpack.State{}, "If-Match", `""`),
		Entry("If-Match of the tag of what is absent", 412, flagpack.State{ETag: `"v7"`, Absent: true}, "If-Match", `"v7"`),
		Entry("If-Match, whatever If-Unmodified-Since says", 204, v7, "If-Match", `"v7"`, "If-Unmodified-Since", before),
		Entry("If-Unmodified-Since of the second of the change", 204, v7, "If-Unmodified-Since", same),
		Entry("If-Unmodified-Since before the change", 412, v7, "If-Unmodified-Since", before),
		Entry("If-Unmodified-Since that is no date", 204, v7, "If-Unmodified-Since", "yesterday"),
		Entry("If-Unmodified-Since twice", 204, v7, "If-Unmodified-Since", before, "If-Unmodified-Since", before),
		Entry("If-Unmodified-Since where nobody knows the time", 204, flagpack.State{ETag: `"v7"`}, "If-Unmodified-Since", before),
		Entry("If-None-Match of any", 412, v7, "If-None-Match", "*"),
		Entry("If-None-Match of any without a tag", 412, flagpack.State{}, "If-None-Match", "*"),
		Entry("If-None-Match of any of nothing", 204, flagpack.State{Absent: true}, "If-None-Match", "*"),
		Entry("If-None-Match of the tag as a weak one", 412, v7, "If-None-Match", `W/"v7"`),
		Entry("If-None-Match of another", 204, v7, "If-None-Match", `"v6"`),
		Entry("If-Match that holds and If-None-Match that does not", 412, v7, "If-Match", `"v7"`, "If-None-Match", "*"),
	)

	DescribeTable("answers a PUT that needs a condition", func(status int, state flagpack.State, headers ...string) {
		Expect(matchedOn(trierouter.Engine(), state, flagpack.MatchOptions{Required: true}).do("PUT", "/x", headers...).Code).To(Equal(status))
	},
		Entry("with If-Match", 204, v7, "If-Match", `"v7"`),
		Entry("with If-Unmodified-Since", 204, v7, "If-Unmodified-Since", same),
		Entry("with If-Unmodified-Since that is ignored", 428, flagpack.State{}, "If-Unmodified-Since", same),
		Entry("with If-Unmodified-Since that is no date", 428, v7, "If-Unmodified-Since", "now"),
		Entry("with If-None-Match of any", 204, flagpack.State{Absent: true}, "If-None-Match", "*"),
		Entry("with If-None-Match of a tag, which protects nothing", 428, v7, "If-None-Match", `"v6"`),
	)

	It("leaves If-None-Match of a GET to Cache, and compares If-Match", func() {
		m := matchedOn(trierouter.Engine(), v7, flagpack.MatchOptions{})

		Expect(m.get("/x", "If-None-Match", `"v7"`).Code).To(Equal(http.StatusNoContent))
		Expect(m.get("/x", "If-Match", `"v6"`).Code).To(Equal(http.StatusPreconditionFailed))
	})

	DescribeTable("takes the tag that Cache has sent", func(v any) {
		f := newFixture()
		f.Install(flagpack.Cache("CACHE", flagpack.CacheOptions{}), flagpack.Match("MATCH", func(*router.Context) (flagpack.State, error) {
			tag, err := flagpack.EntityTag(v)
			return flagpack.State{ETag: tag}, err
		}, flagpack.MatchOptions{}))
		f.Register(router.Controllers{
			"GET CACHE /x": func(c *router.Context) error { return c.Render(v) },
			"PUT MATCH /x": router.F0(func(*router.Context) (router.None, error) { return router.None{}, nil }),
		})

		Expect(f.do("PUT", "/x", "If-Match", f.get("/x").Header().Get("ETag")).Code).To(Equal(http.StatusNoContent))
	},
		Entry("with an answer", map[string]any{"name": "<Ida>", "tags": []string(nil)}),
		Entry("with one that a method of its pointer writes", version{7}),
	)

	It("reads the state in the transaction of a flag in front of it, and rolls back", func() {
		j, key := &journal{}, router.NewKey[*tx]("tx")
		f := newFixture()
		f.Install(flagpack.Tx("TX", key, j.begin), flagpack.Match("MATCH", func(c *router.Context) (flagpack.State, error) {
			_, inside := key.Get(c)
			Expect(inside).To(BeTrue())
			return v7, nil
		}, flagpack.MatchOptions{}))
		f.register("PUT TX MATCH /x", func(c *router.Context) error { return c.Render(1) })

		Expect(f.do("PUT", "/x", "If-Match", `"v6"`).Code).To(Equal(http.StatusPreconditionFailed))
		Expect(j.steps).To(Equal([]string{"begin", "rollback"}))
	})

	It("does not read a body whose condition is false", func() {
		m := matchedOn(trierouter.Engine(), v7, flagpack.MatchOptions{})
		h, err := m.Handler()
		Expect(err).NotTo(HaveOccurred())
		body := strings.NewReader("text")
		req, w := httptest.NewRequest(http.MethodPut, "/x", body), httptest.NewRecorder()
		req.Header.Set("If-Match", `"v6"`)

		h.ServeHTTP(w, req)

		Expect(w.Code).To(Equal(http.StatusPreconditionFailed))
		Expect(body.Len()).To(Equal(4))
	})

	It("answers with the errors of who reads the state", func() {
		m := matchedOn(trierouter.Engine(), v7, flagpack.MatchOptions{})
		m.failed = &router.ClientError{Status: http.StatusNotFound, Message: "gone"}
		expectProblem(m.do("PUT", "/x", "If-Match", "*"), http.StatusNotFound, "gone")

		m.failed = errors.New("no connection")
		Expect(m.do("PUT", "/x", "If-Match", "*").Code).To(Equal(http.StatusInternalServerError))
		Expect(m.log.String()).To(ContainSubstring("flag MATCH: find what is there: no connection"))
	})

	DescribeTable("says in the log that what it compares with is no entity tag", func(tag string) {
		m := matchedOn(trierouter.Engine(), flagpack.State{ETag: tag}, flagpack.MatchOptions{})

		Expect(m.do("PUT", "/x", "If-Match", `"v7"`).Code).To(Equal(http.StatusInternalServerError))
		Expect(m.log.String()).To(ContainSubstring(`it stands in quotes`))
		Expect(m.written).To(BeZero())
	},
		Entry("without quotes", "v7"), Entry("without an end", `"v7`), Entry("with text behind it", `"v7"8`), Entry("that is a list", `"v7", "v8"`),
		Entry("with a blank in front", ` "v7"`), Entry("with a blank inside", `"v 7"`), Entry("weak in small letters", `w/"v7"`),
	)

	It("is in the description, with its headers and statuses", func() {
		m := matchedOn(trierouter.Engine(), v7, flagpack.MatchOptions{Required: true})

		put := m.description()["paths"].(map[string]any)["/x"].(map[string]any)["put"].(map[string]any)
		Expect(put["parameters"]).To(HaveExactElements(
			HaveKeyWithValue("name", "If-Match"), HaveKeyWithValue("name", "If-Unmodified-Since"), HaveKeyWithValue("name", "If-None-Match")))
		Expect(put["responses"]).To(And(HaveKey("412"), HaveKey("428")))
	})

	It("panics without a function that reads the state", func() {
		Expect(func() { flagpack.Match("MATCH", nil, flagpack.MatchOptions{}) }).To(PanicWith("flagpack: MATCH: current is nil"))
	})
})

// version writes itself by its address.
type version struct{ n int }

func (v *version) MarshalJSON() ([]byte, error) { return fmt.Append(nil, v.n), nil }

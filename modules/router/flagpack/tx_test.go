package flagpack_test

import (
	"context"
	"database/sql"
	"errors"
	"io"
	"net/http"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/router"
	"github.com/trefoil-go/trefoil/modules/router/flagpack"
	"github.com/trefoil-go/trefoil/modules/router/muxrouter"
)

// A *sql.Tx fits.
var _ = func(db *sql.DB) router.Pack {
	return flagpack.Tx("TX", router.NewKey[*sql.Tx]("tx"), func(ctx context.Context) (*sql.Tx, error) { return db.BeginTx(ctx, nil) })
}

// journal is a database that writes down what happens to its transactions.
type journal struct {
	steps                            []string
	beginErr, commitErr, rollbackErr error
}

type tx struct{ *journal }

func (j *journal) begin(ctx context.Context) (*tx, error) {
	j.steps = append(j.steps, "begin")
	return &tx{j}, errors.Join(ctx.Err(), j.beginErr)
}

func (t *tx) Commit() error   { t.steps = append(t.steps, "commit"); return t.commitErr }
func (t *tx) Rollback() error { t.steps = append(t.steps, "rollback"); return t.rollbackErr }

var _ = Describe("Tx", func() {
	var j *journal
	var key *router.Key[*tx]

	BeforeEach(func() { j, key = &journal{}, router.NewKey[*tx]("tx") })

	// transacted is a router with a route of flag TX.
	transacted := func(engine router.Engine, fn any) *fixture {
		f := newFixture(router.WithEngine(engine), router.WithPanicPolicy(router.Recover))
		f.Install(flagpack.Tx("TX", key, j.begin))
		f.register("POST TX /x", fn)
		return f
	}

	onEngines("commits", func(engine func() router.Engine) {
		It("when the controller succeeds, before the answer", func() {
			f := transacted(engine(), func(c *router.Context) error {
				t, ok := key.Get(c)
				Expect(ok).To(BeTrue())
				t.steps = append(t.steps, "work")
				return c.Render(1)
			})
			f.BeforeRender("TX", func(_ *router.Context, next func() error) error {
				j.steps = append(j.steps, "render")
				return next()
			})

			Expect(f.do(http.MethodPost, "/x").Code).To(Equal(http.StatusOK))
			Expect(j.steps).To(Equal([]string{"begin", "work", "commit", "render"}))
		})

		DescribeTable("nothing", func(status int, fn any) {
			f := transacted(engine(), fn)

			Expect(f.do(http.MethodPost, "/x").Code).To(Equal(status))
			Expect(j.steps).To(Equal([]string{"begin", "rollback"}))
		},
			Entry("after an error for the client", 409, func(c *router.Context) error { return c.Error(http.StatusConflict, "taken") }),
			Entry("after another error", 500, func(*router.Context) error { return io.ErrUnexpectedEOF }),
			Entry("after a panic", 500, func(*router.Context) error { panic("on purpose") }),
			Entry("after a bug", 500, func(*router.Context) error { return errors.New(**new(*string)) }),
			Entry("after a refusal of an HTTP handler", 422, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(422) })),
			Entry("after a panic of an HTTP handler", 500, http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("x") })),
			Entry("after an input that does not fit", 400, router.In(func(_ *router.Context, _ *struct {
				Name string `json:"name"`
			},
			) (int, error) {
				return 1, nil
			})),
		)
	})

	It("commits what an HTTP handler answered with success", func() {
		f := transacted(muxrouter.Engine(), http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusAccepted) }))

		Expect(f.do(http.MethodPost, "/x").Code).To(Equal(http.StatusAccepted))
		Expect(j.steps).To(Equal([]string{"begin", "commit"}))
	})

	DescribeTable("ends the transaction and lets go on a panic of a hook behind", func(value any, status int) {
		f := transacted(muxrouter.Engine(), func(c *router.Context) error { return c.Render(1) })
		f.BeforeFunctionCall("TX", func(*router.Context, func() error) error { panic(value) })

		Expect(f.do(http.MethodPost, "/x").Code).To(Equal(status))
		Expect(j.steps).To(Equal([]string{"begin", "rollback"}))
	},
		Entry("of any value", "x", 500),
		Entry("of an error for the client", &router.ClientError{Status: 418}, 418),
	)

	It("lets http.ErrAbortHandler through after rolling back", func() {
		f := transacted(muxrouter.Engine(), func(*router.Context) error { panic(http.ErrAbortHandler) })

		Expect(func() { f.do(http.MethodPost, "/x") }).To(PanicWith(MatchError(http.ErrAbortHandler)))
		Expect(j.steps).To(Equal([]string{"begin", "rollback"}))
	})

	It("does not call the controller without a transaction", func() {
		j.beginErr = errors.New("no connection")
		f := transacted(muxrouter.Engine(), func(*router.Context) error { j.steps = append(j.steps, "work"); return nil })

		expectProblem(f.do(http.MethodPost, "/x"), http.StatusInternalServerError, "")
		Expect(j.steps).To(Equal([]string{"begin"}))
		Expect(f.log.String()).To(ContainSubstring(`err="flag TX: begin: no connection"`))
	})

	It("answers and logs a commit that fails as 500, with what rolling back says", func() {
		j.commitErr, j.rollbackErr = errors.New("serialization failure"), errors.New("done already")
		f := transacted(muxrouter.Engine(), func(c *router.Context) error { return c.Render("saved") })

		w := f.do(http.MethodPost, "/x")

		expectProblem(w, http.StatusInternalServerError, "")
		Expect(j.steps).To(Equal([]string{"begin", "commit", "rollback"}))
		Expect(f.log.String()).To(And(ContainSubstring("level=WARN"), ContainSubstring(`err="flag TX: commit: serialization failure\nflag TX: roll back: done already"`)))
	})

	It("lets a commit say what the client is answered", func() {
		j.commitErr = &router.ClientError{Status: http.StatusConflict, Message: "changed meanwhile"}
		f := transacted(muxrouter.Engine(), func(c *router.Context) error { return c.Render("saved") })

		expectProblem(f.do(http.MethodPost, "/x"), http.StatusConflict, "changed meanwhile")
	})

	It("keeps the answer when rolling back fails, and joins the errors", func() {
		j.rollbackErr = errors.New("connection lost")
		var got error
		f := transacted(muxrouter.Engine(), func(c *router.Context) error { return c.Error(http.StatusConflict, "taken") })
		f.AfterResponse(func(c *router.Context) { got = c.Err() })

		expectProblem(f.do(http.MethodPost, "/x"), http.StatusConflict, "taken")
		Expect(got).To(And(MatchError(ContainSubstring("409 taken")), MatchError(j.rollbackErr)))
	})

	It("answers with 500 and logs when rolling back fails behind an answer that was written", func() {
		j.rollbackErr = errors.New("connection lost")
		f := transacted(muxrouter.Engine(), http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(422) }))

		Expect(f.do(http.MethodPost, "/x").Code).To(Equal(http.StatusInternalServerError))
		Expect(f.log.String()).To(ContainSubstring(`err="flag TX: roll back: connection lost"`))
	})

	It("answers with 500 when the commit fails behind an answer that was written", func() {
		j.commitErr = errors.New("serialization failure")
		f := transacted(muxrouter.Engine(), http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "saved") }))

		expectProblem(f.do(http.MethodPost, "/x"), http.StatusInternalServerError, "")
	})

	It("begins after the guards", func() {
		f := newFixture()
		f.Install(flagpack.Tx("TX", key, j.begin), flagpack.Basic("AUTH", router.NewKey[string]("user"), login))
		f.register("POST TX AUTH /x", func(*router.Context) error { return nil })

		Expect(f.do(http.MethodPost, "/x").Code).To(Equal(http.StatusUnauthorized))
		Expect(j.steps).To(BeEmpty())
	})

	It("is a body of nine lines when an application writes it itself", func() {
		f := newFixture()
		f.BeforeFunctionCall("TX", func(c *router.Context, next func() error) error {
			t, err := j.begin(c.Context())
			if err != nil {
				return err
			}
			key.Set(c, t)
			if err := next(); err != nil {
				return errors.Join(err, t.Rollback())
			}
			return t.Commit()
		})
		f.Register(router.Controllers{
			"POST TX /good": func(*router.Context) error { return nil },
			"POST TX /bad":  func(c *router.Context) error { return c.Error(http.StatusConflict, "") },
		})

		Expect([]int{f.do(http.MethodPost, "/good").Code, f.do(http.MethodPost, "/bad").Code}).To(Equal([]int{204, 409}))
		Expect(strings.Join(j.steps, " ")).To(Equal("begin commit begin rollback"))
	})

	It("says in the description what it does", func() {
		f := transacted(muxrouter.Engine(), func(*router.Context) error { return nil })

		Expect(f.description()["x-flags"]).To(Equal(map[string]any{"TX": "Runs in a transaction: all changes are made, or none."}))
	})

	DescribeTable("panics without", func(message string, call func()) {
		Expect(call).To(PanicWith("flagpack: TX: " + message))
	},
		Entry("a key", "the key of the transaction is nil", func() { flagpack.Tx[*tx]("TX", nil, new(journal).begin) }),
		Entry("begin", "begin is nil", func() { flagpack.Tx("TX", router.NewKey[*tx]("tx"), nil) }),
	)
})

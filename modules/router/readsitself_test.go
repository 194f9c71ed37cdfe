package router_test

import (
	"encoding/json"
	"errors"
	"io/fs"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/router"
)

// plan is read from a file of plans, whose path clients must not hear.
type plan string

func (p *plan) UnmarshalText(text []byte) error {
	switch string(text) {
	case "basic":
		*p = plan(text)
		return nil
	case "retired":
		return &router.ClientError{Status: 409, Message: "this plan is no longer sold", Err: errNoPlan}
	case "coded":
		return &router.InputError{Fields: []router.FieldError{{Detail: "this plan is no longer sold", Code: "retired"}}}
	}
	return errNoPlan
}

var errNoPlan = &fs.PathError{Op: "open", Path: "/srv/secret/plans.db", Err: errors.New("SELECT name FROM plans")}

// money is an object of its own.
type money struct{ cents int }

func (m *money) UnmarshalJSON(text []byte) error {
	var in struct {
		Plan  plan `json:"plan"`
		Cents int  `json:"cents"`
	}
	if err := json.Unmarshal(text, &in); err != nil {
		return err
	}
	m.cents = in.Cents
	return nil
}

type order struct {
	InQuery  plan   `query:"plan"`
	List     []plan `query:"list"`
	InHeader plan   `header:"X-Plan"`
	Cookie   *plan  `cookie:"plan"`

	InBody router.Opt[plan] `json:"plan,omitzero"`
	Names  map[plan]int     `json:"names,omitempty"`
	Price  money            `json:"price,omitzero"`
}

var _ = Describe("A type that reads itself", func() {
	var f *fixture

	BeforeEach(func() {
		f = newFixture(router.WithEnvironment(router.Production))
		register(f, "GET /plans/:plan", func(_ *router.Context, p plan) (plan, error) { return p, nil })
		register(f, "POST /in/:plan", router.In(func(*router.Context, *struct {
			Plan plan `path:"plan"`
		},
		) (router.None, error) {
			return router.None{}, nil
		}))
		register(f, "POST /orders", router.In(func(*router.Context, *order) (router.None, error) { return router.None{}, nil }))
	})

	DescribeTable("refuses a value without the text of its error, which is for the log",
		func(method, target, header, body string, status int, detail string) {
			name, value, _ := strings.Cut(header, ": ")

			w := f.do(method, target, body, "Content-Type", "application/json", name, value)

			expectProblem(w, status, detail)
			Expect(w.Body.String()).To(And(Not(ContainSubstring("secret")), Not(ContainSubstring("SELECT")), ContainSubstring(`"code":"`)))
			Expect(f.log.String()).To(ContainSubstring("open /srv/secret/plans.db: SELECT name FROM plans"))
		},
		Entry("of a path", "GET", "/plans/gold", "", "", 400, `path parameter "plan": "gold" cannot be read as plan`),
		Entry("of a path in a struct", "POST", "/in/gold", "", "", 400, `path parameter "plan": "gold" cannot be read as plan`),
		Entry("of a query", "POST", "/orders?plan=gold", "", "{}", 400, `query parameter "plan": "gold" cannot be read as plan`),
		Entry("of a list", "POST", "/orders?list=basic&list=gold", "", "{}", 400, `query parameter "list": "gold" cannot be read as plan`),
		Entry("of a header", "POST", "/orders", "X-Plan: gold", "{}", 400, `header parameter "X-Plan": "gold" cannot be read as plan`),
		Entry("of a cookie", "POST", "/orders", "Cookie: plan=gold", "{}", 400, `cookie parameter "plan": "gold" cannot be read as plan`),
		Entry("of a member", "POST", "/orders", "", `{"plan":"gold"}`, 422, `/plan: "gold" cannot be read as plan`),
		Entry("of a name", "POST", "/orders", "", `{"names":{"gold":1}}`, 422, `/names/gold: the name: "gold" cannot be read as plan`),
		Entry("of JSON", "POST", "/orders", "", `{"price":{"plan":"gold"}}`, 422, `/price: an object cannot be read as money`),
	)

	DescribeTable("says in its own words what a *ClientError or an *InputError says",
		func(target, body string, status int, detail, code string) {
			w := f.do("POST", target, body, "Content-Type", "application/json")

			expectProblem(w, status, detail)
			Expect(w.Body.String()).To(ContainSubstring(`"code":"` + code + `"`))
		},
		Entry("of a query", "/orders?plan=retired", "{}", 400, `query parameter "plan": this plan is no longer sold`, "unreadable"),
		Entry("of a member", "/orders", `{"plan":"retired"}`, 422, `/plan: this plan is no longer sold`, "unreadable"),
		Entry("of JSON", "/orders", `{"price":{"plan":"retired"}}`, 422, `/price: this plan is no longer sold`, "unreadable"),
		Entry("of a query, with a code", "/orders?plan=coded", "{}", 400, `query parameter "plan": this plan is no longer sold`, "retired"),
		Entry("of a member, with a code", "/orders", `{"plan":"coded"}`, 422, `/plan: this plan is no longer sold`, "retired"),
	)
})

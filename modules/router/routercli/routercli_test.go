package routercli_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/router"
	"github.com/trefoil-go/trefoil/modules/router/routercli"
)

// table is a router of some routes with a description.
type table struct {
	routes []routercli.RouteInfo
	text   string
	err    error
}

func (t table) Routes() ([]routercli.RouteInfo, error) { return t.routes, t.err }

func (t table) Load(context.Context) (*apidoc.Document, error) {
	if t.err != nil {
		return nil, t.err
	}
	return apidoc.New(apidoc.Outline{}, apidoc.Memory{}, apidoc.Text{Data: []byte(t.text)}), nil
}

const (
	served       = `{"openapi":"3.1.0","paths":{"/users":{"get":{}}}}`
	withUsers    = "{\n  \"openapi\": \"3.1.0\",\n  \"paths\": {\n    \"/users\": {\n      \"get\": {}\n    }\n  }\n}"
	withNothing  = `{"openapi":"3.1.0","paths":{}}`
	oneBreaks    = "breaking: GET /users: the operation is gone (/paths/~1users/get)\n1 breaking, 0 compatible change(s)\n"
	oneIsFine    = "compatible: GET /users: the operation is new (/paths/~1users/get)\n0 breaking, 1 compatible change(s)\n"
	nothingIsNew = "0 breaking, 0 compatible change(s)\n"
)

func users() table {
	login := routercli.HookInfo{Stage: "beforeFunctionCall", Flag: "AUTH", Name: "login", Order: 1, File: "/src/auth.go", Line: 7}
	audit := routercli.HookInfo{Stage: "beforeResponse", Name: "audit"}
	return table{text: served, routes: []routercli.RouteInfo{
		{Method: "GET", Path: "/users/:id", Key: "GET /users/:id", Function: "api.showUser", File: "/src/api/users.go", Line: 20, Summary: "Show a user"},
		{Method: "DELETE", Path: "/users/:id", Key: "DELETE AUTH ADMIN /users/:id", Flags: []string{"AUTH", "ADMIN"}, Function: "api.removeUser", File: "/src/api/users.go", Line: 100, Hooks: []routercli.HookInfo{login, audit}, Reflective: true},
		{Method: "GET", Path: "/", Key: "GET /", Function: "http.Handler", Hidden: true},
	}}
}

var _ = Describe("Run", func() {
	var stdout, stderr *bytes.Buffer

	BeforeEach(func() {
		stdout, stderr = &bytes.Buffer{}, &bytes.Buffer{}
	})

	run := func(r routercli.Router, args ...string) int {
		GinkgoHelper()
		code, handled := routercli.Run(r, args, stdout, stderr)
		Expect(handled).To(BeTrue())
		return code
	}

	DescribeTable("leaves to the application what it does not know",
		func(args ...string) {
			code, handled := routercli.Run(users(), args, stdout, stderr)

			Expect(handled).To(BeFalse())
			Expect(code).To(BeZero())
			Expect(stdout.Len() + stderr.Len()).To(BeZero())
		},
		Entry("no command"),
		Entry("an own command", "migrate", "-all"),
		Entry("a flag", "-h"),
		Entry("a command in another case", "Routes"),
	)

	It("lists the routes", func() {
		Expect(run(users(), "routes")).To(BeZero())
		Expect(stdout.String()).To(Equal(strings.TrimLeft(`
METHOD  FLAGS       PATH        FUNCTION          FILE          HOOKS
GET     -           /users/:id  api.showUser      users.go:20   -
DELETE  AUTH ADMIN  /users/:id  api.removeUser *  users.go:100  login, audit
GET     -           /           http.Handler -    -             -

* called by reflection, which is slow: wrap the function in router.F0 to F4 or router.In
- not in the description
`, "\n")))
	})

	It("lists the groups where there are some", func() {
		grouped := users()
		grouped.routes[1].Group = "/v1 > AUTH /users"

		Expect(run(grouped, "routes")).To(BeZero())
		Expect(stdout.String()).To(HavePrefix(strings.TrimLeft(`
METHOD  FLAGS       PATH        FUNCTION          FILE          HOOKS         GROUP
GET     -           /users/:id  api.showUser      users.go:20   -             -
DELETE  AUTH ADMIN  /users/:id  api.removeUser *  users.go:100  login, audit  /v1 > AUTH /users
`, "\n")))
	})

	It("lists the hooks of a pack by its flag, once", func() {
		packed := users()
		packed.routes[1].Hooks = []router.HookInfo{
			{Stage: "beforeFunctionCall", Flag: "AUTH", Pack: true, Name: "flagpack.(*authentication[...]).pack.func2.1"},
			{Stage: "beforeFunctionCall", Flag: "ADMIN", Name: "login"},
			{Stage: "beforeResponse", Flag: "AUTH", Pack: true, Name: "flagpack.(*cors).respond"},
			{Stage: "afterResponse", Pack: true, Name: "otelpack.describe"},
		}

		Expect(run(packed, "routes")).To(BeZero())
		Expect(stdout.String()).To(ContainSubstring("users.go:100  AUTH, login, otelpack.describe\n"))
	})

	It("lists the hooks of every route in the order they run", func() {
		Expect(run(users(), "routes", "-hooks")).To(BeZero())
		Expect(stdout.String()).To(ContainSubstring(strings.TrimLeft(`
DELETE  AUTH ADMIN  /users/:id            api.removeUser *  users.go:100  2
        AUTH          beforeFunctionCall  login             auth.go:7
        -             beforeResponse      audit             -
GET     -           /                     http.Handler -    -             0
`, "\n")))
	})

	It("says which of two routes that cross is meant", func() {
		crossing := users()
		crossing.routes = crossing.routes[:1]
		crossing.routes[0].Before = []string{"GET /:kind/me"}

		Expect(run(crossing, "routes")).To(BeZero())
		Expect(stdout.String()).To(HaveSuffix("\n\nGET /users/:id wins over GET /:kind/me: its leftmost literal does\n"))
	})

	It("explains no mark that is not there", func() {
		fast := users()
		fast.routes = fast.routes[:1]

		Expect(run(fast, "routes")).To(BeZero())
		Expect(stdout.String()).To(HaveSuffix("users.go:20  -\n"))
	})

	It("lists the routes as JSON", func() {
		one := users()
		one.routes = one.routes[1:2]

		Expect(run(one, "routes", "-json")).To(BeZero())
		Expect(stdout.String()).To(MatchJSON(`[{
			"method": "DELETE", "path": "/users/:id", "key": "DELETE AUTH ADMIN /users/:id", "flags": ["AUTH", "ADMIN"],
			"function": "api.removeUser", "file": "/src/api/users.go", "line": 100,
			"reflective": true, "hidden": false, "before": [], "summary": "", "hooks": [
				{"stage": "beforeFunctionCall", "guard": false, "pack": false, "flag": "AUTH", "name": "login", "order": 1, "file": "/src/auth.go", "line": 7},
				{"stage": "beforeResponse", "guard": false, "pack": false, "flag": "", "name": "audit", "order": 0, "file": "", "line": 0}
			]
		}]`))
	})

	It("lists no routes as JSON with empty lists", func() {
		Expect(run(table{}, "routes", "-json")).To(BeZero())
		Expect(stdout.String()).To(Equal("[]\n"))

		stdout.Reset()
		Expect(run(table{routes: make([]routercli.RouteInfo, 1)}, "routes", "-json")).To(BeZero())
		Expect(stdout.String()).To(And(ContainSubstring(`"flags": []`), ContainSubstring(`"hooks": []`)))
	})

	It("writes the description, indented", func() {
		Expect(run(users(), "doc")).To(BeZero())
		Expect(stdout.String()).To(Equal(withUsers))
	})

	It("says what it can do", func() {
		Expect(run(table{}, "help")).To(BeZero())
		Expect(stdout.String()).To(And(ContainSubstring("routes [-json] [-hooks]"), ContainSubstring("doc [-o FILE] [-against OLD.json]")))
	})

	DescribeTable("refuses wrong usage",
		func(message string, args ...string) {
			Expect(run(users(), args...)).To(Equal(2))
			Expect(stderr.String()).To(HavePrefix(message))
			Expect(stdout.String()).To(BeEmpty())
		},
		Entry("an unknown flag", "flag provided but not defined: -xml", "routes", "-xml"),
		Entry("an argument", `routes: unexpected argument "users"`, "routes", "users"),
		Entry("an argument of doc", `doc: unexpected argument "openapi.json"`, "doc", "openapi.json"),
		Entry("an argument of help", `help: unexpected argument "doc"`, "help", "doc"),
		Entry("a flag without its value", "flag needs an argument: -o", "doc", "-o"),
	)

	It("explains a command that is asked for help", func() {
		Expect(run(users(), "doc", "-h")).To(BeZero())
		Expect(stderr.String()).To(ContainSubstring("-against OLD.json"))
		Expect(stdout.String()).To(BeEmpty())
	})

	DescribeTable("says the mistakes of a table",
		func(command string) {
			broken := &router.TableError{Mistakes: []router.Mistake{{Route: "GET users", Message: "a path begins with a slash"}}}

			Expect(run(table{err: broken}, command)).To(Equal(1))
			Expect(stderr.String()).To(Equal("router: 1 problem(s) in the route table\n  \"GET users\": a path begins with a slash\n"))
			Expect(stdout.String()).To(BeEmpty())
		},
		Entry("when it lists them", "routes"),
		Entry("when it describes them", "doc"),
	)

	It("says that its output cannot be written", func() {
		code, handled := routercli.Run(users(), []string{"doc"}, full{}, stderr)

		Expect(handled).To(BeTrue())
		Expect(code).To(Equal(1))
		Expect(stderr.String()).To(Equal("write the output: no room\n"))
	})

	Context("with files", func() {
		var old, file string

		BeforeEach(func() {
			dir := GinkgoT().TempDir()
			old, file = filepath.Join(dir, "old.json"), filepath.Join(dir, "new.json")
			Expect(os.WriteFile(old, []byte(withUsers), 0o600)).To(Succeed())
		})

		It("writes the description to one", func() {
			Expect(run(users(), "doc", "-o", file)).To(BeZero())
			Expect(os.ReadFile(file)).To(BeEquivalentTo(withUsers))
			Expect(stdout.String()).To(BeEmpty())
		})

		It("keeps one that says the same already", func() {
			Expect(os.Chmod(old, 0o400)).To(Succeed())
			before, err := os.Stat(old)
			Expect(err).NotTo(HaveOccurred())

			Expect(run(users(), "doc", "-o", old)).To(BeZero())

			after, err := os.Stat(old)
			Expect(err).NotTo(HaveOccurred())
			Expect(after.ModTime()).To(Equal(before.ModTime()))
		})

		It("fails on a breaking change and keeps the file", func() {
			Expect(run(table{text: withNothing}, "doc", "-against", old, "-o", old)).To(Equal(1))
			Expect(stdout.String()).To(Equal(oneBreaks))
			Expect(stderr.String()).To(BeEmpty())
			Expect(os.ReadFile(old)).To(BeEquivalentTo(withUsers))
		})

		It("takes compatible changes over", func() {
			Expect(os.WriteFile(old, []byte(withNothing), 0o600)).To(Succeed())

			Expect(run(users(), "doc", "-against", old, "-o", old)).To(BeZero())
			Expect(stdout.String()).To(Equal(oneIsFine))
			Expect(os.ReadFile(old)).To(BeEquivalentTo(withUsers))
		})

		It("says that nothing changed", func() {
			Expect(run(users(), "doc", "-against", old)).To(BeZero())
			Expect(stdout.String()).To(Equal(nothingIsNew))
		})

		It("compares the tables of two releases", func() {
			release := func(routes router.Controllers) routercli.Router {
				r := router.New()
				r.Register(routes)
				return r
			}
			show := router.F1(func(*router.Context, int) (string, error) { return "", nil })
			byName := router.F1(func(*router.Context, string) (string, error) { return "", nil })
			Expect(run(release(router.Controllers{"GET /users/:id": show, "GET /old": hello}), "doc", "-o", file)).To(BeZero())

			Expect(run(release(router.Controllers{"GET /users/:name": byName, "GET /new": hello}), "doc", "-against", file)).To(Equal(1))

			Expect(stdout.String()).To(And(
				ContainSubstring("breaking: GET /old: the operation is gone"),
				ContainSubstring("compatible: GET /new: the operation is new"),
				ContainSubstring(`compatible: GET /users/{name}: the path parameter "name" was named "id"`),
				ContainSubstring(`compatible: GET /users/{name}: path parameter "name": the type was integer and is string`),
				HaveSuffix("1 breaking, 4 compatible change(s)\n"),
			))
		})

		DescribeTable("says which file cannot be used",
			func(message string, args ...string) {
				Expect(os.WriteFile(file, []byte("{"), 0o600)).To(Succeed())
				for i, arg := range args {
					args[i] = strings.ReplaceAll(arg, "DIR", filepath.Dir(file))
				}

				Expect(run(users(), append([]string{"doc"}, args...)...)).To(Equal(1))
				Expect(stderr.String()).To(HavePrefix(strings.ReplaceAll(message, "DIR", filepath.Dir(file))))
			},
			Entry("a missing one", "read the old description: open DIR/none.json: ", "-against", "DIR/none.json"),
			Entry("one that is no description", "compare with DIR/new.json: read the old description: ", "-against", "DIR/new.json"),
			Entry("a folder that does not exist", "write the description: open DIR/none/a.json: ", "-o", "DIR/none/a.json"),
		)
	})
})

func hello(c *router.Context) error { return c.Render("hi") }

// full is an output without room.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no room") }

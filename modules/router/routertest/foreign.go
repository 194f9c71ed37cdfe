package routertest

import (
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/trefoil-go/trefoil/modules/router"
)

// foreignTable is a table that another router tests its precedence with.
//
// A line of cases is a path, with a method in front of it that is not GET, and
// the route that answers it with its values, or a status: 404, or 405 and 204
// with what the path allows. What another router answers otherwise has the reason
// behind "--".
type foreignTable struct{ name, routes, cases string }

func testForeignTable(t *testing.T, e router.Engine, table foreignTable) {
	h := build(t, e, readRoutes(table.routes))
	for line := range strings.Lines(table.cases) {
		text, _, _ := strings.Cut(line, "--")
		if words := strings.Fields(text); len(words) > 0 {
			c := foreignCase(words)
			t.Run(c.name(), func(t *testing.T) { c.check(t, h) })
		}
	}
}

func foreignCase(words []string) conformance {
	method := http.MethodGet
	if !strings.HasPrefix(words[0], "/") {
		method, words = words[0], words[1:]
	}
	target, rest := words[0], words[2:]
	switch words[1] {
	case "404":
		return missing(method, target)
	case "405":
		return notAllowed(method, target, strings.Join(rest, ", "))
	case "204":
		return options(target, strings.Join(rest, ", "))
	}
	values := make([]string, len(rest))
	for i, value := range rest {
		values[i] = strings.Trim(value, `"`) // "" is an empty value
	}
	return found(method, target, method+" "+words[1], values...)
}

// readRoutes reads route strings, one or more methods and a path a line.
func readRoutes(lines string) []string {
	var keys []string
	for line := range strings.Lines(lines) {
		methods, path, found := strings.Cut(strings.TrimSpace(line), " ")
		for method := range strings.SplitSeq(methods, ",") {
			if found {
				keys = append(keys, method+" "+path)
			}
		}
	}
	return keys
}

// testRefused starts tables that other routers take, or take in part, and that are
// refused here. Each has its reason, with which the text of a mistake begins.
func testRefused(t *testing.T, e router.Engine) {
	for _, refused := range []struct {
		keys []string
		why  string
	}{
		{[]string{"GET /foo/:name", "GET /foo/:names"}, `same route as "GET /foo/:name"`},
		{[]string{"GET /src/*filepath", "GET /src/*filepathx"}, `same route as "GET /src/*filepath"`},
		{[]string{"GET /con:tact", "GET /con:nection"}, `same route as "GET /con:tact"`},
		{[]string{"GET /info", "GET /info"}, `same route as "GET /info"`},
		{[]string{"GET /article/:id//related"}, `offset 17: empty segment: "//" never matches a request`},
		{[]string{"GET /user:"}, `offset 9: parameter without a name: write :name, or \: for a colon`},
		{[]string{"GET /user:/"}, `offset 9: parameter without a name: write :name, or \: for a colon`},
		{[]string{"GET /cmd/:/"}, `offset 9: parameter without a name: write :name, or \: for a colon`},
		{[]string{"GET /src/*"}, `offset 9: parameter without a name: write *name`},
		{[]string{"GET /src/*filepath/x"}, `offset 9: *filepath must be the last segment: it takes the rest of the path`},
		{[]string{"GET /users/*rest/action*"}, `offset 11: *rest must be the last segment: it takes the rest of the path`},
		{[]string{"GET /foo/x*zy"}, `offset 10: '*' in a literal segment: a catch-all fills a whole segment`},
		{[]string{"GET /non-leading-*catchall"}, `offset 17: '*' in a literal segment: a catch-all fills a whole segment`},
		{[]string{"GET /:foo*bar"}, `offset 9: '*' in a literal segment: a catch-all fills a whole segment`},
		{[]string{"GET /articles/:id/:id"}, `offset 18: parameter id appears twice`},
		{[]string{"GET /:1/second"}, `offset 6: "1" is not a name of a parameter: names are [A-Za-z_][A-Za-z0-9_]*; write \: for a colon`},
		{[]string{"GET /articles/{id}"}, `offset 14: '{' in a literal segment: write :name for a parameter`},
		{[]string{"GET /articles/{id:^[0-9]+}"}, `offset 14: '{' in a literal segment: write :name for a parameter`},
		{[]string{"GET /what's up"}, `offset 12: unexpected "up" behind the path: flags stand before it, and a path has no blanks`},
		{[]string{"GET users"}, `offset 4: "users" is neither a flag nor a path: flags are [A-Z][A-Z0-9_]*, paths begin with "/"`},
		{[]string{"GET"}, `offset 3: has no path: it begins with "/"`},
		{[]string{"INVALID/user/:id"}, `offset 0: "INVALID/user/:id" is not a method: use one of GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, QUERY`},
		{[]string{"GET/user/:id"}, `offset 0: "GET/user/:id" is not a method: use one of GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, QUERY`},
		{[]string{"COPY /users"}, `offset 0: "COPY" is not a method: use one of GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, QUERY`},
		{[]string{"/users"}, `offset 0: has no method: write it before the path, such as "GET /users"`},
		{[]string{"GET /:a/:b/:c/:d/:e/:f/:g/:h/:i/:j/:k/:l/:m/:n/:o/:p/:q/:r/:s/:t"}, `offset 29: more than 8 parameters`},
	} {
		t.Run(strings.Join(refused.keys, ", "), func(t *testing.T) {
			r := router.New(router.WithEngine(e), router.WithLogger(nil))
			for _, key := range refused.keys {
				r.Register(router.Controllers{key: func(http.ResponseWriter, *http.Request) {}})
			}
			_, err := r.Handler()
			var mistakes *router.TableError
			if !errors.As(err, &mistakes) || !slices.ContainsFunc(mistakes.Mistakes, func(m router.Mistake) bool { return strings.HasPrefix(m.Message, refused.why) }) {
				t.Errorf("got %v, want %s", err, refused.why)
			}
		})
	}
}

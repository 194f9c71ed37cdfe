package routertest

import (
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"

	"github.com/trefoil-go/trefoil/modules/core/problem"
	"github.com/trefoil-go/trefoil/modules/router"
)

// testFaults asks for the codes of the faults of a path, a query and a body at once.
func testFaults(t *testing.T, e router.Engine) {
	t.Helper()
	h := handler(t, e, router.Controllers{"POST /teams/:team/members/*rest": router.In(func(*router.Context, *struct {
		Team string `path:"team" maxLength:"3"`
		Rest string `path:"rest" pattern:"^[a-z/]*$"`
		Sort string `query:"sort" enum:"up,down"`
		Name string `json:"name" minLength:"2"`
	},
	) (router.None, error) {
		return router.None{}, nil
	})})
	for target, want := range map[string][]problem.FieldError{
		"/teams/abc/members/a/b?sort=up": {{In: "body", Pointer: "/name", Code: problem.CodeMinLength, Limit: "2"}},
		"/teams/abcd/members/1?sort=x": {
			{In: "path", Name: "team", Code: problem.CodeMaxLength, Limit: "3"},
			{In: "path", Name: "rest", Code: problem.CodePattern, Pattern: "^[a-z/]*$"},
			{In: "query", Name: "sort", Code: problem.CodeEnum, Allowed: []any{"up", "down"}},
			{In: "body", Pointer: "/name", Code: problem.CodeMinLength, Limit: "2"},
		},
	} {
		r := httptest.NewRequest(http.MethodPost, target, strings.NewReader(`{"name":"I"}`))
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		p, err := problem.Read(w.Body.Bytes())
		if err != nil || w.Code != http.StatusUnprocessableEntity {
			t.Fatalf("%s: status %d, %v, want a problem of 422", target, w.Code, err)
		}
		for i := range p.Errors {
			p.Errors[i].Detail = "" // for people
		}
		if !reflect.DeepEqual(p.Errors, want) {
			t.Errorf("%s: faults %v, want %v", target, p.Errors, want)
		}
	}
}

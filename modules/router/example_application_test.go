package router_test

import (
	"strings"
	"testing"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/router"
	"github.com/trefoil-go/trefoil/modules/router/routertest"
)

// newMembers makes the application that the tests below are about.
func newMembers(opts ...router.Option) *router.Router {
	r := router.New(opts...)
	r.Flag(router.Flag{Name: "AUTH", Security: router.APIKey("token", apidoc.InHeader, "X-Token")})
	r.Guard("AUTH", func(c *router.Context) error {
		if c.Header("X-Token") != "secret" {
			return c.Error(403, "invalid login")
		}
		return nil
	})
	r.Register(router.Controllers{
		"GET /members/:id":  router.F1(showMember),
		"PUT AUTH /members": router.In(func(_ *router.Context, in *newMember) (member, error) { return member{7, in.Name}, nil }),
	})
	return r
}

type newMember struct {
	Name string `json:"name"`
}

// The tests of docs/howto/test-an-application.md.
func TestMembers(t *testing.T) {
	r := newMembers(router.WithEnvironment(router.Test))

	var got member
	routertest.Call(t, r, "GET /members/:id", 7).Status(200).JSON(&got)
	if got.ID != 7 {
		t.Errorf("got %+v", got)
	}
	routertest.Call(t, r, "GET /members/:id", "seven").Status(400)

	ida := routertest.JSON(newMember{Name: "Ida"})
	routertest.Call(t, r, "PUT AUTH /members", ida).Status(403)
	routertest.Call(t, r, "PUT AUTH /members", ida, routertest.Header("X-Token", "secret")).Status(200)
}

// A status that the description does not have is a 500 in the environment test.
func TestUndocumentedAnswer(t *testing.T) {
	r := router.New(router.WithEnvironment(router.Test), router.WithLogger(silent()))
	r.Register(router.Controllers{"GET /tea": router.F0(func(c *router.Context) (string, error) {
		return "", c.Error(418, "a teapot")
	})})

	answer := routertest.Call(t, r, "GET /tea").Status(500)
	if !strings.Contains(string(answer.Body), "not what the description says") {
		t.Errorf("got %s", answer.Body)
	}
}

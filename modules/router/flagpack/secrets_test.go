package flagpack_test

import (
	"encoding/base64"
	"errors"
	"fmt"
	"net/http/httptest"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/router"
	"github.com/trefoil-go/trefoil/modules/router/flagpack"
)

// canary is the secret that must not come out anywhere, in no spelling.
const canary = "c4nary5ecret"

// outcomes are the ways in which verify ends; none of them tells the secret.
var outcomes = map[string]func() (string, error){
	"let in":     func() (string, error) { return "Ida", nil },
	"denied":     func() (string, error) { return "", fmt.Errorf("of Ida: %w", flagpack.ErrDenied) },
	"forbidden":  func() (string, error) { return "", &router.ClientError{Status: 403, Message: "no"} },
	"an outage":  func() (string, error) { return "", errors.New("down") },
	"a panic":    func() (string, error) { panic("verify panicked") },
	"a nil call": func() (string, error) { var f func() (string, error); return f() },
}

// sendings are requests with the secret, well formed or not.
var sendings = map[string][]string{
	"name and password": {"Authorization", basicOf("Ida:" + canary)},
	"no colon":          {"Authorization", basicOf(canary)},
	"no base64":         {"Authorization", "Basic !" + canary},
	"a token":           {"Authorization", "Bearer " + canary},
	"no token":          {"Authorization", "Bearer ;" + canary},
	"twice":             {"Authorization", basicOf(canary), "Authorization", "Bearer " + canary},
	"too long":          {"Authorization", "Basic " + strings.Repeat(canary, 400)},
	"no scheme":         {"Authorization", canary},
	"a key":             {"X-Key", canary},
	"two keys":          {"X-Key", canary, "X-Key", canary},
	"no text":           {"X-Key", canary + "\x01"},
	"a cookie":          {"Cookie", "key=" + canary},
}

// tells looks for the secret in what came out.
func tells(f *fixture, w *httptest.ResponseRecorder) string {
	all := fmt.Sprint(w.Code, w.Result().Header, w.Body, f.log.String())
	encoded := base64.StdEncoding.EncodeToString([]byte("Ida:" + canary))
	for _, secret := range []string{canary, encoded, base64.StdEncoding.EncodeToString([]byte(canary))} {
		if strings.Contains(all, secret) {
			return all
		}
	}
	return ""
}

var _ = Describe("Secrets", func() {
	packs := map[string]func(user *router.Key[string], end func() (string, error)) router.Pack{
		"Basic": func(user *router.Key[string], end func() (string, error)) router.Pack {
			return flagpack.Basic("AUTH", user, func(*router.Context, string, string) (string, error) { return end() })
		},
		"Bearer": func(user *router.Key[string], end func() (string, error)) router.Pack {
			return flagpack.Bearer("AUTH", user, func(*router.Context, string) (string, error) { return end() })
		},
		"APIKey in a header": func(user *router.Key[string], end func() (string, error)) router.Pack {
			return flagpack.APIKey("AUTH", user, apidoc.InHeader, "X-Key", func(*router.Context, string) (string, error) { return end() })
		},
		"APIKey in a cookie": func(user *router.Key[string], end func() (string, error)) router.Pack {
			return flagpack.APIKey("AUTH", user, apidoc.InCookie, "key", func(*router.Context, string) (string, error) { return end() })
		},
		"APIKey in the query": func(user *router.Key[string], end func() (string, error)) router.Pack {
			return flagpack.APIKey("AUTH", user, apidoc.InQuery, "key", func(*router.Context, string) (string, error) { return end() })
		},
	}

	DescribeTable("stay where they are", func(environment router.Environment) {
		statuses := map[int]bool{}
		for pack, install := range packs {
			for outcome, end := range outcomes {
				user := router.NewKey[string]("user")
				f := newFixture(router.WithEnvironment(environment))
				f.Install(install(user, end), flagpack.Limit("LIMIT", flagpack.LimitOptions{
					Rate: 0.1, Burst: 5, By: func(*router.Context) string { return canary },
				}), flagpack.Cache("CACHE", flagpack.CacheOptions{Public: true}))
				f.register("GET AUTH LIMIT CACHE /me", whoAmI(user))
				for sending, headers := range sendings {
					w := f.get("/me?key="+canary, headers...)
					statuses[w.Code] = true

					Expect(tells(f, w)).To(BeEmpty(), "%s, %s, %s", pack, outcome, sending)
				}
			}
		}
		Expect(statuses).To(Equal(map[int]bool{200: true, 400: true, 401: true, 403: true, 429: true, 500: true}))
	},
		Entry("in production", router.Production),
		Entry("in development", router.Development),
		Entry("in tests", router.Test),
	)

	It("would be found, had verify told them", func() {
		f := newFixture(router.WithEnvironment(router.Development))
		f.Install(flagpack.Bearer("AUTH", router.NewKey[string]("user"), func(_ *router.Context, token string) (string, error) {
			return "", fmt.Errorf("token %s: down", token)
		}))
		f.register("GET AUTH /me", func(*router.Context) error { return nil })

		Expect(tells(f, f.get("/me", "Authorization", "Bearer "+canary))).NotTo(BeEmpty())
	})
})

package api

import (
	"crypto/subtle"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/router"
)

// AuthFlag is the flag of routes that need a login.
const AuthFlag = "AUTH"

// Auth declares AuthFlag: what it means for the description of the API.
func Auth() router.Flag {
	return router.Flag{Name: AuthFlag, Description: "For passengers who have logged in.", Security: router.Basic()}
}

// Login returns the hook behind AuthFlag. It lets one user in and answers
// everybody else with 403.
func Login(user, password string) core.Hook {
	point := core.HookPoint{Stage: core.BeforeFunctionCall, Flag: AuthFlag, Name: "api.Login"}
	return core.HookAt(point, func(x core.Exchange, next func() error) error {
		u, p, ok := x.Request().BasicAuth()
		if !ok || !equal(u, user) || !equal(p, password) {
			return &core.ClientError{Status: 403, Message: "log in first: this route is for passengers"}
		}
		return next()
	})
}

func equal(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }

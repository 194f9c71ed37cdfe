// Package frameworks serves one API with every framework that is compared, each
// the way its documentation shows it and with its defaults:
//
//	h := frameworks.Gin()
//	h.ServeHTTP(w, httptest.NewRequest("GET", "/users/7", nil))
//
// The routes are
//
//	GET  /empty/:id            204
//	GET  /users/:id            200, a user as JSON
//	GET  /users                200, a thousand users as JSON, about 70 kB
//	GET  /guarded/:id          the same behind two hooks or middlewares
//	POST /users                201, the user that was decoded and validated, or 422
//	GET  /five/:a/:b/:c/:d/:e  200, the five values as JSON
//	GET  /stream               200, a thousand users as server-sent events
//
// and forty more that nobody asks for.
package frameworks

import (
	"fmt"
	"strings"
)

// User is what most routes answer with.
type User struct {
	ID     int    `json:"id"`
	Name   string `json:"name"`
	Email  string `json:"email"`
	Active bool   `json:"active"`
}

func find(id int) User { return User{id, "Ada Lovelace", "ada@example.com", true} }

// Many are the users of the list and of the stream, the same for each request.
var Many = func() []User {
	users := make([]User, 1000)
	for i := range users {
		users[i] = find(i)
	}
	return users
}()

// EventName is the name of the events of the stream.
const EventName = "user"

// Five is the path values of a route that has five.
type Five struct {
	A string `json:"a"`
	B string `json:"b"`
	C string `json:"c"`
	D string `json:"d"`
	E string `json:"e"`
}

// newUser is the body of POST /users for go-playground/validator. The other
// validators have the same limits in their own tags.
type newUser struct {
	Name    string `json:"name" binding:"min=2,max=64"`
	Email   string `json:"email" binding:"email"`
	Age     int    `json:"age" binding:"gte=0"`
	City    string `json:"city" binding:"max=80"`
	Country string `json:"country" binding:"min=2,max=2"`
}

func (n *newUser) user() User { return User{7, n.Name, n.Email, true} }

// The headers that the two hooks, or middlewares, of /guarded/:id ask for.
const (
	TenantHeader = "X-Tenant"
	TokenHeader  = "X-Token"
)

const fillers = 40

// fillerPaths are the paths of the routes that nobody asks for.
func fillerPaths() []string {
	var paths []string
	for i := range fillers / 2 {
		paths = append(paths, fmt.Sprintf("/resource%d", i), fmt.Sprintf("/resource%d/:id", i))
	}
	return paths
}

// braced writes ":id" as "{id}".
func braced(path string) string {
	segments := strings.Split(path, "/")
	for i, s := range segments {
		if name, ok := strings.CutPrefix(s, ":"); ok {
			segments[i] = "{" + name + "}"
		}
	}
	return strings.Join(segments, "/")
}

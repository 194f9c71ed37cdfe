package router_test

import (
	"fmt"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/router"
)

// teammate is somebody in a team.
type teammate struct {
	Team string `json:"team"`
	Name string `json:"name"`
}

// Members are the people of one team. They do not know where they stand.
type Members struct{}

func (Members) Routes() map[string]any {
	return map[string]any{
		"GET /members":             router.F1(Members{}.List),
		"GET /members/:name":       router.F2(Members{}.Show),
		"PUT ADMIN /members/:name": router.In(Members{}.Change),
	}
}

func (Members) List(_ *router.Context, team string) ([]teammate, error) {
	return []teammate{{team, "Ida"}}, nil
}

func (Members) Show(_ *router.Context, team, name string) (teammate, error) {
	return teammate{team, name}, nil
}

type changedMember struct {
	Team string `path:"team"`
	Name string `path:"name"`
	Nick string `json:"nick" max:"16"`
}

func (Members) Change(_ *router.Context, in *changedMember) (teammate, error) {
	return teammate{in.Team, in.Nick}, nil
}

func ExampleGroup() {
	r := router.New(router.WithLogger(nil))
	r.Guard("AUTH", func(*router.Context) error { return nil })
	r.Guard("ADMIN", func(*router.Context) error { return nil })
	team := router.Group{
		Route: "AUTH /teams/:team",
		Settings: []router.Setting{
			router.Tags("Teams"),
			router.Status(404, "There is no such team."),
			router.MaxBody(4 << 10),
		},
		Controllers: []core.Controller{Members{}},
	}
	r.Register(router.Group{Route: "/v1", Controllers: []core.Controller{team}})

	routes, _ := r.Routes()
	for _, route := range routes {
		fmt.Println(route.Method, strings.Join(route.Flags, " "), route.Path)
	}
	request(r, "GET", "/v1/teams/red/members/Ida")
	// Output:
	// GET AUTH /v1/teams/:team/members
	// GET AUTH /v1/teams/:team/members/:name
	// PUT AUTH ADMIN /v1/teams/:team/members/:name
	// 200 {"team":"red","name":"Ida"}
}

// A controller may be in several groups, of which one has a name for operationIds.
func ExampleGroup_versions() {
	r := router.New(router.WithLogger(nil))
	health := router.Controllers{"GET /health": router.F0(func(*router.Context) (string, error) { return "fine", nil })}
	r.Register(
		router.Group{Route: "/v1", Settings: []router.Setting{router.Deprecated()}, Controllers: []core.Controller{health}},
		router.Group{Route: "/v2", Name: "v2", Controllers: []core.Controller{health}},
	)

	request(r, "GET", "/v1/health")
	request(r, "GET", "/v2/health")
	// Output:
	// 200 "fine"
	// 200 "fine"
}

// What is wrong with a group stops the start, with the groups and the controller.
func ExampleGroup_mistakes() {
	r := router.New(router.WithLogger(nil))
	r.Register(router.Group{Route: "/v1", Controllers: []core.Controller{
		router.Group{Route: "/teams/:team", Controllers: []core.Controller{
			router.Controllers{"GET /": func(*router.Context) error { return nil }},
		}},
	}})

	_, err := r.Handler()
	for _, m := range err.(*router.TableError).Mistakes {
		fmt.Println(m.Route)
		fmt.Println(m.Group)
		fmt.Println(m.Message)
	}
	// Output:
	// GET /v1/teams/:team
	// /v1 > /teams/:team
	// controller takes 0 path parameter(s) [], route has 1 [team]
}

package api

import (
	"strconv"

	"github.com/trefoil-go/trefoil/apps/demo/travel"
	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/router"
)

// Planets is the controller of the destinations.
type Planets struct{ Agency *travel.Agency }

var _ core.Controller = Planets{}

// Routes implements core.Controller.
func (p Planets) Routes() map[string]any {
	return map[string]any{
		"GET /planets": router.With(router.In(p.list),
			router.OperationID("listPlanets"),
			router.Summary("List planets"),
			router.Description("Nearest to the sun first, five a page. The header `X-Total-Count` says how many there are.")),
		"GET /planets/:id": router.With(router.F1(p.show),
			router.OperationID("showPlanet"),
			router.Summary("Show a planet"),
			router.Status(404, "There is no such planet.")),
		"POST /planets": router.With(p.create,
			router.OperationID("createPlanet"),
			router.Summary("Create a planet"),
			router.Description("Beyond our means."),
			router.Status(501, "Nobody here can do that.")),
	}
}

type pageOf struct {
	Page int `query:"page" doc:"Counted from 1, which is the default."`
}

func (p Planets) list(c *router.Context, in *pageOf) ([]travel.Planet, error) {
	return items(c, p.Agency.Planets(in.Page)), nil
}

func (p Planets) show(_ *router.Context, id int) (travel.Planet, error) {
	return answer(p.Agency.Planet(id))
}

func (p Planets) create(c *router.Context) error {
	return c.Error(501, "planets are not made to order yet")
}

// items answers with one page, and says in headers how many there are in all.
func items[T any](c *router.Context, page travel.Page[T]) []T {
	c.SetHeader("X-Total-Count", strconv.Itoa(page.Total))
	c.SetHeader("X-Pages", strconv.Itoa(page.Pages))
	return page.Items
}

package routercli

import "github.com/trefoil-go/trefoil/modules/router"

type (
	// RouteInfo is one route of a table.
	RouteInfo = router.RouteInfo
	// HookInfo is one hook of a route.
	HookInfo = router.HookInfo
)

module github.com/trefoil-go/trefoil/apps/demo

go 1.26

require (
	github.com/trefoil-go/trefoil/modules/core v0.1.0
	github.com/trefoil-go/trefoil/modules/viewer v0.1.0
	github.com/trefoil-go/trefoil/modules/viewer/viewerfx v0.1.0
	github.com/trefoil-go/trefoil/modules/router v0.1.0
	github.com/trefoil-go/trefoil/modules/router/routerfx v0.1.0
	github.com/trefoil-go/trefoil/modules/restclient v0.1.0
	github.com/trefoil-go/trefoil/modules/restclient/restclientfx v0.1.0
)

replace (
	github.com/trefoil-go/trefoil/modules/core => ../../modules/core
	github.com/trefoil-go/trefoil/modules/viewer => ../../modules/viewer
	github.com/trefoil-go/trefoil/modules/viewer/viewerfx => ../../modules/viewer/viewerfx
	github.com/trefoil-go/trefoil/modules/router => ../../modules/router
	github.com/trefoil-go/trefoil/modules/router/routerfx => ../../modules/router/routerfx
	github.com/trefoil-go/trefoil/modules/restclient => ../../modules/restclient
	github.com/trefoil-go/trefoil/modules/restclient/restclientfx => ../../modules/restclient/restclientfx
)

module github.com/trefoil-go/trefoil/modules/restclient/restclientfx

go 1.26

require (
	github.com/trefoil-go/trefoil/modules/core v0.1.0
	github.com/trefoil-go/trefoil/modules/restclient v0.1.0
)

replace (
	github.com/trefoil-go/trefoil/modules/core => ../../core
	github.com/trefoil-go/trefoil/modules/restclient => ..
)

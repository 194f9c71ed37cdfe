module github.com/trefoil-go/trefoil/modules/viewer

go 1.26

require (
	github.com/trefoil-go/trefoil/modules/core v0.1.0
)

replace (
	github.com/trefoil-go/trefoil/modules/core => ../core
)

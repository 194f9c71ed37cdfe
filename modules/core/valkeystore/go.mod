module github.com/trefoil-go/trefoil/modules/core/valkeystore

go 1.26.0

require (
	github.com/trefoil-go/trefoil/modules/core v0.1.0
	github.com/valkey-io/valkey-go v1.0.79
)

require golang.org/x/sys v0.49.0 // indirect

replace github.com/trefoil-go/trefoil/modules/core => ..

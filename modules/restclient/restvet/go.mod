module github.com/trefoil-go/trefoil/modules/restclient/restvet

go 1.26.0

require (
	github.com/golangci/plugin-module-register v0.1.2
	github.com/onsi/ginkgo/v2 v2.34.0
	github.com/onsi/gomega v1.44.0
	github.com/trefoil-go/trefoil/modules/restclient v0.1.0
	golang.org/x/tools v0.52.0
)

require (
	github.com/Masterminds/semver/v3 v3.4.0 // indirect
	github.com/go-json-experiment/json v1.27.2 // indirect
	github.com/go-logr/logr v1.4.4 // indirect
	github.com/go-task/slim-sprig/v3 v3.0.0 // indirect
	github.com/google/go-cmp v0.7.0 // indirect
	github.com/google/pprof v0.0.0-20260402051712-545e8a4df936 // indirect
	github.com/puzpuzpuz/xsync/v4 v4.5.0 // indirect
	github.com/trefoil-go/trefoil/modules/core v0.1.0 // indirect
	go.yaml.in/yaml/v3 v3.0.6 // indirect
	golang.org/x/mod v0.42.0 // indirect
	golang.org/x/net v0.62.0 // indirect
	golang.org/x/sync v0.24.0 // indirect
	golang.org/x/sys v0.49.0 // indirect
	golang.org/x/text v0.43.0 // indirect
)

replace (
	github.com/trefoil-go/trefoil/modules/core => ../../core
	github.com/trefoil-go/trefoil/modules/restclient => ..
)

module github.com/trefoil-go/trefoil/benchmarks/restclient

go 1.26.0

replace (
	github.com/trefoil-go/trefoil/benchmarks/report => ../report
	github.com/trefoil-go/trefoil/modules/core => ../../modules/core
	github.com/trefoil-go/trefoil/modules/core/valkeystore => ../../modules/core/valkeystore
	github.com/trefoil-go/trefoil/modules/restclient => ../../modules/restclient
)

require (
	github.com/go-json-experiment/json v1.27.2
	github.com/go-resty/resty/v2 v2.17.2
	github.com/onsi/ginkgo/v2 v2.34.0
	github.com/onsi/gomega v1.44.0
	github.com/trefoil-go/trefoil/benchmarks/report v0.1.0
	github.com/trefoil-go/trefoil/modules/core v0.1.0
	github.com/trefoil-go/trefoil/modules/core/valkeystore v0.1.0
	github.com/trefoil-go/trefoil/modules/restclient v0.1.0
	github.com/valkey-io/valkey-go v1.0.79
	golang.org/x/sys v0.49.0
)

require (
	github.com/Masterminds/semver/v3 v3.4.0 // indirect
	github.com/go-logr/logr v1.4.4 // indirect
	github.com/go-task/slim-sprig/v3 v3.0.0 // indirect
	github.com/google/go-cmp v0.7.0 // indirect
	github.com/google/pprof v0.0.0-20260402051712-545e8a4df936 // indirect
	github.com/puzpuzpuz/xsync/v4 v4.5.0 // indirect
	go.yaml.in/yaml/v3 v3.0.6 // indirect
	golang.org/x/mod v0.42.0 // indirect
	golang.org/x/net v0.62.0 // indirect
	golang.org/x/sync v0.24.0 // indirect
	golang.org/x/text v0.43.0 // indirect
	golang.org/x/tools v0.52.0 // indirect
)

module github.com/trefoil-go/trefoil/benchmarks/viewer

go 1.26.0

replace (

	github.com/trefoil-go/trefoil/benchmarks/report => ../report
	github.com/trefoil-go/trefoil/modules/core => ../../modules/core
	github.com/trefoil-go/trefoil/modules/viewer => ../../modules/viewer
	// What libopenapi v0.40.1 is written for: without SetIndent, which 4.0.0 has dropped, its
	// model does not build.
	go.yaml.in/yaml/v4 => go.yaml.in/yaml/v4 v4.0.0-rc.6
)

require (
	github.com/andybalholm/brotli v1.2.8
	github.com/chromedp/cdproto v0.0.0-20250724212937-08a3db8b4327
	github.com/chromedp/chromedp v0.14.2
	github.com/onsi/ginkgo/v2 v2.34.0
	github.com/onsi/gomega v1.44.0
	github.com/pb33f/libopenapi v0.40.1
	github.com/trefoil-go/trefoil/benchmarks/report v0.1.0
	github.com/trefoil-go/trefoil/modules/core v0.1.0
	github.com/trefoil-go/trefoil/modules/viewer v0.1.0
	golang.org/x/net v0.62.0
	golang.org/x/sys v0.49.0
)

require (
	github.com/Masterminds/semver/v3 v3.4.0 // indirect
	github.com/a-h/templ v0.3.977 // indirect
	github.com/aymerick/douceur v0.2.0 // indirect
	github.com/bahlo/generic-list-go v0.2.0 // indirect
	github.com/buger/jsonparser v1.6.1 // indirect
	github.com/chromedp/sysutil v1.1.0 // indirect
	github.com/go-json-experiment/json v1.27.2 // indirect
	github.com/go-logr/logr v1.4.4 // indirect
	github.com/go-task/slim-sprig/v3 v3.0.0 // indirect
	github.com/gobwas/httphead v0.1.0 // indirect
	github.com/gobwas/pool v0.2.1 // indirect
	github.com/gobwas/ws v1.4.0 // indirect
	github.com/google/go-cmp v0.7.0 // indirect
	github.com/google/pprof v0.0.0-20260402051712-545e8a4df936 // indirect
	github.com/gorilla/css v1.0.1 // indirect
	github.com/klauspost/compress v1.20.3 // indirect
	github.com/microcosm-cc/bluemonday v1.0.27 // indirect
	github.com/pb33f/jsonpath v0.8.3 // indirect
	github.com/pb33f/ordered-map/v2 v2.3.1 // indirect
	github.com/yuin/goldmark v1.8.7 // indirect
	go.yaml.in/yaml/v3 v3.0.6 // indirect
	go.yaml.in/yaml/v4 v4.0.0 // indirect
	golang.org/x/mod v0.42.0 // indirect
	golang.org/x/sync v0.24.0 // indirect
	golang.org/x/text v0.43.0 // indirect
	golang.org/x/tools v0.52.0 // indirect
)

module github.com/trefoil-go/trefoil/apps/demo

go 1.26.0

require (
	github.com/chromedp/cdproto v0.0.0-20250724212937-08a3db8b4327
	github.com/chromedp/chromedp v0.14.2
	github.com/jackc/pgx/v5 v5.12.0
	github.com/ncruces/go-sqlite3 v0.37.0
	github.com/onsi/ginkgo/v2 v2.34.0
	github.com/onsi/gomega v1.44.0
	github.com/pb33f/libopenapi v0.40.1
	github.com/trefoil-go/trefoil/modules/core v0.1.0
	github.com/trefoil-go/trefoil/modules/core/pgstore v0.1.0
	github.com/trefoil-go/trefoil/modules/core/sqlitestore v0.1.0
	github.com/trefoil-go/trefoil/modules/core/valkeystore v0.1.0
	github.com/trefoil-go/trefoil/modules/restclient v0.1.0
	github.com/trefoil-go/trefoil/modules/restclient/restclientfx v0.1.0
	github.com/trefoil-go/trefoil/modules/router v0.1.0
	github.com/trefoil-go/trefoil/modules/router/routerfx v0.1.0
	github.com/trefoil-go/trefoil/modules/viewer v0.1.0
	github.com/trefoil-go/trefoil/modules/viewer/viewerfx v0.1.0
	github.com/valkey-io/valkey-go v1.0.79
	github.com/yuin/goldmark v1.8.7
	go.uber.org/dig v1.19.0
	go.uber.org/fx v1.24.0
	go.uber.org/zap v1.28.0
	go.uber.org/zap/exp v0.3.0
	golang.org/x/net v0.62.0
)

require (
	code.dny.dev/ssrf v0.3.0 // indirect
	github.com/Masterminds/semver/v3 v3.4.0 // indirect
	github.com/a-h/templ v0.3.977 // indirect
	github.com/andybalholm/brotli v1.2.8 // indirect
	github.com/aymerick/douceur v0.2.0 // indirect
	github.com/bahlo/generic-list-go v0.2.0 // indirect
	github.com/buger/jsonparser v1.6.1 // indirect
	github.com/bytedance/gopkg v0.1.3 // indirect
	github.com/bytedance/sonic v1.15.0 // indirect
	github.com/bytedance/sonic/loader v0.5.0 // indirect
	github.com/chromedp/sysutil v1.1.0 // indirect
	github.com/cloudwego/base64x v0.1.6 // indirect
	github.com/elastic/go-seccomp-bpf v1.6.0 // indirect
	github.com/gabriel-vasile/mimetype v1.4.16 // indirect
	github.com/gin-contrib/sse v1.1.0 // indirect
	github.com/gin-gonic/gin v1.12.0 // indirect
	github.com/go-json-experiment/json v1.27.2 // indirect
	github.com/go-logr/logr v1.4.4 // indirect
	github.com/go-playground/locales v0.14.2 // indirect
	github.com/go-playground/universal-translator v0.18.2 // indirect
	github.com/go-playground/validator/v10 v10.30.6 // indirect
	github.com/go-resty/resty/v2 v2.17.2 // indirect
	github.com/go-task/slim-sprig/v3 v3.0.0 // indirect
	github.com/gobwas/httphead v0.1.0 // indirect
	github.com/gobwas/pool v0.2.1 // indirect
	github.com/gobwas/ws v1.4.0 // indirect
	github.com/goccy/go-json v0.10.5 // indirect
	github.com/goccy/go-yaml v1.19.2 // indirect
	github.com/google/go-cmp v0.7.0 // indirect
	github.com/google/pprof v0.0.0-20260402051712-545e8a4df936 // indirect
	github.com/gorilla/css v1.0.1 // indirect
	github.com/jackc/pgpassfile v1.0.0 // indirect
	github.com/jackc/pgservicefile v0.0.0-20240606120523-5a60cdf6a761 // indirect
	github.com/jackc/puddle/v2 v2.2.3 // indirect
	github.com/json-iterator/go v1.1.12 // indirect
	github.com/klauspost/compress v1.20.3 // indirect
	github.com/klauspost/cpuid/v2 v2.3.0 // indirect
	github.com/leodido/go-urn v1.5.0 // indirect
	github.com/mattn/go-isatty v0.0.20 // indirect
	github.com/microcosm-cc/bluemonday v1.0.27 // indirect
	github.com/modern-go/concurrent v0.0.0-20180306012644-bacd9c7ef1dd // indirect
	github.com/modern-go/reflect2 v1.0.2 // indirect
	github.com/ncruces/go-sqlite3-wasm/v6 v6.5.35401 // indirect
	github.com/ncruces/julianday v1.0.0 // indirect
	github.com/pb33f/jsonpath v0.8.3 // indirect
	github.com/pb33f/ordered-map/v2 v2.3.1 // indirect
	github.com/pelletier/go-toml/v2 v2.2.4 // indirect
	github.com/puzpuzpuz/xsync/v4 v4.5.0 // indirect
	github.com/quic-go/qpack v0.6.0 // indirect
	github.com/quic-go/quic-go v0.65.0 // indirect
	github.com/twitchyliquid64/golang-asm v0.15.1 // indirect
	github.com/ugorji/go/codec v1.3.1 // indirect
	go.mongodb.org/mongo-driver/v2 v2.10.0 // indirect
	go.uber.org/multierr v1.10.0 // indirect
	go.yaml.in/yaml/v3 v3.0.6 // indirect
	go.yaml.in/yaml/v4 v4.0.0 // indirect
	golang.org/x/arch v0.24.0 // indirect
	golang.org/x/crypto v0.58.0 // indirect
	golang.org/x/mod v0.42.0 // indirect
	golang.org/x/sync v0.24.0 // indirect
	golang.org/x/sys v0.49.0 // indirect
	golang.org/x/text v0.43.0 // indirect
	golang.org/x/tools v0.52.0 // indirect
	google.golang.org/protobuf v1.36.12 // indirect
)

replace (
	github.com/trefoil-go/trefoil/modules/core => ../../modules/core
	github.com/trefoil-go/trefoil/modules/core/pgstore => ../../modules/core/pgstore
	github.com/trefoil-go/trefoil/modules/core/sqlitestore => ../../modules/core/sqlitestore
	github.com/trefoil-go/trefoil/modules/core/valkeystore => ../../modules/core/valkeystore
	github.com/trefoil-go/trefoil/modules/restclient => ../../modules/restclient
	github.com/trefoil-go/trefoil/modules/restclient/restclientfx => ../../modules/restclient/restclientfx
	github.com/trefoil-go/trefoil/modules/router => ../../modules/router
	github.com/trefoil-go/trefoil/modules/router/routerfx => ../../modules/router/routerfx
	github.com/trefoil-go/trefoil/modules/viewer => ../../modules/viewer
	github.com/trefoil-go/trefoil/modules/viewer/viewerfx => ../../modules/viewer/viewerfx
)

package consumer

// All are the consumers of the published modules. Every module has the one of
// its name, which imports nothing else; the others are what the pages in docs
// show. The two that build gin stand far apart: its largest package takes half a
// minute, and what the first has compiled the other finds.
var All = []Consumer{
	{Name: "routerfx", Modules: of("modules/router/routerfx"), Never: without(resty, libopenapi)},
	{Name: "core", Modules: of("modules/core"), Never: of(""), Page: "modules/core/README.md"},
	{Name: "valkeystore", Modules: of("modules/core/valkeystore"), Never: without(gin, resty, libopenapi, fx, zap)},
	{Name: "pgstore", Modules: of("modules/core/pgstore"), Never: without(gin, resty, libopenapi, fx, zap)},
	{Name: "sqlitestore", Modules: of("modules/core/sqlitestore"), Never: without(gin, resty, libopenapi, fx, zap)},
	{Name: "replicas", Modules: of("modules/router", "modules/core/valkeystore", "modules/core/pgstore"), Never: without(gin, resty, libopenapi, fx, zap)},
	{Name: "sharedreads", Modules: of("modules/restclient", "modules/core/valkeystore"), Never: without(gin, resty, libopenapi, fx, zap)},
	{Name: "restclient", Modules: of("modules/restclient"), Never: without(resty, gin, libopenapi, fx, zap)},
	{Name: "restclient-resty", Modules: of("modules/restclient"), Never: without(gin, libopenapi, fx, zap)},
	{Name: "restclient-tutorial", Modules: of("modules/restclient"), Never: without(resty, gin, libopenapi, fx, zap), Page: "docs/tutorial-restclient.md"},
	{Name: "gobreakerpolicy", Modules: of("modules/restclient/gobreakerpolicy"), Never: without(resty, gin, libopenapi, fx, zap)},
	{Name: "otelobserver", Modules: of("modules/restclient/otelobserver"), Never: without(resty, gin, libopenapi, fx, zap)},
	{Name: "restclientfx", Modules: of("modules/restclient/restclientfx"), Never: without(gin, libopenapi)},
	{Name: "restvet", Modules: of("modules/restclient/restvet"), Never: without(resty, gin, libopenapi, fx, zap, golangci)},
	{Name: "router", Modules: of("modules/router"), Never: without(gin, resty, libopenapi, fx, zap), Page: "modules/router/README.md"},
	{Name: "oidcpack", Modules: of("modules/router/oidcpack"), Never: without(gin, resty, libopenapi, fx, zap)},
	{Name: "otelpack", Modules: of("modules/router/otelpack"), Never: without(gin, resty, libopenapi, fx, zap)},
	{Name: "router-tutorial", Modules: of("modules/router", "modules/router/oidcpack", "modules/viewer"), Never: without(gin, resty, libopenapi, fx, zap), Page: "docs/tutorial-router.md"},
	{Name: "viewer", Modules: of("modules/viewer"), Never: without(gin, resty, libopenapi, fx, zap), Page: "modules/viewer/README.md"},
	{Name: "viewerfx", Modules: of("modules/viewer/viewerfx"), Never: without(gin, resty, libopenapi)},
	{Name: "tutorial", Modules: of("modules/router", "modules/viewer", "modules/restclient"), Never: without(gin, resty, libopenapi, fx, zap), Page: "docs/tutorial.md"},
	{Name: "router-gin", Modules: of("modules/router"), Never: without(resty, libopenapi, fx, zap)},
}

const (
	gin        = "github.com/gin-gonic/gin"
	resty      = "github.com/go-resty/resty/v2"
	libopenapi = "github.com/pb33f/libopenapi"
	fx         = "go.uber.org/fx"
	zap        = "go.uber.org/zap"
	golangci   = "github.com/golangci/plugin-module-register"
)

// testLibs are what the tests of our modules use; no consumer pays for them.
var testLibs = []string{"github.com/onsi/ginkgo/v2", "github.com/onsi/gomega", "github.com/chromedp/chromedp", "pgregory.net/rapid"}

func of(names ...string) []string { return names }

func without(vendors ...string) []string { return append(vendors, testLibs...) }

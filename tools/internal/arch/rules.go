package arch

// Rule says what the packages that match Packages may import. The first rule
// that matches a package is its rule; every package has one.
//
// A pattern is an import path in which a final "/..." stands for the package
// and everything below it. Patterns that begin with modules/, apps/,
// benchmarks/ or tools mean packages of this repository. The standard library is always allowed.
type Rule struct {
	Packages string
	Imports  []string // what the package may import directly
	Tests    []string // what its tests, and packages named …test, may import besides
	Never    []string // what must not be in its closure, however indirectly
}

// topLevel are the directories that begin a pattern of this repository.
var topLevel = of("modules", "apps", "tools", "benchmarks")

const (
	gin        = "github.com/gin-gonic/gin/..."
	resty      = "github.com/go-resty/resty/v2/..."
	libopenapi = "github.com/pb33f/libopenapi/..."
	fx         = "go.uber.org/fx/..."
	gobreaker  = "github.com/sony/gobreaker/v2/..."
	zap        = "go.uber.org/zap/..."
	otel       = "go.opentelemetry.io/..."
	prometheus = "github.com/prometheus/client_golang/..."
	jose       = "github.com/go-jose/go-jose/v4/..."
	valkey     = "github.com/valkey-io/valkey-go/..."
	pgx        = "github.com/jackc/pgx/v5/..."
	sqlite     = "github.com/ncruces/go-sqlite3/..."
	chromedp   = "github.com/chromedp/..."
	xtools     = "golang.org/x/tools/..."
	golangci   = "github.com/golangci/plugin-module-register/..."
	ssrf       = "code.dny.dev/ssrf/..."
	brotli     = "github.com/andybalholm/brotli/..."
	compress   = "github.com/klauspost/compress/..."
	kong       = "github.com/alecthomas/kong/..."
	speakeasy  = "github.com/speakeasy-api/openapi/..."
	seccomp    = "github.com/elastic/go-seccomp-bpf/..."

	core       = "modules/core/..."
	viewer     = "modules/viewer/..."
	router     = "modules/router/..."
	restclient = "modules/restclient/..."
	restvet    = "modules/restclient/restvet/..."
	openapi    = "modules/viewer/openapi/..."
	worker     = "modules/viewer/openapi/worker"
	demo       = "apps/demo/..."
	suites     = "apps/demo/e2e/..."
	trefoil    = "apps/trefoil/..."
	benchmarks = "benchmarks/..."

	anything = "..."
)

// vendors are the libraries that a consumer must never get by surprise.
var vendors = []string{gin, resty, libopenapi, fx, zap}

// testLibs is what tests outside core are written with.
var testLibs = []string{
	"github.com/anishathalye/porcupine",
	"github.com/onsi/ginkgo/v2/...",
	"github.com/onsi/gomega/...",
	"go.uber.org/goleak",
	"golang.org/x/net/html/...",
	"pgregory.net/rapid",
}

// rules is section "Who may import whom" of docs/architecture.md.
var rules = []Rule{
	{
		// State that processes share, on servers that exist: what they speak is not ours to write.
		Packages: "modules/core/valkeystore/...",
		Imports:  of(core, valkey),
		Tests:    testLibs,
		Never:    append(of(pgx), vendors...),
	},
	{
		Packages: "modules/core/pgstore/...",
		Imports:  of(core, pgx),
		Tests:    testLibs,
		Never:    append(of(valkey), vendors...),
	},
	{Packages: "modules/core/sqlitestore/...", Imports: of(core), Tests: append(of(sqlite), testLibs...), Never: append(of(valkey, pgx), vendors...)},
	{Packages: core, Imports: of(core), Never: of(valkey, pgx)},

	{
		// It makes the pages of drafts, so it imports the viewer, which does not import it.
		Packages: worker,
		Imports:  of(core, viewer, seccomp),
		Tests:    testsOf(viewer),
		Never:    vendors,
	},
	{
		Packages: openapi,
		Imports:  of(core, openapi, "modules/viewer/internal/...", "go.yaml.in/yaml/v4"),
		Tests:    testsOf(viewer),
		Never:    vendors,
	},
	{
		Packages: "modules/viewer/viewerfx/...",
		Imports:  of(core, viewer, fx),
		Tests:    testsOf(viewer),
		Never:    of(gin, resty),
	},
	{
		Packages: "modules/viewer/htmlrender/...",
		Imports:  of(core, "modules/viewer/htmlrender/...", "modules/viewer/ui/...", "modules/viewer/internal/...", "github.com/a-h/templ/..."),
		Tests:    testsOf(viewer),
		Never:    append(of(openapi), vendors...),
	},
	{
		Packages: "modules/viewer/mdrender/...",
		Imports:  of(core, "modules/viewer/mdrender/...", "modules/viewer/ui/...", "modules/viewer/internal/..."),
		Tests:    testsOf(viewer),
		Never:    append(of(openapi), vendors...),
	},
	{
		// What draws fenced blocks is handed to htmlrender, which knows none of it.
		Packages: "modules/viewer/mermaid/...",
		Imports:  of("modules/viewer/internal/phrase"),
		Tests:    testsOf(viewer),
		Never:    append(of(openapi), vendors...),
	},
	{
		Packages: "modules/viewer/mathml/...",
		Tests:    testsOf(viewer),
		Never:    append(of(openapi), vendors...),
	},
	{
		Packages: "modules/viewer/ui/...",
		Imports:  of(core, "modules/viewer/ui/..."),
		Tests:    testsOf(viewer),
		Never:    append(of(openapi), vendors...),
	},
	{
		Packages: "modules/viewer/export/...",
		Imports:  of(core, viewer, "golang.org/x/net/html"),
		Tests:    testsOf(viewer),
		Never:    vendors,
	},
	{
		Packages: "modules/viewer/mock/...",
		Imports:  of(core, "modules/viewer/mock/...", "modules/viewer/internal/..."),
		Tests:    testsOf(viewer),
		Never:    append(of(openapi), vendors...),
	},
	{
		Packages: "modules/viewer/tryit/...",
		Imports: of(core, "modules/viewer/tryit/...", "modules/viewer/internal/...", brotli, compress,
			"golang.org/x/net/idna", "golang.org/x/net/http/httpguts"),
		Tests: testsOf(viewer),
		Never: append(of(openapi), vendors...),
	},
	{
		// A feature knows neither the viewer that mounts it nor how pages are written. The
		// description is downloaded in both its forms, which openapi converts.
		Packages: "modules/viewer/internal/feature/...",
		Imports:  of(core, "modules/viewer/internal/...", "modules/viewer/ui/...", "modules/viewer/mock", "modules/viewer/openapi"),
		Tests:    testsOf(viewer),
		Never:    append(of("modules/viewer/htmlrender/...", "modules/viewer/mdrender/..."), vendors...),
	},
	{
		Packages: "modules/viewer/internal/guard/...",
		Imports:  of("modules/viewer/internal/guard/...", ssrf),
		Tests:    testsOf(viewer),
		Never:    append(of(openapi), vendors...),
	},
	{
		Packages: "modules/viewer/internal/markdown/...",
		Imports:  of("modules/viewer/internal/...", "github.com/yuin/goldmark/...", "github.com/microcosm-cc/bluemonday", "golang.org/x/net/html/..."),
		Tests:    testsOf(viewer),
		Never:    append(of(openapi), vendors...),
	},
	{
		// A program that is measured, with everything that a viewer can have.
		Packages: "modules/viewer/internal/worktest/served",
		Imports:  of(core, viewer),
		Never:    vendors,
	},
	{
		// What sends requests is the operator's to choose: those who do not pay
		// nothing for it.
		Packages: viewer,
		Imports:  of(core, viewer, compress),
		Tests:    testsOf(viewer),
		Never:    append(of(ssrf, brotli), vendors...),
	},

	{
		Packages: "modules/router/ginrouter/...",
		Imports:  of(core, router, gin),
		Tests:    testsOf(router),
		Never:    except(vendors, gin),
	},
	{
		Packages: "modules/router/oidcpack/...",
		Imports:  of(core, "modules/router", "modules/router/flagpack", jose),
		Tests:    testsOf(router),
		Never:    vendors,
	},
	{
		Packages: "modules/router/otelpack/...",
		Imports:  of(core, "modules/router", otel),
		Tests:    append(of(prometheus), testsOf(router)...),
		Never:    vendors,
	},
	{
		Packages: "modules/router/routerfx/...",
		Imports:  of(core, router, fx),
		Tests:    testsOf(router),
		Never:    of(resty, libopenapi),
	},
	{
		Packages: router,
		Imports:  of(core, router),
		Tests:    testsOf(router),
		Never:    vendors,
	},

	{
		Packages: "modules/restclient/restytransport/...",
		Imports:  of(core, "modules/restclient/internal/...", resty),
		Tests:    testsOf(restclient),
		Never:    except(vendors, resty),
	},
	{
		Packages: "modules/restclient/restclientfx/...",
		Imports:  of(core, restclient, fx),
		Tests:    testsOf(restclient),
		Never:    of(gin, libopenapi),
	},
	{
		Packages: "modules/restclient/restvet/golangciplugin",
		Imports:  of(restvet, xtools, golangci),
		Tests:    append(testsOf(restclient), golangci),
		Never:    vendors,
	},
	{
		Packages: restvet,
		Imports:  of(restvet, "modules/restclient/pathtemplate", "modules/restclient/fieldtag", xtools),
		Tests:    append(testsOf(restclient), xtools),
		Never:    append(of(golangci), vendors...),
	},
	{
		Packages: "modules/restclient/gobreakerpolicy/...",
		Imports:  of("modules/restclient/policy", gobreaker),
		Tests:    append(of(core), testsOf(restclient)...),
		Never:    vendors,
	},
	{
		Packages: "modules/restclient/otelobserver/...",
		Imports:  of(core, "modules/restclient", "modules/restclient/policy", otel),
		Tests:    testsOf(restclient),
		Never:    vendors,
	},
	{
		Packages: "modules/restclient/policy/...",
		Imports:  of(core, "modules/restclient/policy/...", "modules/restclient/internal/redact"),
		Tests:    testsOf(restclient),
		Never:    append(of(gobreaker), vendors...),
	},
	{
		// restvet has it, too, whose users download nothing of core.
		Packages: "modules/restclient/fieldtag",
		Tests:    testsOf(restclient),
		Never:    append(of(core), vendors...),
	},
	{
		Packages: "modules/restclient/pathtemplate/...",
		Imports:  of(core),
		Tests:    testsOf(restclient),
		Never:    vendors,
	},
	{
		Packages: "modules/restclient/filepersist/...",
		Imports:  of(core, "modules/restclient", "modules/restclient/internal/recordio"),
		Tests:    testsOf(restclient),
		Never:    append(of(gobreaker), vendors...),
	},
	{
		Packages: "modules/restclient/restgen/...",
		Imports:  of(core, restclient),
		Tests:    testsOf(restclient),
		Never:    vendors,
	},
	{
		Packages: restclient,
		Imports:  of(core, restclient, "github.com/go-json-experiment/json/...", "github.com/puzpuzpuz/xsync/v4"),
		Tests:    testsOf(restclient),
		Never:    vendors,
	},

	{
		// The command: flags by kong, its configuration by the YAML of openapi, the names
		// of modules by modfile. Its reports are held against the schema of SARIF. The
		// clients of the petstore and of all styles of parameters are ones that it has written.
		Packages: trefoil,
		Imports: of(core, trefoil, viewer, "modules/restclient", "modules/restclient/restgen", "modules/restclient/httptransport",
			"modules/restclient/transfer", "modules/restclient/forms", "modules/restclient/policy", "modules/restclient/union",
			kong, speakeasy, "go.yaml.in/yaml/v4", "gopkg.in/yaml.v3", "golang.org/x/mod/modfile"),
		Tests: append(of("github.com/owenrumney/go-sarif/v3/...", "github.com/santhosh-tekuri/jsonschema/v6"), testLibs...),
		Never: vendors,
	},

	{Packages: demo, Imports: of(anything)},
	{Packages: benchmarks, Imports: of(anything)},
	{Packages: "tools/...", Imports: of(anything), Never: of("modules/...", demo)},
}

// Adapter says that only one place may import a vendor's library.
type Adapter struct {
	Vendor string
	Only   []string
}

// adapters hold for every file that is not a test.
var adapters = []Adapter{
	{libopenapi, of(suites, benchmarks)},
	{gin, of("modules/router/ginrouter", benchmarks)},
	{resty, of("modules/restclient/restytransport", benchmarks)},
	{gobreaker, of("modules/restclient/gobreakerpolicy")},
	{otel, of("modules/restclient/otelobserver", "modules/router/otelpack")},
	{jose, of("modules/router/oidcpack")},
	{fx, of("modules/viewer/viewerfx/...", "modules/router/routerfx/...", "modules/restclient/restclientfx/...", demo)},
	{zap, of(demo)},
	{xtools, of(restvet)},
	{golangci, of("modules/restclient/restvet/golangciplugin")},
	{seccomp, of(worker)},
	{ssrf, of("modules/viewer/internal/guard")},
	{valkey, of("modules/core/valkeystore/...", demo, benchmarks)},
	{pgx, of("modules/core/pgstore/...", demo)},
	{sqlite, of("modules/core/sqlitestore/...", demo)},
	{kong, of(trefoil)},
	{speakeasy, of("apps/trefoil/internal/speakeasylint")},
	{chromedp, of(suites, "tools/internal/scripttest", benchmarks)},
}

// families are the leaves: they meet in core, and in the demo.
var families = []string{viewer, router, restclient}

// testOnly is for tests, for packages whose name ends in "test", which are themselves
// for tests only, and for those of suites, which hold the specs of one program.
var testOnly = of("testing/...", "github.com/onsi/ginkgo/v2/...", "github.com/onsi/gomega/...")

// Generated files have no limits.
const (
	maxFileLines = 600
	maxFuncLines = 60
)

// limits are what a leaf has at most, see House. They only ever go down, to the goals.
type limits struct {
	Leaf      string
	Away      float64 // percent of its methods
	Spread    int     // types
	Fields    int     // structs
	RootFiles int
	Steep     int // packages, see House.steep
}

var houses = []limits{
	{Leaf: "modules/core", Away: 5, Spread: 0, Fields: 0, RootFiles: 8, Steep: 1},
	{Leaf: "modules/restclient", Away: 5, Spread: 0, Fields: 0, RootFiles: 25, Steep: 2},
	{Leaf: "modules/router", Away: 7, Spread: 0, Fields: 0, RootFiles: 25, Steep: 0},
	{Leaf: "modules/viewer", Away: 7, Spread: 0, Fields: 0, RootFiles: 17, Steep: 1},
}

// records are structs that may have any number of fields: declarations of options, and
// records of a protocol or a format.
var records = of(
	"apidoc.Outline", "apidoc.Schema", "core.Page", "core.Settings",
	"restclient.config", "router.config", "viewer.Configuration", "viewer.config",
)

func of(patterns ...string) []string { return patterns }

// testsOf is what the tests of a family may import: all of the family.
func testsOf(family string) []string { return append(of(family), testLibs...) }

package e2e_test

import (
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	_ "github.com/trefoil-go/trefoil/apps/demo/e2e/access"
	_ "github.com/trefoil-go/trefoil/apps/demo/e2e/axe"
	_ "github.com/trefoil-go/trefoil/apps/demo/e2e/body"
	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
	_ "github.com/trefoil-go/trefoil/apps/demo/e2e/component"
	_ "github.com/trefoil-go/trefoil/apps/demo/e2e/configuration"
	_ "github.com/trefoil-go/trefoil/apps/demo/e2e/console"
	_ "github.com/trefoil-go/trefoil/apps/demo/e2e/credentials"
	_ "github.com/trefoil-go/trefoil/apps/demo/e2e/description"
	_ "github.com/trefoil-go/trefoil/apps/demo/e2e/editor"
	_ "github.com/trefoil-go/trefoil/apps/demo/e2e/export"
	_ "github.com/trefoil-go/trefoil/apps/demo/e2e/following"
	_ "github.com/trefoil-go/trefoil/apps/demo/e2e/history"
	_ "github.com/trefoil-go/trefoil/apps/demo/e2e/look"
	_ "github.com/trefoil-go/trefoil/apps/demo/e2e/mocking"
	_ "github.com/trefoil-go/trefoil/apps/demo/e2e/proxy"
	_ "github.com/trefoil-go/trefoil/apps/demo/e2e/reading"
	_ "github.com/trefoil-go/trefoil/apps/demo/e2e/safety"
	_ "github.com/trefoil-go/trefoil/apps/demo/e2e/schema"
	_ "github.com/trefoil-go/trefoil/apps/demo/e2e/search"
	_ "github.com/trefoil-go/trefoil/apps/demo/e2e/serving"
	_ "github.com/trefoil-go/trefoil/apps/demo/e2e/snippets"
	_ "github.com/trefoil-go/trefoil/apps/demo/e2e/tasks"
	_ "github.com/trefoil-go/trefoil/apps/demo/e2e/trying"
)

var _ = browsertest.Suite()

func TestMain(m *testing.M) { browsertest.Main(m) }

func TestE2E(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "Demo end to end")
}

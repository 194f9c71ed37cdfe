package browsertest_test

import (
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
)

var _ = browsertest.Suite()

func TestBrowsertest(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "browsertest")
}

package editor_test

import (
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi/worker"
)

// judge has texts read in other processes of this program.
var judge *worker.Judge

func TestMain(m *testing.M) {
	judge = worker.Main()
	m.Run()
}

func TestEditor(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "editor")
}

var _ = browsertest.Suite()

package diagram_test

import (
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

func TestDiagram(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "diagram")
}

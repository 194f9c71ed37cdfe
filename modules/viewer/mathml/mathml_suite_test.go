package mathml_test

import (
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

func TestMathML(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "mathml")
}

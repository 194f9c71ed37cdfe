package mdrender_test

import (
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

func TestMdrender(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "mdrender")
}

package htmlrender_test

import (
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

func TestHTMLRender(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "htmlrender")
}

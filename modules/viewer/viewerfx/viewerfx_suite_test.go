package viewerfx_test

import (
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

func TestViewerFx(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "viewerfx")
}

package routerfx_test

import (
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

func TestRouterfx(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "routerfx")
}

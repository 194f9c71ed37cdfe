package restclientfx_test

import (
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

func TestRestclientfx(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "restclientfx")
}

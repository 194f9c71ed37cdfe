package ginrouter_test

import (
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

func TestGinrouter(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "ginrouter")
}

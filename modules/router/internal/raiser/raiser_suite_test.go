package raiser_test

import (
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

func TestRaiser(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "raiser")
}

package routercli_test

import (
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

func TestRoutercli(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "Routercli")
}

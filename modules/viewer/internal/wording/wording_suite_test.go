package wording_test

import (
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

func TestWording(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "wording")
}

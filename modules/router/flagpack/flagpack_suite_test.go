package flagpack_test

import (
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

func TestFlagpack(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "flagpack")
}

package typehash_test

import (
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

func TestTypehash(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "typehash")
}

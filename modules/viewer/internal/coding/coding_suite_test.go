package coding_test

import (
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

func TestCoding(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "internal/coding")
}

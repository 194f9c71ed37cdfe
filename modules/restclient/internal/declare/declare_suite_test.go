package declare_test

import (
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

func TestDeclare(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "declare")
}

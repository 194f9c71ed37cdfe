package visit

import (
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

func TestVisit(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "internal/visit")
}

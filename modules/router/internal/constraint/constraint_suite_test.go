package constraint_test

import (
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

func TestConstraint(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "constraint")
}

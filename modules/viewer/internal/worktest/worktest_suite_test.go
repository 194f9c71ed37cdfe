package worktest_test

import (
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

func TestWorktest(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "worktest")
}

package gotype_test

import (
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

func TestGotype(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "gotype")
}

package otelpack_test

import (
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

func TestOtelpack(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "otelpack")
}

package jsonenc_test

import (
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

func TestJsonenc(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "Jsonenc")
}

package oas_test

import (
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

func TestOAS(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "OAS")
}

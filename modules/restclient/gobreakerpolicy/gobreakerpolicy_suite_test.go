package gobreakerpolicy_test

import (
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

func TestGobreakerpolicy(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "gobreakerpolicy")
}

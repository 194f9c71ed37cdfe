package schemafacts_test

import (
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

func TestSchemafacts(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "schemafacts")
}

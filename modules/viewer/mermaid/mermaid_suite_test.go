package mermaid_test

import (
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

func TestMermaid(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "mermaid")
}

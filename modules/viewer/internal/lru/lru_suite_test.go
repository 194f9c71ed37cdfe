package lru_test

import (
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

func TestLRU(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "lru")
}

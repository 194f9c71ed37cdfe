package oidcpack_test

import (
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

func TestOidcpack(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "oidcpack")
}

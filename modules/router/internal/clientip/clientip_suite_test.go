package clientip_test

import (
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

func TestClientIP(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "clientip")
}

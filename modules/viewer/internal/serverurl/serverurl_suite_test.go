package serverurl_test

import (
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

func TestServerurl(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "serverurl")
}

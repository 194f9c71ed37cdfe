package doclink_test

import (
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

func TestDoclink(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "doclink")
}

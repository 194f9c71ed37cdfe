package weblink_test

import (
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

func TestWeblink(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "weblink")
}

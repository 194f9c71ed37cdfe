package oldlink_test

import (
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

func TestOldlink(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "oldlink")
}

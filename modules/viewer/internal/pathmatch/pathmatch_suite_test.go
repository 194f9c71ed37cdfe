package pathmatch_test

import (
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

func TestPathmatch(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "viewer pathmatch")
}

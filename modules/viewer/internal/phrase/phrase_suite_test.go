package phrase_test

import (
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

func TestPhrase(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "phrase")
}

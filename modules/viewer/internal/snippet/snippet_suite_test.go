package snippet_test

import (
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

func TestSnippet(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "Snippet")
}

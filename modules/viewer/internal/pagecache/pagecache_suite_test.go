package pagecache_test

import (
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

func TestPagecache(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "pagecache")
}

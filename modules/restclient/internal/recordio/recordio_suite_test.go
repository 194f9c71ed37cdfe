package recordio_test

import (
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

func TestRecordio(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "recordio")
}

package schemacheck_test

import (
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

func TestSchemacheck(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "Schemacheck")
}

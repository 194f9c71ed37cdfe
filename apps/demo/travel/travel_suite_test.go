package travel_test

import (
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

func TestTravel(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "Travel")
}

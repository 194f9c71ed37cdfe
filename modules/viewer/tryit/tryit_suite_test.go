package tryit_test

import (
	"testing"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

func TestTryit(t *testing.T) {
	RegisterFailHandler(Fail)
	SetDefaultEventuallyTimeout(10 * time.Second)
	EnforceDefaultTimeoutsWhenUsingContexts() // nothing waits for ever
	RunSpecs(t, "tryit")
}

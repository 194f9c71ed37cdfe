package tryit_test

import (
	"testing"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

func TestTryit(t *testing.T) {
	RegisterFailHandler(Fail)
	SetDefaultEventuallyTimeout(time.Minute)  // a busy machine is no fault
	EnforceDefaultTimeoutsWhenUsingContexts() // nothing waits for ever
	RunSpecs(t, "tryit")
}

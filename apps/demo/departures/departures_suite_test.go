package main

import (
	"os"
	"testing"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

// asProgram is the variable that makes the program of the tests this program itself.
const asProgram = "TREFOIL_DEPARTURES"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		main() // which does not return
	}
	os.Exit(m.Run())
}

func TestDepartures(t *testing.T) {
	RegisterFailHandler(Fail)
	SetDefaultEventuallyTimeout(30 * time.Second) // ends what hangs
	RunSpecs(t, "Departures")
}

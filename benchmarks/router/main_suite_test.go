package main

import (
	"fmt"
	"os"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

// TestMain makes the test program a server when it has started itself as one.
func TestMain(m *testing.M) {
	if name := os.Getenv(serverVariable); name != "" {
		if err := serve(name, os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

func TestRouter(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "benchmarks/router")
}

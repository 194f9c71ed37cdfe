package otelobserver_test

import (
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

func TestOtelobserver(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "otelobserver")
}

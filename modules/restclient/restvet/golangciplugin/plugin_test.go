package golangciplugin_test

import (
	"github.com/golangci/plugin-module-register/register"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient/restvet"
	"github.com/trefoil-go/trefoil/modules/restclient/restvet/golangciplugin"
)

var _ = Describe("The plugin for golangci-lint", func() {
	It("is found by its name and gives the analyzer", func() {
		create, err := register.GetPlugin("restvet")
		Expect(err).NotTo(HaveOccurred())

		plugin, err := create(nil)

		Expect(err).NotTo(HaveOccurred())
		Expect(plugin.GetLoadMode()).To(Equal(register.LoadModeTypesInfo))
		Expect(plugin.BuildAnalyzers()).To(ConsistOf(BeIdenticalTo(restvet.Analyzer)))
	})

	It("turns notes off as the settings say", func() {
		DeferCleanup(restvet.Analyzer.Flags.Set, "notes", "true")

		_, err := golangciplugin.New(map[string]any{"notes": false})

		Expect(err).NotTo(HaveOccurred())
		Expect(restvet.Analyzer.Flags.Lookup("notes").Value.String()).To(Equal("false"))
	})

	It("refuses settings that restvet does not have", func() {
		_, err := golangciplugin.New(map[string]any{"note": false})

		Expect(err).To(MatchError(ContainSubstring(`unknown field "note"`)))
	})
})

package ui_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/viewer/ui"
)

var _ = DescribeTable("CustomCSS",
	func(sheet, want string) { Expect(string(ui.CustomCSS(sheet))).To(Equal(want)) },
	Entry("leaves alone what is not about colours of text", ".a { color: red } :root { --scalar-background-1: #fff }", ".a { color: red } :root { --scalar-background-1: #fff }"),
	Entry("makes a colour of text count", ".light-mode{--scalar-color-2: #123;}", ".light-mode{--scalar-color-2: #123;--text-2: #123;}"),
	Entry("makes the last declaration of a rule count", "a{--scalar-color-accent:red}", "a{--scalar-color-accent:red;--link:red}"),
	Entry("keeps what uses a colour", "a{color:var(--scalar-color-1)}", "a{color:var(--scalar-color-1)}"),
	Entry("knows the colours of the chosen item", "a{--scalar-sidebar-color-active:#000}", "a{--scalar-sidebar-color-active:#000;--on-current:#000}"),
	Entry("renames what began with --theme-", "a{--theme-color-1:#000;color:var(--theme-color-1)}", "a{--scalar-color-1:#000;--text-1:#000;color:var(--scalar-color-1)}"),
	Entry("renames what began with --sidebar-", "a{--sidebar-background-1:#000}", "a{--scalar-sidebar-background-1:#000}"),
	Entry("keeps names that only contain those", "a{--my-theme-x:1;--my-sidebar-y:2}", "a{--my-theme-x:1;--my-sidebar-y:2}"),
)

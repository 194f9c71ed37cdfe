package weblink_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/viewer/internal/weblink"
)

var _ = DescribeTable("Safe lets pass",
	func(address string) { Expect(weblink.Safe(address)).To(Equal(address)) },
	Entry("https", "https://e.example/a?b#c"), Entry("http", "http://e.example"), Entry("capitals", "HTTPS://e.example"), Entry("mail", "mailto:a@e.example"),
)

var _ = DescribeTable("Safe refuses",
	func(address string) { Expect(weblink.Safe(address)).To(BeEmpty()) },
	Entry("nothing", ""), Entry("javascript", "javascript:x"), Entry("capitals", "JAVASCRIPT:x"), Entry("a tab", "java\tscript:x"),
	Entry("a leading space", " https://e.example"), Entry("a control character", "\x01https://e.example"), Entry("data", "data:text/html,x"),
	Entry("vbscript", "vbscript:x"), Entry("file", "file:///etc/passwd"), Entry("blob", "blob:https://e.example/x"), Entry("a path", "/a"),
	Entry("a fragment", "#a"), Entry("no scheme", "//e.example"), Entry("no host", "https:///a"), Entry("no slashes", "https:e.example"),
	Entry("a back slash", `https:\\e.example`), Entry("a password", "https://u:p@e.example"), Entry("an empty mail", "mailto:"),
)

var _ = DescribeTable("Mail links plain addresses only",
	func(address, want string) { Expect(weblink.Mail(address)).To(Equal(want)) },
	Entry("an address", "a@e.example", "mailto:a@e.example"),
	Entry("a header", "a@e.example?subject=x", ""),
	Entry("two", "a@b@c", ""),
	Entry("none", "a", ""),
	Entry("a line", "a@b\r\nBcc: c", ""),
)

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

var _ = DescribeTable("Foreign knows what a browser would run or load by itself",
	func(address string, foreign bool) { Expect(weblink.Foreign(address)).To(Equal(foreign)) },
	Entry("javascript", "javascript:x", true), Entry("capitals", "JaVaScRiPt:x", true), Entry("a tab", "java\tscript:x", true),
	Entry("a line break before the colon", "javascript\n:x", true), Entry("a control character in front", "\x01 javascript:x", true),
	Entry("data", "data:text/html,x", true), Entry("vbscript", "vbscript:x", true), Entry("file", "file:///etc/passwd", true),
	Entry("https", "https://e.example", false), Entry("mail", "mailto:a@e.example", false), Entry("a path", "/a:b", false),
	Entry("a relative path", "a/b:c", false), Entry("a variable", "{scheme}://e.example", false), Entry("nothing", "", false),
	Entry("a sentence", "see: there", true), Entry("a sentence of two words", "see there: x", false),
)

var _ = DescribeTable("Image lets pass what is allowed by name",
	func(address, want string) {
		Expect(weblink.Image(address, []string{"e.example", "e.example:8443"})).To(Equal(want))
		Expect(weblink.Image(address, nil)).To(BeEmpty())
	},
	Entry("the host", "https://e.example/a.png", "https://e.example/a.png"),
	Entry("the host in capitals", "https://E.EXAMPLE/a.png", "https://E.EXAMPLE/a.png"),
	Entry("the host and port", "https://e.example:8443/a.png", "https://e.example:8443/a.png"),
	Entry("another port", "https://e.example:444/a.png", ""), Entry("a host below it", "https://a.e.example/a.png", ""),
	Entry("another host", "https://f.example/e.example", ""), Entry("http", "http://e.example/a.png", ""),
	Entry("a user", "https://e.example@f.example/a.png", ""), Entry("data", "data:image/png;base64,x", ""),
)

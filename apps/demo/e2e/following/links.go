package following

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
)

var _ = Describe("The links of a response", func() {
	It("fill in the next operation, and say what they could not", func(ctx SpecContext) {
		a, address := newAPI()
		b := browsertest.Open()
		root := serve(ctx, address)
		try(b, root, "addUser")
		eval(b, `t.row("trace").querySelector("input[type=checkbox]").click()`)
		send(b)
		Expect(a.Last(1).Target).To(Equal("/one/users?trace=t-1"))
		shown(b, `t.all(".try-follow").join()`).Should(Equal("Follow: one,Follow: copy"))
		Expect(eval(b, `return t.text(".try-link")`)).To(ContainSubstring("path.id = 12345678901234567891"))
		Expect(eval(b, `return t.all(".try-link").at(-1)`)).To(ContainSubstring("not in the description"))
		b.Shoot("links")
		Eventually(b.Axe).Should(BeEmpty())

		eval(b, `t.find("Follow: one").focus(); t.press("Follow: one")`)

		shown(b, `t.text("h2")`).Should(Equal("Get a user"))
		Expect(browsertest.Eval[int](b, `document.querySelectorAll("dialog[open]").length`)).To(Equal(1))
		shown(b, `t.preview()`).Should(Equal("GET " + address + "/two/users/12345678901234567891?id=deep&trace=t-1&page=page%2F2"))
		Expect(eval(b, `return t.control("note").value`)).To(Equal("user-12345678901234567891 of POST 201"))
		Expect(eval(b, `return t.text(".try-arrival")`)).To(And(
			ContainSubstring("id = 12345678901234567891"), ContainSubstring("$response.body#/nowhere gives nothing for lost."), ContainSubstring("$response.body#/none gives nothing for none.")))
		Expect(eval(b, `return t.text("[data-try-live]")`)).To(ContainSubstring("has filled in"))
		shown(b, `t.all(".try-sample .request-card pre").length`).Should(Equal("1"), "the samples are those of this operation")
		shown(b, `t.text(".try-sample pre")`).Should(ContainSubstring("/two/users/12345678901234567891"))
		Expect(a.Count()).To(Equal(1), "nothing is sent by following")
		b.Shoot("followed")
		Eventually(b.Axe).Should(BeEmpty())

		send(b)
		Expect(a.Last(2).Target).To(HavePrefix("/two/users/12345678901234567891?"))
		eval(b, `t.press("Back to that answer")`)
		shown(b, `t.text("h2") + t.all(".try-follow").length`).Should(Equal("Add a user2"))

		eval(b, `t.press("Follow: copy")`)
		shown(b, `t.body().value`).Should(Equal("{\n  \"name\": \"Ada\",\n  \"age\": 7,\n  \"tags\": [\n    \"a/b\",\n    \"c\"\n  ]\n}"))
		Expect(eval(b, `return t.text(".try-arrival")`)).To(ContainSubstring("https://elsewhere.example, which the description does not have"))
		Expect(eval(b, `return t.preview()`)).To(HavePrefix("POST " + address + "/one/"))
		Expect(b.Troubles()).To(BeEmpty())
	})
})

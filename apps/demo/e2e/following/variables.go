package following

import (
	"regexp"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
)

// variable adds a variable in the console.
const variable = `window.t.variable = (name, value, secret) => {
	t.dialog().querySelector(".try-variables").closest("details").open = true;
	t.press("Add variable");
	const row = [...t.dialog().querySelectorAll(".try-variable")].at(-1), [its, of] = row.querySelectorAll(".try-input");
	t.type(its, name); t.type(of, value);
	if (secret) row.querySelector("input[type=checkbox]").click();
}; true`

var _ = Describe("Variables", func() {
	It("stand for values wherever something is typed, and are masked when they are secret", func(ctx SpecContext) {
		a, address := newAPI()
		b := browsertest.Open()
		root := serve(ctx, address)
		try(b, root, "addUser")
		browsertest.Eval[bool](b, variable)

		eval(b, `t.type(t.control("trace"), "{{who}}-{{$uuid}}-{{$uuid}}"); t.type(t.control("X-Client"), "{{client}}"); t.type(t.body(), '{"name": "{{who}}", "age": "{{age}}"}')`)
		send(b)
		Expect(eval(b, `return t.all(".try-problem:not([hidden])").join("|")`)).To(Equal("There is no variable who with a value.|There is no variable client with a value.|There are no variables who, age with values."))
		Expect(a.Count()).To(BeZero())

		eval(b, `t.variable("who", "A \"da\""); t.variable("client", "s3cret-client", true); t.variable("age", "0")`)
		shown(b, `t.preview()`).Should(MatchRegexp(`trace=A%20%22da%22-[0-9a-f-]{73}$`))
		send(b)
		Expect(eval(b, `return t.all(".try-problem:not([hidden])").join("|")`)).To(ContainSubstring("/age"), "what is described holds for the value")
		eval(b, `t.type(t.dialog().querySelectorAll(".try-variable")[2].querySelectorAll(".try-input")[1], "7")`)
		send(b)
		got := a.Last(1)
		Expect(got.Body).To(Equal(`{"name": "A \"da\"", "age": 7}`))
		Expect(got.Header.Get("X-Client")).To(Equal("s3cret-client"))
		made := regexp.MustCompile(`-([0-9a-f]{8}-.{27})-(.{36})$`).FindStringSubmatch(got.Target)
		Expect(made).To(HaveLen(3))
		Expect(made[1]).To(Equal(made[2]), "one request has one of them")
		Expect(eval(b, `t.type(t.control("trace"), "{{client}}"); return t.preview()`)).NotTo(BeEmpty())
		shown(b, `t.preview()`).Should(HaveSuffix("?trace=********"))
		Expect(eval(b, `t.type(t.control("trace"), "{{who}}-{{$uuid}}-{{$uuid}}"); return t.preview()`)).NotTo(BeEmpty())
		shown(b, `t.preview()`).Should(HaveSuffix(got.Target), "what is shown is what was sent")
		shown(b, `t.text(".try-sample pre")`).Should(And(ContainSubstring("X-Client: ********"), ContainSubstring(`"age": 7`)))
		Expect(eval(b, `return document.documentElement.outerHTML.includes("s3cret-client")`)).To(Equal("false"))

		send(b)
		Expect(a.Last(2).Target).NotTo(Equal(got.Target), "the next request has another")
		Expect(b.Troubles()).To(BeEmpty())
	})

	It("come from answers, in environments, are offered while they are typed, and stay in the tab without secrets", func(ctx SpecContext) {
		a, address := newAPI()
		b := browsertest.Open()
		root := serve(ctx, address)
		try(b, root, "addUser")
		browsertest.Eval[bool](b, variable)
		send(b)
		shown(b, `t.all(".body-row").length`).ShouldNot(Equal("0"))

		eval(b, `t.dialog().querySelectorAll(".body-row")[1].click()`)
		shown(b, `t.dialog().querySelector(".body-row[aria-selected=true]").textContent`).Should(ContainSubstring("id"))
		eval(b, `[...t.dialog().querySelectorAll(".body-button")].find((el) => el.textContent === "Save as variable").click()`)
		shown(b, `document.activeElement.value + t.dialog().querySelector("[aria-label='Where in the response']").value`).Should(Equal("id/id"))
		shown(b, `!!t.find("Send")`).Should(Equal("true"))
		eval(b, `t.press("Save variable")`)
		for _, take := range []string{`"next", 1, "x-next"`, `"key", 0, "/token"`} {
			eval(b, `const [name, from, where] = [`+take+`], form = t.dialog().querySelector(".try-extract");
				t.type(form.querySelector("input"), name); form.querySelector("select").selectedIndex = from; t.type(form.querySelector("[aria-label^=Where]"), where); t.press("Save variable")`)
		}
		Expect(eval(b, `return [...t.dialog().querySelectorAll(".try-variable")].map((row) => [...row.querySelectorAll(".try-input")].map((el) => el.type === "password" ? "secret" : el.value)).join("|")`)).
			To(Equal("id,12345678901234567891|next,page/2|key,secret"))
		eval(b, `t.dialog().querySelector(".try-extract").closest("details").scrollIntoView()`)
		eval(b, `t.dialog().querySelector(".try-variables").closest("details").open = true`)
		b.Shoot("variables")
		Eventually(b.Axe).Should(BeEmpty())
		b.Prefer("prefers-color-scheme", "dark")
		Eventually(b.Axe).Should(BeEmpty())
		b.Resize(390, 844)
		eval(b, `t.dialog().querySelector(".try-variables").scrollIntoView()`)
		b.Shoot("variables-narrow")
		Expect(b.FitsWidth()).To(BeTrue())
		b.Resize(1440, 900)

		eval(b, `[...t.dialog().querySelectorAll(".try-variables .credential-check")].at(-1).querySelector("input").click();
			t.dialog().querySelector(".try-variables").closest("details").open = true; t.press("Add environment"); t.type(t.dialog().querySelector("[aria-label='Name of the environment']"), "staging"); document.activeElement.dispatchEvent(new Event("change"));
			t.type(t.dialog().querySelector(".try-variable .try-input[aria-label^=Value]"), "1"); t.press("Follow: one")`)
		shown(b, `t.text("h2")`).Should(Equal("Get a user"))
		Expect(eval(b, `return t.text(".try-variables") && [...t.dialog().querySelectorAll("summary")].map((el) => el.textContent).join()`)).To(ContainSubstring("Variables (3) of staging"))
		eval(b, `const id = t.control("id"); t.type(id, "{{"); id.setSelectionRange(2, 2); id.dispatchEvent(new Event("input", {bubbles: true}))`)
		shown(b, `t.all(".try-complete li").join()`).Should(HavePrefix("id,next,key,$uuid,"))
		b.Shoot("offered")
		Eventually(b.Axe).Should(BeEmpty())
		press(b, "Escape")
		Expect(eval(b, `return t.all(".try-complete").length + String(!!t.dialog())`)).To(Equal("0true"), "the console stays open")
		press(b, "x")
		shown(b, `t.all(".try-complete").length`).Should(Equal("0"), "nothing is called so")
		press(b, "Backspace", "Backspace", "{")
		shown(b, `t.all(".try-complete li").length`).ShouldNot(Equal("0"))
		press(b, "ArrowDown", "ArrowUp", "Enter")
		Expect(eval(b, `return t.control("id").value + t.all(".try-complete").length + !!t.dialog()`)).To(Equal("{{id}}0true"))
		shown(b, `t.preview()`).Should(ContainSubstring("/two/users/1?"))
		Expect(eval(b, `return JSON.stringify(Object.values(sessionStorage)) + JSON.stringify(Object.values(localStorage))`)).To(And(ContainSubstring("staging"), Not(ContainSubstring("s3cr3t-value"))))

		try(b, root, "addUser")
		eval(b, `t.type(t.control("trace"), "{{key}}"); t.press("Send")`)
		Expect(eval(b, `return t.all(".try-problem:not([hidden])").join("|")`)).To(Equal("There is no variable key with a value."), "secrets are not kept")
		eval(b, `t.type(t.control("trace"), "{{id}}")`)
		send(b)
		a.Last(2)
		shown(b, `t.all(".try-extract + div p").join()`).Should(Equal("id has been set.,next has been set.,key has been set."))
		shown(b, `[...t.dialog().querySelectorAll(".try-variable [aria-label^=Value]")].map((el) => el.value).join()`).Should(Equal("12345678901234567891,page/2,s3cr3t-value"))
		Expect(b.Troubles()).To(BeEmpty())
	})

	It("become values of another server by their environment", func(ctx SpecContext) {
		a, address := newAPI()
		b := browsertest.Open()
		root := serve(ctx, address)
		try(b, root, "getUser")
		browsertest.Eval[bool](b, variable)
		eval(b, `const server = t.dialog().querySelector("[aria-label=Server]"); server.selectedIndex = 2; server.dispatchEvent(new Event("change"));
			t.type(t.dialog().querySelector(".try-section .try-row .try-input"), "{{stage}}"); t.type(t.control("id"), "{{n}}")`)
		send(b)
		Expect(eval(b, `return t.all(".try-problem:not([hidden])").join("|")`)).To(Equal("There is no variable stage with a value.|There is no variable n with a value."))
		eval(b, `t.variable("stage", "live"); t.variable("n", "41")`)
		send(b)
		Expect(a.Last(1).Target).To(Equal("/live/users/41"))
		eval(b, `t.type(t.control("id"), "{{$braces}}n}}")`)
		send(b)
		Expect(eval(b, `return t.all(".try-problem:not([hidden])").length`)).To(Equal("1"), "two braces are no integer")
		eval(b, `t.press("Send anyway")`)
		Expect(a.Last(2).Target).To(Equal("/live/users/%7B%7Bn%7D%7D"))
		Expect(b.Troubles()).To(BeEmpty())
	})
})

package history

import (
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/tryit"
)

// session sends something of everything, one body of it of so many times four
// characters, and shows what was sent.
func session(s *site, times int) *browsertest.Browser {
	GinkgoHelper()
	b := s.console("putThing")
	eval(b, `t.scheme("key and query"); t.type(t.credential("key"), "canary 'k' $1"); t.type(t.credential("query"), "canary&t"); t.row("X-Trace").querySelector(".try-toggle").click(); t.type(t.control("X-Trace"), "é 1")`)
	send(b)
	eval(b, `t.scheme("login"); t.type(t.credential("login"), "ann"); t.type(t.credential("login", 1), "canary \"p\":"); t.type(t.body(), JSON.stringify({long: "'%\\".repeat(`+strconv.Itoa(times)+`)}))`)
	send(b)
	eval(b, `t.scheme("bearer"); t.type(t.credential("bearer"), "canary-b"); t.type(t.body(), '{"size":1.50}\n')`)
	send(b)
	other(b, "postForm")
	send(b)
	other(b, "putThing")
	past(b)
	eval(b, `t.dialog().querySelector(".past-filter input").click(); t.dialog().querySelector(".past-export summary").click()`)
	Expect(eval(b, `return t.rows().length`)).To(Equal("4"))
	return b
}

// secrets are the credentials of a session, by the names that files have for them.
var secrets = map[string]string{
	"API_X_KEY": "canary 'k' $1", "API_TOKEN": "canary%26t", "API_TOKEN_2": "canary-b",
	"API_USER": "ann", "API_PASSWORD": `canary "p":`, "API_BASIC": "YW5uOmNhbmFyeSAicCI6",
}

var _ = Describe("Files of a session", func() {
	It("replay: the script of curl sends the same bytes again, with credentials of the environment", func(ctx SpecContext) {
		s := open(ctx)
		b := session(s, 20_000)
		sent := s.All()[:4]
		b.Shoot("history-export")

		text := saved(b, "curl script")

		Expect(eval(b, `return t.live()`)).To(Equal("Saved 4 requests as session.sh."))
		Expect(text).NotTo(ContainSubstring("canary"))
		Expect(lines(text)).To(ContainElements("set -eu", `: "${API_TOKEN:?what token is in the address, percent-encoded}"`, "# 4. Post; rm -rf / #  $(id): 201 Created"))
		Expect(run(text).Run()).NotTo(Succeed(), "without credentials nothing is sent")
		Expect(s.Count()).To(Equal(4))
		command := run(text)
		for name, value := range secrets {
			command.Env = append(command.Env, name+"="+value)
		}
		output, err := command.CombinedOutput()
		Expect(err).NotTo(HaveOccurred(), string(output))
		Expect(s.Count()).To(Equal(8))
		for i, want := range sent {
			got := s.All()[4+i]
			Expect(got.Method+" "+got.Target).To(Equal(want.Method+" "+want.Target), "request %d", i)
			Expect(got.Body == want.Body).To(BeTrue(), "request %d", i)
			for _, name := range []string{"Content-Type", "X-Key", "X-Trace", "Authorization", "Cookie"} {
				Expect(got.Header.Values(name)).To(Equal(want.Header.Values(name)), "%s of request %d", name, i)
			}
		}
		Expect(b.Troubles()).To(BeEmpty())
	})

	It("are what editors, HAR and Arazzo define", func(ctx SpecContext) {
		s := open(ctx)
		b := session(s, 20)
		sent := s.All()[:4]

		By("the .http file")
		text := saved(b, ".http file")
		Expect(text).NotTo(ContainSubstring("canary"))
		requests := parseHTTP(text)
		Expect(requests).To(HaveLen(4))
		for i, got := range requests {
			want := sent[i]
			Expect(got.Method+" "+got.Target).To(Equal(want.Method+" "+s.address+want.Target), "request %d", i)
			Expect(got.Body == strings.TrimRight(want.Body, "\n")).To(BeTrue(), "request %d", i)
			for name := range got.Header {
				Expect(got.Header.Values(name)).To(Equal(want.Header.Values(name)), "%s of request %d", name, i)
			}
			Expect(got.Header).To(HaveKey("Content-Type"))
		}

		By("HAR")
		masked := saved(b, "HAR")
		Expect(masked).NotTo(ContainSubstring("canary"))
		entries := parseHAR(masked)
		Expect(entries).To(HaveLen(4))
		Expect(value(entries[0], "request", "url")).To(HaveSuffix("token=********"))
		Expect(value(entries[3], "request", "postData")).To(Equal(map[string]any{"mimeType": "application/x-www-form-urlencoded", "params": []any{}, "text": sent[3].Body}))
		Expect(value(entries[0], "response", "content")).To(Equal(map[string]any{"size": 7.0, "mimeType": "application/json", "text": `{"n":1}`}))
		eval(b, `const box = t.dialog().querySelector(".past-export input"); box.click()`)
		Expect(eval(b, `return t.live() + t.dialog().querySelector(".past-export .try-mismatch").checkVisibility()`)).To(Equal("Whoever has the file can use the credentials in it.true"))
		Eventually(b.Axe).Should(BeEmpty())
		real := parseHAR(saved(b, "HAR"))
		Expect(value(real[0], "request", "url")).To(Equal(s.address + sent[0].Target))
		Expect(value(real[2], "request", "headers")).To(ContainElement(map[string]any{"name": "Authorization", "value": "Bearer canary-b"}))

		By("Arazzo")
		var arazzo map[string]any
		workflow := saved(b, "Arazzo")
		Expect(workflow).NotTo(ContainSubstring("canary"))
		Expect(json.Unmarshal([]byte(workflow), &arazzo)).To(Succeed())
		checkArazzo(arazzo, s.address+"/docs/openapi.json")
		steps := value(arazzo, "workflows", 0, "steps").([]any)
		Expect(value(steps[0], "parameters")).To(ConsistOf(
			map[string]any{"name": "id", "in": "path", "value": 7.0}, map[string]any{"name": "q", "in": "query", "value": "a 'b' $HOME `c` {d} %"}, map[string]any{"name": "X-Trace", "in": "header", "value": "é 1"},
			map[string]any{"name": "token", "in": "query", "value": "{$inputs.API_TOKEN}"}, map[string]any{"name": "X-Key", "in": "header", "value": "{$inputs.API_X_KEY}"}))
		Expect(workflow).To(ContainSubstring(`"size": 1.50`), "numbers as they were written")
		Expect(b.Troubles()).To(BeEmpty())
	})

	It("leave out what had no answer, and hold what is chosen; HAR holds bytes in base64", func(ctx SpecContext) {
		s := open(ctx)
		s.answers = func(_ browsertest.Received, n int) (int, map[string]string, string) {
			if n == 1 {
				return http.StatusFound, map[string]string{"Location": "/elsewhere"}, ""
			}
			return http.StatusOK, map[string]string{"Content-Type": "application/octet-stream", "X-Auth-Token": "canary-a"}, "\x00\xff\x01"
		}
		b := s.console("GET-things-id")
		send(b)
		send(b)
		past(b)

		text := saved(b, "curl script")
		Expect(eval(b, `return t.live()`)).To(Equal("Saved 1 request as session.sh. 1 without an answer is left out."))
		Expect(strings.Count(text, "curl ")).To(Equal(1))
		har := saved(b, "HAR")
		Expect(har).NotTo(ContainSubstring("canary"))
		entries := parseHAR(har)
		Expect(entries).To(HaveLen(2))
		Expect(value(entries[0], "response", "comment")).To(ContainSubstring("redirect"))
		Expect(value(entries[1], "response", "content")).To(Equal(map[string]any{"size": 3.0, "mimeType": "application/octet-stream", "text": "AP8B", "encoding": "base64"}))
		Expect(saved(b, "Arazzo")).To(And(ContainSubstring(`"operationPath": "{$sourceDescriptions.api.url}#/paths/~1things~1{id}/get"`), ContainSubstring(`"stepId": "1-Get-a-thing`)))
		eval(b, `t.rows()[1].querySelector("input").click()`)
		Expect(parseHAR(saved(b, "HAR"))).To(HaveLen(1))
		Expect(saved(b, "Arazzo")).To(ContainSubstring(`"steps": []`))
	})
})

var _ = Describe("HAR of what the server sent", func() {
	It("holds the cookies of requests and answers, masked", func(ctx SpecContext) {
		api := open(ctx)
		proxy, err := tryit.NewProxy(tryit.WithOrigins(api.address))
		Expect(err).NotTo(HaveOccurred())
		s := openWith(ctx, `{"openapi":"3.1.0","info":{"title":"C","version":"1"},"servers":[{"url":"`+api.address+`"}],"paths":{"/cookies":{"get":{"operationId":"cookies","parameters":[{"name":"sid","in":"cookie","required":true,"schema":{"type":"string"},"example":"canary-r"}]}}}}`, viewer.WithRequestProxy(proxy))
		b := s.console("cookies")
		send(b)
		Expect(api.Last(1).Header.Get("Cookie")).To(Equal("sid=canary-r"))
		past(b)

		masked := saved(b, "HAR")
		eval(b, `t.dialog().querySelector(".past-export input").click()`)
		real := parseHAR(saved(b, "HAR"))

		Expect(masked).NotTo(ContainSubstring("canary"))
		Expect(value(parseHAR(masked)[0], "response", "cookies")).To(ConsistOf(HaveKeyWithValue("value", "********")))
		Expect(value(real[0], "request", "cookies")).To(ConsistOf(map[string]any{"name": "sid", "value": "canary-r"}))
		Expect(value(real[0], "response", "cookies")).To(ConsistOf(
			map[string]any{"name": "seen", "value": "canary-c", "path": "/", "expires": "2037-10-21T07:28:00.000Z", "httpOnly": true, "secure": false}))
		Expect(b.Troubles()).To(BeEmpty())
	})
})

var _ = Describe("Files of requests with variables", func() {
	It("ask for secrets in the address and the body, and have inputs for variables", func(ctx SpecContext) {
		s := open(ctx)
		b := s.console("putThing")
		eval(b, `const add = (name, value, secret) => {
				t.press("Add variable");
				const row = [...t.dialog().querySelectorAll(".try-variable")].at(-1);
				t.type(row.querySelectorAll(".try-input")[0], name); t.type(row.querySelectorAll(".try-input")[1], value);
				if (secret) row.querySelector("input[type=checkbox]").click();
			};
			t.dialog().querySelector(".try-variables").closest("details").open = true;
			add("number", "7", false); add("pass", 'canary "v"', true);
			t.type(t.control("q"), "a {{pass}} b {{number}}"); t.type(t.body(), '{"pass":"{{pass}}","n":"{{number}}"}')`)
		send(b)
		past(b)

		script := saved(b, "curl script")
		Expect(script).NotTo(ContainSubstring("canary"))
		command := run(script)
		command.Env = append(command.Env, "API_Q=canary%20%22v%22", `API_PASS=canary \"v\"`)
		output, err := command.CombinedOutput()
		Expect(err).NotTo(HaveOccurred(), string(output)+script)
		Expect(s.Last(2).Target).To(Equal(s.All()[0].Target))
		Expect(s.All()[1].Body).To(Equal(s.All()[0].Body))
		Expect(s.All()[1].Body).To(ContainSubstring(`canary \"v\"`))
		workflow := saved(b, "Arazzo")
		Expect(workflow).To(And(Not(ContainSubstring("canary")), ContainSubstring(`"value": "a {$inputs.pass} b {$inputs.number}"`), ContainSubstring(`"n": "$inputs.number"`)))
		Expect(saved(b, "HAR")).NotTo(ContainSubstring("canary"))
		Expect(b.Troubles()).To(BeEmpty())
	})
})

// run is a command that runs a script, with nothing in its environment but a path.
func run(script string) *exec.Cmd {
	GinkgoHelper()
	file := filepath.Join(GinkgoT().TempDir(), "session.sh")
	Expect(os.WriteFile(file, []byte(script), 0o600)).To(Succeed())
	command := exec.Command("sh", file)
	command.Env = []string{"PATH=" + os.Getenv("PATH")}
	return command
}

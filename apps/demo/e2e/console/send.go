package console

import (
	"encoding/json"
	"io"
	"mime"
	"mime/multipart"
	"os"
	"path/filepath"
	"strings"

	"github.com/chromedp/chromedp"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/tryit"
)

// request is one of the table.
type request struct {
	URL              string
	Headers, Cookies [][2]string
	Body             *struct {
		Text, File string
		Parts      []struct{ Name, Text, File, Type string }
	}
}

// differs says where an API has got something else than what the samples send.
func (r request) differs(got browsertest.Received, origin string) (list []string) {
	add := func(what, have, want string) {
		if have != want {
			list = append(list, what+": "+have+" is not "+want)
		}
	}
	add("target", got.Target, strings.TrimPrefix(r.URL, origin))
	for _, h := range r.Headers {
		add(h[0], got.Header.Get(h[0]), h[1])
	}
	var cookies []string
	for _, c := range r.Cookies {
		cookies = append(cookies, c[0]+"="+c[1])
	}
	add("cookies", got.Header.Get("Cookie"), strings.Join(cookies, "; "))
	if r.Body == nil {
		add("body", got.Body, "")
		return list
	}
	if r.Body.Parts == nil {
		add("body", got.Body, r.Body.Text)
		return list
	}
	_, parameters, err := mime.ParseMediaType(got.Header.Get("Content-Type"))
	if err != nil {
		return append(list, err.Error())
	}
	parts := multipart.NewReader(strings.NewReader(got.Body), parameters["boundary"])
	for _, want := range r.Body.Parts {
		p, err := parts.NextRawPart()
		if err != nil {
			return append(list, want.Name+": "+err.Error())
		}
		text, _ := io.ReadAll(p)
		add("part", p.FormName(), want.Name)
		add(want.Name, string(text), want.Text)
		add(want.Name+" file", p.FileName(), want.File)
		if want.Type != "" {
			add(want.Name+" type", p.Header.Get("Content-Type"), want.Type)
		}
	}
	if _, err := parts.NextRawPart(); err != io.EOF {
		list = append(list, "there are more parts")
	}
	return list
}

// ways let a page send by way of its server, or itself alone.
func ways(address string, byServer bool) []viewer.Option {
	GinkgoHelper()
	if !byServer {
		return nil
	}
	proxy, err := tryit.NewProxy(tryit.WithOrigins(address))
	Expect(err).NotTo(HaveOccurred())
	return []viewer.Option{viewer.WithRequestProxy(proxy)}
}

// tableDir holds the description, and the requests of it that the samples of the
// server have.
var tableDir = filepath.Join("..", "..", "..", "modules", "viewer", "ui", "serialize", "testdata")

// table returns the description of the table and its requests, for an API.
func table(address string) (description string, requests map[string]request) {
	GinkgoHelper()
	read := func(name string) string {
		text, err := os.ReadFile(filepath.Join(tableDir, name))
		Expect(err).NotTo(HaveOccurred())
		return strings.ReplaceAll(string(text), "https://api.example/v1", address)
	}
	Expect(json.Unmarshal([]byte(read("requests.json")), &requests)).To(Succeed())
	return read("description.json"), requests
}

var _ = Describe("What an API gets", func() {
	It("by way of the server, is what the samples send, cookies too", func(ctx SpecContext) {
		a, address := newAPI(true)
		description, requests := table(address)
		proxy, err := tryit.NewProxy(tryit.WithOrigins(address))
		Expect(err).NotTo(HaveOccurred())
		root := serve(ctx, description, viewer.Configuration{}, viewer.WithRequestProxy(proxy))
		b := browsertest.Open()

		wrong := map[string][]string{}
		for i, slug := range []string{"cookie-form-false-false", "cookie-form-true-false", "query-deepObject-true-true", "body-multipart", "querystring-text"} {
			try(b, root, slug)
			eval(b, `t.press("Use every field"); t.press("Send")`)
			if w := eval(b, `return t.dialog().querySelector(".try-wrong:not([hidden])") ? t.press("Send anyway") : ""`); w == "" {
				GinkgoWriter.Println(slug, "sent at once")
			}
			if list := requests[slug].differs(a.Last(i+1), strings.TrimSuffix(address, "/")); len(list) > 0 {
				wrong[slug] = list
			}
		}

		Expect(wrong).To(BeEmpty())
		Expect(b.Troubles()).To(BeEmpty())
		Expect(b.Hosts()).To(HaveLen(1))
	})

	It("from the browser itself, is what the samples send", func(ctx SpecContext) {
		a, address := newAPI(false)
		description, requests := table(address)
		root := serve(ctx, description, viewer.Configuration{})
		b := browsertest.Open()

		wrong, n := map[string][]string{}, 0
		for slug, want := range requests {
			if strings.HasPrefix(slug, "cookie") || slug == "servers" || slug == "relative" || want.Body != nil && want.Body.File != "" {
				continue // what browsers do not send, or elsewhere
			}
			n++
			try(b, root, slug)
			eval(b, `t.press("Use every field"); t.press("Send"); if (t.dialog().querySelector(".try-wrong:not([hidden])")) t.press("Send anyway")`)
			want.URL = strings.ReplaceAll(want.URL, "/./", "/") // which browsers walk
			if list := want.differs(a.Last(n), address); len(list) > 0 {
				wrong[slug] = list
			}
		}

		Expect(n).To(BeNumerically(">=", 35))
		Expect(wrong).To(BeEmpty())
		Expect(b.Troubles()).To(BeEmpty())
	})

	DescribeTable("in another language of the page, is the same, credentials too",
		func(ctx SpecContext, language string) {
			a, address := newAPI(false)
			description, requests := table(address)
			b := browsertest.Open()
			const press = `const press = (text) => t.press(trefoilWords.say(text) ?? text);`

			wrong := map[string][]string{}
			root := serve(ctx, description, viewer.Configuration{Language: language})
			slugs := []string{"header-simple-true-false", "query-deepObject-true-true", "query-form-false-false", "body-multipart", "body-form", "body-json", "querystring-text"}
			for i, slug := range slugs {
				try(b, root, slug)
				eval(b, press+`press("Use every field"); press("Send"); if (t.dialog().querySelector(".try-wrong:not([hidden])")) press("Send anyway")`)
				if list := requests[slug].differs(a.Last(i+1), address); len(list) > 0 {
					wrong[slug] = list
				}
			}
			Expect(wrong).To(BeEmpty())

			try(b, serve(ctx, things(address), viewer.Configuration{Language: language}), "putThing")
			eval(b, press+`t.type(t.credential("key"), "secret"); t.type(t.control("q"), "abc"); press("Send")`)
			Expect(a.Last(len(slugs) + 1)).To(And(HaveField("Target", "/things/7?q=abc"), HaveField("Header", HaveKeyWithValue("X-Key", []string{"secret"}))))
			Expect(b.Troubles()).To(BeEmpty())
		},
		Entry("in German", "de"), Entry("in Arabic", "ar"), Entry("in Japanese", "ja"),
	)

	It("through a proxy elsewhere, comes with its address as scalar_url", func(ctx SpecContext) {
		proxy, elsewhere := newAPI(false)
		a, address := newAPI(true)
		root := serve(ctx, things(address), viewer.Configuration{ProxyURL: elsewhere + "/through?a=b"})
		b := browsertest.Open()
		try(b, root, "putThing")

		eval(b, `t.type(t.control("q"), "a&b c"); t.press("Send")`)

		got := proxy.Last(1)
		Expect(got.Method).To(Equal("PUT"))
		Expect(got.Target).To(Equal("/through?a=b&scalar_url=" + "http%3A%2F%2F" + strings.ReplaceAll(strings.TrimPrefix(address, "http://"), ":", "%3A") + "%2Fthings%2F7%3Fq%3Da%2526b%2520c"))
		Expect(got.Body).To(HavePrefix("{\n"))
		Expect(a.Count()).To(BeZero())
	})
})

var _ = Describe("A request that does not work out", func() {
	It("is explained: the API does not allow the page", func(ctx SpecContext) {
		_, address := newAPI(true)
		b := browsertest.Open()
		root := serve(ctx, things(address), viewer.Configuration{})
		try(b, root, "putThing")

		eval(b, `t.type(t.control("q"), "word"); t.press("Send")`)

		Eventually(func() string { return eval(b, `return t.summary()`) }).Should(And(ContainSubstring(address), ContainSubstring(root), ContainSubstring("CORS")))
		advice := eval(b, `return t.dialog().querySelector(".try-result").textContent`)
		Expect(advice).To(And(ContainSubstring("Access-Control-Allow-Origin: "+root), ContainSubstring("content-type"), ContainSubstring("WithRequestProxy")))
		Expect(eval(b, `return t.dialog().querySelector("[data-try-live]").textContent`)).To(ContainSubstring("CORS"))
	})

	It("is explained: a redirect, which browsers hide", func(ctx SpecContext) {
		a, address := newAPI(false)
		b := browsertest.Open()
		try(b, serve(ctx, things(address), viewer.Configuration{}), "moved")

		eval(b, `t.press("Send")`)

		Eventually(func() string { return eval(b, `return t.summary()`) }).Should(ContainSubstring("redirect"))
		Expect(a.Count()).To(Equal(1))
	})

	It("is explained: the policy of the page names the declared values of a variable alone", func(ctx SpecContext) {
		a, address := newAPI(false)
		port := address[strings.LastIndex(address, ":")+1:]
		description := `{"openapi":"3.1.0","info":{"title":"P","version":"1"},"servers":[{"url":"http://127.0.0.1:{port}","variables":{"port":{"default":"9"}}}],"paths":{"/a":{"get":{"operationId":"a"}}}}`
		b := browsertest.Open()
		try(b, serve(ctx, description, viewer.Configuration{}), "a")

		eval(b, `t.type(t.dialog().querySelector("input[type=text]"), "`+port+`"); t.press("Send")`)

		Eventually(func() string { return eval(b, `return t.summary()`) }).Should(Equal("This page may not connect to " + address + "."))
		Expect(a.Count()).To(BeZero())
	})

	It("is cancelled, and the API is told", func(ctx SpecContext) {
		a, address := newAPI(false)
		b := browsertest.Open()
		try(b, serve(ctx, things(address), viewer.Configuration{}), "slow")

		eval(b, `t.press("Send")`)
		Eventually(func() string { return eval(b, `return t.dialog().querySelector(".try-body-view").textContent`) }).Should(ContainSubstring("begun"))
		Expect(eval(b, `return t.summary()`)).To(MatchRegexp(`^200 OK .* so far$`))
		Consistently(a.gone, "200ms").ShouldNot(Receive())
		eval(b, `t.press("Cancel")`)

		Eventually(a.gone).WithContext(ctx).Should(Receive())
		Eventually(func() string { return eval(b, `return t.summary()`) }).Should(Equal("Cancelled."))

		eval(b, `t.press("Send")`)
		a.Last(2)
		eval(b, `t.press("Close")`)
		Eventually(a.gone).WithContext(ctx).Should(Receive())
	})

	DescribeTable("is said to be torn, here and in the history", func(ctx SpecContext, byServer bool) {
		a, address := newAPI(false)
		b := browsertest.Open()
		try(b, serve(ctx, things(address), viewer.Configuration{}, ways(address, byServer)...), "torn")
		text := func(part string) func() string {
			return func() string { return eval(b, `return t.dialog().querySelector("`+part+`").textContent`) }
		}

		eval(b, `t.press("Send")`)
		Eventually(text(".try-body-view")).Should(ContainSubstring("begun"))
		close(a.tear)

		Eventually(text(".try-against")).Should(HavePrefix("The connection broke."))
		Expect(text(".try-body-view")()).To(ContainSubstring("begun"))
		eval(b, `t.dialog().querySelectorAll("[role=tab]")[1].click()`)
		Eventually(func() string { return eval(b, `return t.dialog().querySelector(".past-list")?.textContent`) }).Should(ContainSubstring("200 OK, failed"))
	}, Entry("directly", false), Entry("by way of the server", true))

	DescribeTable("has a file that has changed since it was chosen", func(ctx SpecContext, byServer bool) {
		a, address := newAPI(false)
		b := browsertest.Open()
		try(b, serve(ctx, things(address), viewer.Configuration{}, ways(address, byServer)...), "upload")
		file := filepath.Join(GinkgoT().TempDir(), "a.png")
		choose := func() {
			b.Run(chromedp.SetUploadFiles("dialog[open] input[type=file]", []string{file}, chromedp.ByQuery))
		}
		Expect(os.WriteFile(file, []byte("first"), 0o600)).To(Succeed())
		choose()
		Expect(eval(b, `return String(t.dialog().querySelector("input[type=file]").files[0].size)`)).To(Equal("5")) // browsers look at a file when they like
		Expect(os.WriteFile(file, []byte("the second"), 0o600)).To(Succeed())

		eval(b, `t.press("Send")`)

		Eventually(func() string { return eval(b, `return t.summary()`) }).Should(Equal("a.png cannot be read any more: choose it again."))
		Expect(a.Count()).To(BeZero())
		eval(b, `t.dialog().querySelector("input[type=file]").dispatchEvent(new MouseEvent("click"))`)
		Eventually(func() string { return eval(b, `return t.dialog().querySelector("input[type=file]").value`) }).Should(BeEmpty())
		choose()
		eval(b, `t.press("Send")`)
		Expect(a.Last(1).Body).To(ContainSubstring("\r\n\r\nthe second\r\n"))
	}, Entry("directly", false), Entry("by way of the server", true))

	It("says what the server of the page says, when that does not send", func(ctx SpecContext) {
		_, address := newAPI(true)
		proxy, err := tryit.NewProxy() // this machine is not named
		Expect(err).NotTo(HaveOccurred())
		b := browsertest.Open()
		try(b, serve(ctx, things(address), viewer.Configuration{}, viewer.WithRequestProxy(proxy)), "moved")

		eval(b, `t.press("Send")`)

		Eventually(func() string { return eval(b, `return t.summary()`) }).ShouldNot(ContainSubstring("Waiting"))
		Expect(eval(b, `return t.dialog().querySelector(".try-result").textContent`)).To(ContainSubstring("It said 403"))
	})
})

var _ = Describe("An answer by way of the server", func() {
	It("shows cookies, headers and timing", func(ctx SpecContext) {
		_, address := newAPI(true)
		proxy, err := tryit.NewProxy(tryit.WithOrigins(address))
		Expect(err).NotTo(HaveOccurred())
		b := browsertest.Open()
		try(b, serve(ctx, things(address), viewer.Configuration{}, viewer.WithRequestProxy(proxy)), "upload")

		eval(b, `t.type(t.dialog().querySelector("[aria-label='Format of the body']"), "application/x-www-form-urlencoded"); t.press("Send")`)

		Eventually(func() string { return eval(b, `return t.summary()`) }).Should(MatchRegexp("^201.* bytes$"))
		text := eval(b, `return [...t.dialog().querySelectorAll(".try-fold")].map((d) => d.textContent).join("\n")`)
		Expect(text).To(And(ContainSubstring("Cookies (1)seen1; Path=/"), ContainSubstring("Content-Typeapplication/json"), MatchRegexp(`Connection[\d.]+ m?s`), MatchRegexp(`First byte[\d.]+ m?s`)))
	})
})

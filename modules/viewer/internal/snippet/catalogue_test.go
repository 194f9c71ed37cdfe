package snippet_test

import (
	"fmt"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/viewer/internal/snippet"
)

// keys are all "language/client" of languages.
func keys(languages []snippet.Language) []string {
	var all []string
	for _, l := range languages {
		for _, c := range l.Clients {
			all = append(all, l.Key+"/"+c.Key)
		}
	}
	return all
}

// difference is what was hidden.
func difference(left []snippet.Language) []string {
	visible := map[string]bool{}
	for _, key := range keys(left) {
		visible[key] = true
	}
	var gone []string
	for _, key := range keys(snippet.Languages()) {
		if !visible[key] {
			gone = append(gone, key)
		}
	}
	return gone
}

var _ = Describe("The catalogue", func() {
	It("holds the clients of both versions of A2", func() {
		Expect(keys(snippet.Languages())).To(ConsistOf(
			"c/libcurl", "clojure/clj_http", "csharp/httpclient", "csharp/restsharp", "dart/http", "fsharp/httpclient", "go/native", "go/trefoil", "http/http1.1",
			"java/asynchttp", "java/nethttp", "java/okhttp", "java/unirest", "js/axios", "js/fetch", "js/jquery", "js/ofetch", "js/xhr", "julia/http", "kotlin/okhttp",
			"node/undici", "node/axios", "node/fetch", "node/native", "node/ofetch", "node/request", "node/unirest", "objc/nsurlsession", "ocaml/cohttp",
			"php/curl", "php/guzzle", "php/http1", "php/http2", "php/laravel", "powershell/restmethod", "powershell/webrequest",
			"python/python3", "python/requests", "python/aiohttp", "python/httpx_sync", "python/httpx_async", "r/httr", "r/httr2", "ruby/native", "rust/reqwest",
			"shell/curl", "shell/httpie", "shell/wget", "swift/nsurlsession",
		))
	})

	It("is asked for a client without making anything but the answer", func() {
		visible := snippet.Visible(nil)

		Expect(testing.AllocsPerRun(10, func() { snippet.Find(visible, "go/trefoil") })).To(BeNumerically("<=", 1))
		Expect(testing.AllocsPerRun(10, func() { snippet.Find(visible, "cobol") })).To(BeZero())
	})

	It("names the script of every language", func() {
		for _, l := range snippet.Languages() {
			Expect(l.Script).NotTo(BeEmpty(), l.Key)
		}
	})
})

var _ = DescribeTable("Hidden clients are left out, and no language is empty",
	func(hidden []string, gone ...string) {
		left := snippet.Visible(hidden)

		Expect(difference(left)).To(ConsistOf(gone))
		for _, l := range left {
			Expect(l.Clients).NotTo(BeEmpty())
		}
	},
	Entry("none", nil),
	Entry("a client in every language", []string{"fetch"}, "js/fetch", "node/fetch"),
	Entry("a client whose languages have no other", []string{"nsurlsession"}, "objc/nsurlsession", "swift/nsurlsession"),
	Entry("a language", []string{"php"}, "php/curl", "php/guzzle", "php/http1", "php/http2", "php/laravel"),
	Entry("one client of one language", []string{"php/curl"}, "php/curl"),
	Entry("a language by its older name", []string{"javascript/axios", "javascript/fetch"}, "js/axios", "js/fetch"),
	Entry("a name that is a language and a client", []string{"http"}, "http/http1.1", "dart/http", "julia/http"),
	Entry("names that are not known", []string{"cobol", "php/nope", ""}),
)

var _ = Describe("Hiding all clients", func() {
	It("leaves no language and no default", func() {
		Expect(snippet.Visible([]string{"*"})).To(BeEmpty())
		Expect(snippet.Default(snippet.Visible([]string{"*"}), "go/native")).To(BeEmpty())
	})
})

var _ = DescribeTable("The default is",
	func(hidden []string, asked, want string) {
		Expect(snippet.Default(snippet.Visible(hidden), asked)).To(Equal(want))
	},
	Entry("curl", nil, "", "shell/curl"),
	Entry("the one that is asked for", nil, "go/native", "go/native"),
	Entry("the one that is asked for by an older name", nil, "javascript/xhr", "js/xhr"),
	Entry("the first of a language", nil, "python", "python/requests"),
	Entry("the standard library of Go", nil, "go", "go/native"),
	Entry("curl when the other is hidden", []string{"go"}, "go/native", "shell/curl"),
	Entry("the first of all when curl is hidden", []string{"shell/curl"}, "", "c/libcurl"),
)

func ExampleVisible() {
	for _, l := range snippet.Visible([]string{"curl"}) {
		if l.Key == "shell" {
			fmt.Println(l.Title, l.Clients)
		}
	}
	// Output: Shell [{httpie HTTPie} {wget Wget}]
}

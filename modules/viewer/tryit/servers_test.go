package tryit_test

import (
	"fmt"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/tryit"
)

// server is a server with variables, each as "name=default" with values.
func server(url string, variables ...apidoc.ServerVariable) apidoc.Server {
	return apidoc.Server{URL: url, Variables: variables}
}

func values(name, byDefault string, enum ...string) apidoc.ServerVariable {
	return apidoc.ServerVariable{Name: name, Default: byDefault, Enum: enum}
}

var many = func() (list []string) {
	for i := range 300 {
		list = append(list, fmt.Sprint("n", i))
	}
	return list
}()

var _ = DescribeTable("A server of a description allows", func(s apidoc.Server, want ...string) {
	Expect(tryit.Declared([]apidoc.Server{s})).To(ConsistOf(want))
},
	Entry("its origin", server("https://api.example.com/v1?x#y"), "https://api.example.com"),
	Entry("its origin with a port", server("http://API.example.com:8080/v1"), "http://api.example.com:8080"),
	Entry("its origin without the port of the scheme", server("https://api.example.com:443"), "https://api.example.com"),
	Entry("its origin in ASCII", server("https://bücher.example/"), "https://xn--bcher-kva.example"),
	Entry("nothing when it is relative", server("/v1")), Entry("nothing without a host", server("v1")), Entry("nothing without a scheme", server("//api.example.com/v1")),
	Entry("nothing when it is no address of http", server("ftp://api.example.com")), Entry("nothing that runs something", server("javascript:H()//")),
	Entry("nothing with the name of a user", server("https://a:b@api.example.com/")),
	Entry("every value of a variable in the host", server("https://{region}.example.com/{v}", values("region", "eu", "eu", "us"), values("v", "1")), "https://eu.example.com", "https://us.example.com"),
	Entry("every value of two", server("{scheme}://{env}.example.com", values("scheme", "https", "https", "http"), values("env", "a", "a", "b")),
		"https://a.example.com", "http://a.example.com", "https://b.example.com", "http://b.example.com"),
	Entry("every value of a port", server("https://api.example.com:{port}/", values("port", "443", "443", "8443")), "https://api.example.com", "https://api.example.com:8443"),
	Entry("the default of a variable that may have any value", server("https://{tenant}.example.com", values("tenant", "demo")), "https://demo.example.com"),
	Entry("nothing without a value", server("https://{tenant}.example.com", values("tenant", ""))), Entry("nothing for a variable that is not declared", server("https://{tenant}.example.com")),
	Entry("what a variable that is the whole address may be", server("{base}/v1", values("base", "", "https://a.example", "https://b.example/x")), "https://a.example", "https://b.example"),
	Entry("what a value says, with whatever is in it", server("https://{host}/v1", values("host", "a.example/x@b.example")), "https://a.example"),
	Entry("nothing when there are too many", server("https://{a}.example.com", values("a", "", many...))),
	Entry("nothing for a free variable in a path that looks like a host", server("/{a}//b.example", values("a", "https:"))),
)

var _ = DescribeTable("WithOrigins refuses", func(address string) {
	_, err := tryit.NewProxy(tryit.WithOrigins(address))

	Expect(err).To(MatchError(ContainSubstring("is no scheme with a host")))
},
	Entry("nothing", ""), Entry("a host", "api.example.com"), Entry("a path", "https://api.example.com/v1"), Entry("a query", "https://api.example.com?x"), Entry("any host", "https://*.example.com"),
	Entry("another scheme", "ftp://api.example.com"), Entry("the name of a user", "https://a@api.example.com"),
)

var _ = Describe("WithTrustedProxies", func() {
	It("refuses what is no network", func() {
		_, err := tryit.NewProxy(tryit.WithTrustedProxies("10.0.0.1"))

		Expect(err).To(MatchError(ContainSubstring("trusted proxies")))
	})
})

package pathmatch_test

import (
	"net/url"
	"strings"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/pathmatch"
)

// found are the templates that make a path, the most concrete first.
func found(path string, templates ...string) []string {
	list := []string{}
	for _, m := range pathmatch.New(templates).Match(pathmatch.Unescape(pathmatch.Split(path))) {
		list = append(list, templates[m.Template])
	}
	return list
}

var _ = DescribeTable("A path is made by",
	func(path string, templates, expected []string) { Expect(found(path, templates...)).To(Equal(expected)) },
	Entry("the concrete template before the one with a variable", "/pets/mine", []string{"/pets/{id}", "/pets/mine"}, []string{"/pets/mine", "/pets/{id}"}),
	Entry("the one that is concrete sooner", "/a/b", []string{"/{x}/b", "/a/{y}", "/{x}/{y}"}, []string{"/a/{y}", "/{x}/b", "/{x}/{y}"}),
	Entry("the one with more fixed characters", "/f/a.json", []string{"/f/{name}", "/f/{name}.json"}, []string{"/f/{name}.json", "/f/{name}"}),
	Entry("a template of the same length only", "/a/b/c", []string{"/a/{x}", "/a/{x}/{y}/{z}"}, []string{}),
	Entry("the root", "/", []string{"/", "/{x}"}, []string{"/"}),
	Entry("a template with a slash at its end", "/a", []string{"/a/"}, []string{"/a/"}),
	Entry("a template with a query", "/a", []string{"/a?x=1", "/a#b"}, []string{"/a?x=1", "/a#b"}),
	Entry("a segment that holds an escaped slash", "/a/b%2Fc", []string{"/a/{x}"}, []string{"/a/{x}"}),
	Entry("a template with an escape, as it was sent", "/a/b%2Fc/x%20y", []string{"/a/b%2fc/{x}", "/a/{y}/x%20{x}"}, []string{"/a/b%2fc/{x}", "/a/{y}/x%20{x}"}),
	Entry("a brace that nothing closes, as it is", "/a{b", []string{"/a{b"}, []string{"/a{b"}),
	Entry("the template itself", "/a/{x}", []string{"/{y}/{x}", "/a/{x}"}, []string{"/a/{x}", "/{y}/{x}"}),
)

var _ = DescribeTable("The variables of a path",
	func(template, path string, expected ...pathmatch.Value) {
		table, raw := pathmatch.New([]string{template}), pathmatch.Split(path)
		decoded := pathmatch.Unescape(raw)

		Expect(table.Match(decoded)).To(HaveLen(1))
		Expect(table.Values(0, decoded, raw)).To(Equal(append([]pathmatch.Value(nil), expected...)))
	},
	Entry("are segments, as they were sent", "/a/{x}/{y}", "/a/1%2C2,3/b%20c", pathmatch.Value{"x", "1%2C2,3"}, pathmatch.Value{"y", "b%20c"}),
	Entry("are parts of segments", "/{name}.{format}", "/a.json", pathmatch.Value{"name", "a"}, pathmatch.Value{"format", "json"}),
	Entry("take as much as they can, the first one first", "/{name}.{format}", "/a.tar.gz", pathmatch.Value{"name", "a.tar"}, pathmatch.Value{"format", "gz"}),
	Entry("leave something for each of the others", "/{name}.{format}", "/a..", pathmatch.Value{"name", "a"}, pathmatch.Value{"format", "."}),
	Entry("leave room for all texts between them", "/{a}-{b}-{c}.{d}", "/1-2-3-4.5.6", pathmatch.Value{"a", "1-2"}, pathmatch.Value{"b", "3"}, pathmatch.Value{"c", "4.5"}, pathmatch.Value{"d", "6"}),
	Entry("stand beside each other", "/{a}{b}", "/äöü", pathmatch.Value{"a", "äö"}, pathmatch.Value{"b", "ü"}),
	Entry("end where the last literal begins", "/{name}.json", "/a.json.json", pathmatch.Value{"name", "a.json"}),
	Entry("are parts of segments, as they were sent, too", "/é.{x}-{y}", "/%C3%A9%2E1%2C2,3%2d%252F", pathmatch.Value{"x", "1%2C2,3"}, pathmatch.Value{"y", "%252F"}),
	Entry("are parts of a segment that cannot be decoded", "/{x}.{y}", "/%zz.%41", pathmatch.Value{"x", "%zz"}, pathmatch.Value{"y", "%41"}),
	Entry("are none of a template without", "/a", "/a"),
)

var _ = DescribeTable("The base of a server",
	func(server apidoc.Server, path string, expected ...string) {
		rest, ok := pathmatch.Bases([]apidoc.Server{server})[0].Cut(pathmatch.Split(path))

		Expect(ok).To(Equal(len(expected) > 0))
		Expect(rest).To(Equal(append([]string(nil), expected...)))
	},
	Entry("is left out", apidoc.Server{URL: "https://a.example/v1/"}, "/v1/pets", "pets"),
	Entry("has a host without a scheme", apidoc.Server{URL: "//a.example/v1"}, "/v1/pets", "pets"),
	Entry("is relative", apidoc.Server{URL: "/api"}, "/api", ""),
	Entry("matters", apidoc.Server{URL: "/api"}, "/apis/x"),
	Entry("holds variables", apidoc.Server{URL: "https://{host}/{version}", Variables: []apidoc.ServerVariable{{Name: "host", Default: "a"}, {Name: "version", Default: "v1"}}}, "/v7/pets", "pets"),
	Entry("is in a variable", apidoc.Server{URL: "https://{host}", Variables: []apidoc.ServerVariable{{Name: "host", Default: "a.example/v2"}}}, "/v2/pets", "pets"),
	Entry("is all a variable", apidoc.Server{URL: "{server}/x", Variables: []apidoc.ServerVariable{{Name: "server", Default: "https://a.example/v3"}}}, "/v3/x/pets", "pets"),
	Entry("is empty", apidoc.Server{URL: "https://a.example"}, "/pets", "pets"),
)

var _ = Describe("Near", func() {
	It("names the templates that look like a path, and no others", func() {
		templates := []string{"/users/{id}", "/pets/{id}/toys", "/pets", "/pets/{id}"}
		var near []string
		for _, i := range pathmatch.New(templates).Near(pathmatch.Split("/pet/7"), 3) {
			near = append(near, templates[i])
		}

		Expect(near).To(HaveExactElements("/pets/{id}"))
		Expect(pathmatch.New([]string{"/a/b"}).Near(pathmatch.Split("/x/y"), 3)).To(BeEmpty())
	})
})

// FuzzMatch makes sure that no path and no template makes it panic, and that the
// variables of a template put into it give the path again.
func FuzzMatch(f *testing.F) {
	f.Add("/a/{x}.{y}", "/a/b.c.d")
	f.Add("/{a}{b}/}{", "/%zz/}{")
	f.Add("{}{}0{00}", "")
	f.Fuzz(func(t *testing.T, template, path string) {
		table, raw := pathmatch.New([]string{template}), pathmatch.Split(path)
		decoded := pathmatch.Unescape(raw)
		table.Near(decoded, 3)
		pathmatch.Bases([]apidoc.Server{{URL: template}})[0].Cut(decoded)
		for range table.Match(decoded) {
			built, _, _ := strings.Cut(template, "?")
			built, _, _ = strings.Cut(built, "#")
			for _, v := range table.Values(0, decoded, decoded) {
				built = strings.Replace(built, "{"+v.Name+"}", v.Text, 1)
			}
			table.Values(0, decoded, raw)
			plain, err := url.PathUnescape(path)
			if err == nil && !strings.ContainsAny(path, "{}%") && strings.Trim(built, "/") != strings.Trim(plain, "/") {
				t.Errorf("%q does not give %q", built, plain)
			}
		}
	})
}

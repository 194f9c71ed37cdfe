package viewer_test

import (
	"context"
	"encoding/json"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

var _ = Describe("Credentials that are filled in", func() {
	const (
		first = `{"openapi":"3.1.0","info":{"title":"x","version":"1"},"servers":[{"url":"https://api.example/v1"}],
			"security":[{"key":[]}],"components":{"securitySchemes":{"key":{"type":"apiKey","in":"header","name":"X-Key"}}},
			"paths":{"/a":{"get":{"operationId":"a"},"put":{"operationId":"own","servers":[{"url":"https://other.example"}]}}}}`
		later = `{"openapi":"3.1.0","info":{"title":"x","version":"2"},"servers":[{"url":"https://later.example"}],
			"security":[{"key":[]}],"components":{"securitySchemes":{"key":{"type":"apiKey","in":"header","name":"X-Key"}}},
			"paths":{"/a":{"get":{"operationId":"a"}}}}`
	)
	filled := func(origins ...string) viewer.Option {
		return viewer.WithConfiguration(viewer.Configuration{Authentication: viewer.Authentication{APIKey: viewer.APIKeyCredentials{Token: "canary"}, Origins: origins}})
	}
	// servers are those that the console of an operation may send them to.
	servers := func(v *viewer.Viewer, operation string) (urls []string) {
		var part struct {
			Prefill struct {
				Servers []struct{ URL string }
			}
		}
		Expect(json.Unmarshal(get(v, "/operations/"+operation+"?part=console").Body.Bytes(), &part)).To(Succeed())
		for _, s := range part.Prefill.Servers {
			urls = append(urls, s.URL)
		}
		return urls
	}
	// sample is what the samples of an operation hold.
	sample := func(v *viewer.Viewer, operation string) string {
		return read(v, "/operations/"+operation).Find("[aria-label=Request]").Text()
	}

	It("are for the servers of the whole description, and not for that of an operation", func(ctx SpecContext) {
		v := start(ctx, openapi.FromContent(first), filled())

		Expect(servers(v, "own")).To(Equal([]string{"https://api.example/v1"}))
		Expect(sample(v, "a")).To(ContainSubstring("X-Key: ********"))
		Expect(sample(v, "own")).To(And(ContainSubstring("https://other.example/a"), ContainSubstring("X-Key: YOUR_TOKEN")))
		Expect(get(v, "/operations/own").Body.String()).NotTo(ContainSubstring("canary"))
	})

	It("stay with the servers of the first description when it is loaded again", func(ctx SpecContext) {
		text := first
		v := start(ctx, core.SpecSourceFunc(func(ctx context.Context) (*apidoc.Document, error) { return openapi.FromContent(text).Load(ctx) }), filled())
		text = later

		Expect(v.Reload(ctx)).To(Succeed())

		Expect(servers(v, "a")).To(Equal([]string{"https://api.example/v1"}))
		Expect(sample(v, "a")).To(And(ContainSubstring("https://later.example/a"), ContainSubstring("X-Key: YOUR_TOKEN")))
	})

	It("are for the page's own origin when the first description names no server", func(ctx SpecContext) {
		v := start(ctx, openapi.FromContent(petstore), filled())

		Expect(v.Document().Operations).NotTo(BeEmpty())
		Expect(servers(v, v.Document().Operations[0].Slug)).To(Equal([]string{"/"}))
	})

	It("are for the origins that the operator names, whatever the description says", func(ctx SpecContext) {
		v := start(ctx, openapi.FromContent(first), filled("https://other.example"))

		Expect(servers(v, "a")).To(Equal([]string{"https://other.example"}))
		Expect(sample(v, "a")).To(ContainSubstring("X-Key: YOUR_TOKEN"))
		Expect(sample(v, "own")).To(ContainSubstring("X-Key: ********"))
	})

	DescribeTable("are for origins only", func(origin string) {
		c := viewer.Configuration{Authentication: viewer.Authentication{Origins: []string{origin}}}

		Expect(c.Validate()).To(MatchError(And(ContainSubstring("authentication.origins"), ContainSubstring("https://api.example.com"))))
	},
		Entry("not for a path", "https://api.example/v1"),
		Entry("not for a relative address", "/v1"),
		Entry("not for a pattern", "https://*.example"),
		Entry("not with a name and a password", "https://me:pw@api.example"),
		Entry("not for another scheme", "ftp://api.example"),
	)
})

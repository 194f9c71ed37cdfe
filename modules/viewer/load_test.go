package viewer_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync/atomic"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/coretest"
	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/htmlrender"
)

// failing is a source that returns an error.
func failing(err error) core.SpecSource {
	return core.SpecSourceFunc(func(context.Context) (*apidoc.Document, error) { return nil, err })
}

// changing is a source of a text that its owner may change between loads.
func changing(text *string) core.SpecSource {
	return core.SpecSourceFunc(func(context.Context) (*apidoc.Document, error) { return titled(*text), nil })
}

// titled is a document with a title and a text.
func titled(title string) *apidoc.Document {
	return apidoc.New(apidoc.Outline{Info: apidoc.Info{Title: title}}, apidoc.Memory{}, apidoc.Text{Data: []byte(title), MediaType: "application/json"})
}

var _ = Describe("A viewer that loads", func() {
	It("says so until the description is there", func(ctx SpecContext) {
		release := make(chan struct{})
		v, err := viewer.New(core.SpecSourceFunc(func(context.Context) (*apidoc.Document, error) {
			<-release
			return coretest.Document(), nil
		}), htmlrender.New())
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(v.Close)

		answer := get(v, "/operations/feed")
		Expect(answer.Code).To(Equal(http.StatusServiceUnavailable))
		Expect(answer.Header().Get("Retry-After")).To(Equal("1"))
		Expect(answer.Header().Get("Refresh")).To(BeEmpty(), "scripts follow the load; a page that loads itself again interrupts who listens to it")
		Expect(answer.Body.String()).To(ContainSubstring(`<noscript><meta http-equiv="refresh" content="1"></noscript>`))
		Expect(read(v, "/operations/feed").Find("h1").Text()).To(Equal("Reading the description"))
		Expect(get(v, "/assets/reference.css").Code).To(Equal(http.StatusOK))
		Expect(get(v, "/search?q=a", "Accept", "application/json").Code).To(Equal(http.StatusServiceUnavailable))

		close(release)
		Expect(v.Wait(ctx)).To(Succeed())
		Expect(get(v, "/operations/feed").Code).To(Equal(http.StatusOK))
		Expect(get(v, "/operations/feed").Body.String()).NotTo(ContainSubstring("http-equiv"))
	})

	It("ends its load when it is closed", func(ctx SpecContext) {
		stopped := make(chan error, 1)
		v, err := viewer.New(core.SpecSourceFunc(func(ctx context.Context) (*apidoc.Document, error) {
			<-ctx.Done()
			stopped <- ctx.Err()
			return nil, ctx.Err()
		}), htmlrender.New())
		Expect(err).NotTo(HaveOccurred())

		Expect(v.Close()).To(Succeed())

		Expect(stopped).To(Receive(MatchError(context.Canceled)))
		Expect(v.Wait(ctx)).To(MatchError(context.Canceled))
		Expect(v.Reload(ctx)).To(MatchError(viewer.ErrClosed))
		Expect(v.Close()).To(Succeed())
	})

	It("gives up waiting with its context", func(ctx SpecContext) {
		v, err := viewer.New(core.SpecSourceFunc(func(ctx context.Context) (*apidoc.Document, error) {
			<-ctx.Done()
			return nil, ctx.Err()
		}), htmlrender.New())
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(v.Close)
		waiting, cancel := context.WithCancel(ctx)
		cancel()

		Expect(v.Wait(waiting)).To(MatchError(context.Canceled))
		Expect(v.Reload(waiting)).To(MatchError(context.Canceled))
	})
})

var _ = DescribeTable("A description that cannot be loaded",
	func(ctx SpecContext, source core.SpecSource, status int, told string) {
		v := start(ctx, source)

		Expect(get(v, "/").Code).To(Equal(status))
		Expect(read(v, "/").Find(".content").Text()).To(ContainSubstring(told))
		Expect(get(v, "/operations/feed").Code).To(Equal(status))
		Expect(get(v, "/assets/theme.js").Code).To(Equal(http.StatusOK))
	},
	Entry("is shown with its place", failing(&core.SpecError{Source: "api.yaml", Line: 3, Column: 5, Message: "there is a tab"}),
		500, "there is a tab Description api.yaml Place line 3, column 5"),
	Entry("is 502 when it cannot be had", failing(errors.New("connection refused")), 502, "connection refused"),
	Entry("is 504 when it takes too long", failing(fmt.Errorf("fetch: %w", context.DeadlineExceeded)), 504, "fetch"),
	Entry("is 502 when the source gives nothing", failing(nil), 502, "returned none"),
	Entry("is 502 when the source panics", core.SpecSourceFunc(func(context.Context) (*apidoc.Document, error) { panic("lost") }), 502, "panicked: lost"),
)

var _ = Describe("Reload", func() {
	var next atomic.Pointer[func() (*apidoc.Document, error)]
	source := core.SpecSourceFunc(func(context.Context) (*apidoc.Document, error) { return (*next.Load())() })
	give := func(doc *apidoc.Document, err error) {
		f := func() (*apidoc.Document, error) { return doc, err }
		next.Store(&f)
	}

	It("shows the new description", func(ctx SpecContext) {
		give(titled("one"), nil)
		v := start(ctx, source)
		Expect(read(v, "/").Find("h1").Text()).To(Equal("one"))

		give(titled("two"), nil)
		Expect(v.Reload(ctx)).To(Succeed())

		Expect(read(v, "/").Find("h1").Text()).To(Equal("two"))
	})

	It("keeps the last good description when the new one cannot be loaded", func(ctx SpecContext) {
		give(titled("one"), nil)
		v := start(ctx, source)
		broken := errors.New("broken")

		give(nil, broken)
		Expect(v.Reload(ctx)).To(MatchError(broken))

		Expect(read(v, "/").Find("h1").Text()).To(Equal("one"))
		Expect(v.Err()).To(MatchError(broken))
	})

	It("brings a viewer back that had nothing to show", func(ctx SpecContext) {
		give(nil, errors.New("broken"))
		v := start(ctx, source)

		give(titled("one"), nil)
		Expect(v.Reload(ctx)).To(Succeed())

		Expect(get(v, "/").Code).To(Equal(http.StatusOK))
		Expect(v.Err()).NotTo(HaveOccurred())
	})

	It("tells of a text that has changed, and of no other", func(ctx SpecContext) {
		var told []string
		give(titled("one"), nil)
		v := start(ctx, source, viewer.WithOnUpdate(func(text string) { told = append(told, text) }))

		Expect(v.Reload(ctx)).To(Succeed())
		give(titled("two"), nil)
		Expect(v.Reload(ctx)).To(Succeed())

		Expect(told).To(Equal([]string{"two"}))
	})
})

var _ = Describe("A reader that fails", func() {
	summary := apidoc.OperationSummary{ID: "o", Method: "GET", Path: "/", Pointer: "/gone"}

	It("is an error page, not a missing one", func(ctx SpecContext) {
		doc := apidoc.New(apidoc.Outline{Operations: []apidoc.OperationSummary{summary}}, apidoc.Memory{}, apidoc.Text{})
		v := start(ctx, core.SpecSourceFunc(func(context.Context) (*apidoc.Document, error) { return doc, nil }))

		Expect(get(v, "/operations/o").Code).To(Equal(http.StatusInternalServerError))
		Expect(read(v, "/operations/o").Find(".failure-cause").Text()).To(ContainSubstring("/gone"))
	})

	It("does not end the server when it panics", func(ctx SpecContext) {
		doc := apidoc.New(apidoc.Outline{Operations: []apidoc.OperationSummary{summary}}, nil, apidoc.Text{})
		v := start(ctx, core.SpecSourceFunc(func(context.Context) (*apidoc.Document, error) { return doc, nil }))

		Expect(get(v, "/operations/o").Code).To(Equal(http.StatusInternalServerError))
	})
})

var _ = DescribeTable("New refuses",
	func(source core.SpecSource, renderer core.Renderer, message string, options ...viewer.Option) {
		v, err := viewer.New(source, renderer, options...)

		Expect(v).To(BeNil())
		Expect(err).To(MatchError(ContainSubstring(message)))
	},
	Entry("no source", nil, htmlrender.New(), "nil SpecSource"),
	Entry("no renderer", zoo, nil, "nil Renderer"),
	Entry("a base path without a slash", zoo, htmlrender.New(), `base path "docs"`, viewer.WithBasePath("docs")),
	Entry("a public address that is relative", zoo, htmlrender.New(), `public URL "/docs"`, viewer.WithPublicURL("/docs")),
	Entry("a configuration with a field that cannot be used", zoo, htmlrender.New(), "theme", viewer.WithConfiguration(viewer.Configuration{Theme: "x"})),
)

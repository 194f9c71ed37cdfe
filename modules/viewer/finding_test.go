package viewer_test

import (
	"bytes"
	"log/slog"
	"net/http"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

var _ = Describe("What is wrong with a description", func() {
	const text = "openapi: 3.1.0\ninfo: {title: T, version: '1', x-note: for authors}\npaths: {/a: 5}\n"

	It("is told to operators, and not to readers", func(ctx SpecContext) {
		var log bytes.Buffer
		v := start(ctx, openapi.FromContent(text), viewer.WithLogger(slog.New(slog.NewTextHandler(&log, nil))))

		Expect(get(v, "/").Body.String()).NotTo(Or(ContainSubstring("data-problems"), ContainSubstring("x-note")))
		Expect(get(v, "/_/health").Body.String()).To(ContainSubstring(`"findings":1`))
		Expect(log.String()).To(And(ContainSubstring("level=WARN"), ContainSubstring("findings=1"), ContainSubstring(`first="line 3, column`)))
	})

	DescribeTable("is on the pages of its authors",
		func(ctx SpecContext, options ...viewer.Option) {
			v := start(ctx, openapi.FromContent(text), options...)
			page := get(v, "/")

			Expect(page.Code).To(Equal(http.StatusOK))
			Expect(page.Body.String()).To(And(ContainSubstring("data-problems"), ContainSubstring("x-note")))
		},
		Entry("when they are asked for", viewer.WithConfiguration(viewer.Configuration{ForAuthors: true})),
		Entry("that follow it", viewer.WithLiveReload()),
	)
})

package viewerfx_test

import (
	"context"
	"fmt"
	"io"
	"net/http/httptest"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"go.uber.org/fx"
	"go.uber.org/fx/fxtest"
	"golang.org/x/net/html"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/coretest"
	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/viewerfx"
)

var zoo = core.SpecSourceFunc(func(context.Context) (*apidoc.Document, error) { return coretest.Document(), nil })

func provideZoo() core.SpecSource { return zoo }

var _ = Describe("Module", func() {
	It("has all that it needs", func() {
		Expect(fx.ValidateApp(viewerfx.Module, fx.Invoke(func(*viewer.Viewer) {}))).To(Succeed())
	})

	It("serves the source with the configuration and the options", func(ctx SpecContext) {
		var v *viewer.Viewer
		app := fxtest.New(GinkgoTB(), viewerfx.Module, fx.Provide(provideZoo),
			fx.Supply(viewer.Configuration{Theme: viewer.ThemeMars}),
			fx.Provide(fx.Annotate(func() viewer.Option { return viewer.WithBasePath("/docs") }, fx.ResultTags(`group:"viewer.options"`))),
			fx.Populate(&v))
		app.RequireStart()
		Expect(v.Wait(ctx)).To(Succeed())

		answer := httptest.NewRecorder()
		v.ServeHTTP(answer, httptest.NewRequest("GET", "/docs/operations/feed", nil))

		Expect(answer.Code).To(Equal(200))
		Expect(rootClasses(answer.Body)).To(ContainElement("theme-mars"))
		app.RequireStop()
		Expect(v.Reload(ctx)).To(MatchError(viewer.ErrClosed))
	})

	It("takes the description of the configuration when there is no source", func(ctx SpecContext) {
		var v *viewer.Viewer
		app := fxtest.New(GinkgoTB(), viewerfx.Module, fx.Populate(&v), fx.Supply(viewer.Configuration{
			Spec: viewer.Spec{Content: `{"openapi":"3.0.3","info":{"title":"Pets","version":"1"},"paths":{}}`},
		}))
		app.RequireStart()
		DeferCleanup(app.RequireStop)

		Expect(v.Wait(ctx)).To(Succeed())

		Expect(v.Document().Info.Title).To(Equal("Pets"))
	})

	It("does not start with a configuration that cannot be used", func() {
		app := fx.New(fx.NopLogger, viewerfx.Module, fx.Provide(provideZoo), fx.Supply(viewer.Configuration{Theme: "neon"}), fx.Invoke(func(*viewer.Viewer) {}))

		Expect(app.Err()).To(MatchError(ContainSubstring(`there is no theme "neon"`)))
	})
})

// rootClasses reads the classes of the root of a page.
func rootClasses(page io.Reader) []string {
	root, err := html.Parse(page)
	Expect(err).NotTo(HaveOccurred())
	for n := range root.Descendants() {
		for _, a := range n.Attr {
			if n.Data == "html" && a.Key == "class" {
				return strings.Fields(a.Val)
			}
		}
	}
	return nil
}

func Example() {
	var v *viewer.Viewer
	app := fx.New(fx.NopLogger, viewerfx.Module, fx.Provide(provideZoo), fx.Populate(&v))
	if err := app.Start(context.Background()); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(v.Wait(context.Background()), v.Document().Info.Title)
	fmt.Println(app.Stop(context.Background()))
	// Output:
	// <nil> Zoo
	// <nil>
}

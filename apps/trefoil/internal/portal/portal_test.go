package portal_test

import (
	"context"
	"errors"
	"net/http/httptest"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/trefoil/internal/portal"
	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/coretest"
	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/htmlrender"
)

func reference(source core.SpecSourceFunc) *viewer.Viewer {
	GinkgoHelper()
	v, err := viewer.New(source, htmlrender.New())
	Expect(err).NotTo(HaveOccurred())
	DeferCleanup(v.Close)
	return v
}

var _ = Describe("A portal", func() {
	get := func(p *portal.Portal, address string) string {
		w := httptest.NewRecorder()
		p.ServeHTTP(w, httptest.NewRequest("GET", address, nil))
		Expect(w.Code).To(Equal(200))
		return w.Body.String()
	}

	It("says which references are still being read, and which cannot be", func(ctx SpecContext) {
		ready := reference(func(context.Context) (*apidoc.Document, error) { return coretest.Document(), nil })
		slow := reference(func(ctx context.Context) (*apidoc.Document, error) {
			<-ctx.Done()
			return nil, ctx.Err()
		})
		broken := reference(func(context.Context) (*apidoc.Document, error) { return nil, errors.New("out of ink") })
		p, err := portal.New("All", []viewer.Member{{Name: "ready", Viewer: ready}, {Name: "slow", Viewer: slow}, {Name: "broken", Viewer: broken}})
		Expect(err).NotTo(HaveOccurred())
		Expect(ready.Wait(ctx)).To(Succeed())
		Expect(broken.Wait(ctx)).To(MatchError(ContainSubstring("out of ink")))

		overview, found := get(p, "/"), get(p, "/_/search?q=feed")

		Expect(overview).To(And(ContainSubstring(`http-equiv="refresh"`), ContainSubstring("loading"), ContainSubstring("out of ink")))
		Expect(found).To(And(ContainSubstring("Feed an animal"), ContainSubstring("slow is still being read."), ContainSubstring("broken cannot be read.")))
	})

	It("refuses two references of one name", func() {
		v := reference(func(context.Context) (*apidoc.Document, error) { return coretest.Document(), nil })

		_, err := portal.New("All", []viewer.Member{{Name: "a", Viewer: v}, {Name: "a", Viewer: v}})

		Expect(err).To(MatchError(ContainSubstring(`two members "a"`)))
	})
})

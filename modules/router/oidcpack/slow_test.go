package oidcpack_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/go-jose/go-jose/v4"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/router"
	"github.com/trefoil-go/trefoil/modules/router/oidcpack"
)

// silent is a provider that never answers.
type silent struct{ asked atomic.Int32 }

func (s *silent) RoundTrip(r *http.Request) (*http.Response, error) {
	s.asked.Add(1)
	<-r.Context().Done()
	return nil, r.Context().Err()
}

func TestASlowProviderKeepsRequestsForTheTimeoutAndNotLongerThanTheirClients(t *testing.T) {
	RegisterTestingT(t)
	text := token(ecKey(), jose.ES256, "ec", claims{})
	synctest.Test(t, func(t *testing.T) {
		g, begun, provider := NewWithT(t), time.Now(), &silent{}
		login, err := oidcpack.New("https://login.example", audience,
			oidcpack.WithTransport(provider), oidcpack.WithTimeout(3*time.Second))
		g.Expect(err).NotTo(HaveOccurred())
		r := router.New(router.WithLogger(nil))
		r.Install(oidcpack.Bearer("AUTH", router.NewKey[user]("user"), login))
		r.Register(router.Controllers{"GET AUTH /me": func(*router.Context) error { return nil }})
		h, err := r.Handler()
		g.Expect(err).NotTo(HaveOccurred())
		get := func(ctx context.Context) (int, time.Duration) {
			request := httptest.NewRequestWithContext(ctx, http.MethodGet, "/me", nil)
			request.Header.Set("Authorization", "Bearer "+text)
			w := httptest.NewRecorder()
			h.ServeHTTP(w, request)
			return w.Code, time.Since(begun)
		}

		first, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		go func() {
			_, after := get(first)
			g.Expect(after).To(Equal(time.Second))
		}()
		synctest.Wait()
		status, after := get(t.Context())

		g.Expect(status).To(Equal(http.StatusServiceUnavailable))
		g.Expect(after).To(Equal(3 * time.Second))
		g.Expect(provider.asked.Load()).To(Equal(int32(1)))
		g.Expect(r.Stop(t.Context())).To(Succeed())
	})
}

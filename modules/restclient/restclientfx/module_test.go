package restclientfx_test

import (
	"bytes"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"go.uber.org/fx"
	"go.uber.org/fx/fxtest"
	"go.uber.org/goleak"

	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/httptransport"
	"github.com/trefoil-go/trefoil/modules/restclient/restclientfx"
)

var agent = restclient.RestEndpoint[restclient.None, string]("/agent")

var answerAgent = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
	_, _ = io.WriteString(w, r.UserAgent())
})

var _ = Describe("Module", func() {
	needsClient := fx.Invoke(func(*restclient.Client) {})

	It("is complete by itself and with all it takes", func() {
		Expect(fx.ValidateApp(restclientfx.Module, needsClient)).To(Succeed())
		Expect(fx.ValidateApp(restclientfx.Module, needsClient,
			restclientfx.Transport(httptransport.New(nil)),
			restclientfx.Option(restclient.WithMaxBody(1)),
			fx.Supply(slog.Default()),
		)).To(Succeed())
	})

	DescribeTable("gives a client that works and closes with the application",
		func(ctx SpecContext, transport fx.Option, seen string) {
			before := goleak.IgnoreCurrent()
			server := httptest.NewServer(answerAgent)
			var log bytes.Buffer
			logger := slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
			var client *restclient.Client
			app := fxtest.New(GinkgoTB(), restclientfx.Module, transport, fx.Supply(logger),
				restclientfx.Option(restclient.WithBaseURL(server.URL)), fx.Populate(&client))

			app.RequireStart()
			text, err := restclient.Fetch(client.Context(ctx), agent, restclient.None{})
			Expect(err).NotTo(HaveOccurred())
			app.RequireStop()

			Expect(strings.ToLower(text)).To(ContainSubstring(seen))
			Expect(log.String()).To(ContainSubstring("op=/agent"))
			_, err = restclient.Fetch(client.Context(ctx), agent, restclient.None{})
			Expect(err).To(MatchError(restclient.ErrClosed))
			server.Close()
			Expect(goleak.Find(before)).To(Succeed())
		},
		Entry("over resty by default", fx.Options(), "resty"),
		Entry("over net/http with one option", restclientfx.Transport(httptransport.New(&http.Client{Transport: &http.Transport{DisableKeepAlives: true}})), "go-http-client"),
		Entry("over a handler of the same process", restclientfx.Transport(httptransport.InProcess(answerAgentAs("in process"))), "in process"),
	)

	It("reports settings that cannot work", func() {
		app := fx.New(fx.NopLogger, restclientfx.Module, needsClient, restclientfx.Option(restclient.WithMaxBody(0)))

		Expect(app.Err()).To(MatchError(ContainSubstring("the body limit is not positive")))
	})
})

func answerAgentAs(name string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, name) })
}

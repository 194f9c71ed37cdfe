package router_test

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/router"
)

// A flag that promises a security scheme does not start without its check.
func ExampleBearer() {
	r := router.New()
	r.Flag(router.Flag{Name: "AUTH", Security: router.Bearer("jwt")})
	r.Register(router.Controllers{"GET AUTH /me": func(*router.Context) error { return nil }})

	_, err := r.Handler()
	for _, m := range err.(*router.TableError).Mistakes {
		fmt.Println(m.Message)
	}
	// Output:
	// flag AUTH promises security scheme "bearer" in the description but no beforeFunctionCall hook enforces it
}

func ExampleBasic() {
	r := router.New()
	r.Flag(router.Flag{Name: "AUTH", Security: router.Basic(), Description: "For those who have an account."})
	r.Guard("AUTH", func(c *router.Context) error {
		if name, _, ok := c.Request().BasicAuth(); !ok || name != "ida" {
			return &router.ClientError{
				Status: http.StatusUnauthorized, Message: "log in first",
				Header: http.Header{"Www-Authenticate": {`Basic realm="members"`}},
			}
		}
		return nil
	})
	r.Register(router.Controllers{"GET AUTH /me": func(c *router.Context) error { return c.Render("Ida") }})

	request(r, "GET", "/me", "Authorization", "Basic aWRhOnNlY3JldA==")
	request(r, "GET", "/me")
	// Output:
	// 200 "Ida"
	// 401 {"title":"Unauthorized","status":401,"detail":"log in first","instance":"…"}
}

func ExampleAPIKey() {
	s := router.APIKey("key", apidoc.InHeader, "X-Key")
	fmt.Println(s.Name, s.Type, s.In, s.ParameterName)
	// Output: key apiKey header X-Key
}

// What the hooks of a flag answer with comes into the description of its routes.
func ExampleAnswer() {
	r := router.New(router.WithLogger(nil))
	r.Flag(router.Flag{Name: "SLOW", Answers: []router.Answer{
		{Status: 429, Description: "Ask again later", Headers: []apidoc.Header{{Name: "Retry-After", Description: "Seconds to wait"}}},
	}})
	r.Guard("SLOW", func(*router.Context) error {
		return &router.ClientError{Status: 429, Header: http.Header{"Retry-After": {"60"}}}
	})
	r.Register(router.Controllers{"GET SLOW /x": router.F0(func(*router.Context) (router.None, error) { return router.None{}, nil })})

	ctx := context.Background()
	doc, err := r.Load(ctx)
	if err != nil {
		fmt.Println(err)
		return
	}
	op, err := doc.Operation(ctx, doc.Operations[0].Slug)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, response := range op.Responses {
		fmt.Println(response.Status, response.Description, len(response.Headers))
	}
	// Output:
	// 204 Done 0
	// 429 Ask again later 1
	// default An error 0
}

// A flag comes into the description of every route that carries it.
func ExampleRouter_Flag() {
	r := router.New()
	r.Flag(router.Flag{Name: "AUTH", Security: router.Basic(), Tag: "private"})
	r.Guard("AUTH", func(*router.Context) error { return nil })
	r.Register(router.Controllers{"GET AUTH /me": router.F0(func(*router.Context) (string, error) { return "Ida", nil })})

	ctx := context.Background()
	doc, err := r.Load(ctx)
	if err != nil {
		fmt.Println(err)
		return
	}
	summary := doc.Operations[0]
	op, err := doc.Operation(ctx, summary.Slug)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(summary.Tags, op.Security[0].Schemes[0].Name)
	for _, response := range op.Responses {
		fmt.Println(response.Status, response.Description)
	}
	// Output:
	// [private] basic
	// 200 OK
	// 401 Nobody is logged in
	// 403 Not allowed
	// default An error
}

// audited is a flag with all that belongs to it.
func audited(flag string, log *slog.Logger) router.Pack {
	return func(r *router.Router) {
		r.Flag(router.Flag{Name: flag, Description: "Who did it is written down."})
		r.AfterResponse(flag, func(c *router.Context) {
			log.Info("audit", "route", c.Route().Path, "status", c.Status())
		})
	}
}

func ExampleRouter_Install() {
	log := slog.New(slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{ReplaceAttr: withoutTime}))
	r := router.New()
	r.Install(audited("AUDIT", log))
	r.Register(router.Controllers{"DELETE AUDIT /user/:id": router.F1(func(*router.Context, int) (router.None, error) {
		return router.None{}, nil
	})})

	request(r, "DELETE", "/user/7")
	// Output:
	// level=INFO msg=audit route=/user/:id status=204
	// 204
}

// withoutTime leaves the time out of a log.
func withoutTime(_ []string, a slog.Attr) slog.Attr {
	if a.Key == slog.TimeKey {
		return slog.Attr{}
	}
	return a
}

// The guard of a webhook checks the signature of the body, and the function is given
// what is in it.
func ExampleContext_Body() {
	key := []byte("shared with the sender")
	signed := func(c *router.Context) error {
		body, err := c.Body()
		if err != nil {
			return err
		}
		mac := hmac.New(sha256.New, key)
		mac.Write(body)
		sent, err := hex.DecodeString(c.Header("X-Signature"))
		if err != nil || !hmac.Equal(sent, mac.Sum(nil)) {
			return c.Error(http.StatusForbidden, "the signature is wrong")
		}
		return nil
	}
	r := router.New(router.WithLogger(silent()))
	r.Flag(router.Flag{Name: "SIGNED", Security: router.APIKey("signature", apidoc.InHeader, "X-Signature")})
	r.Guard("SIGNED", signed)
	r.Register(router.Controllers{"POST SIGNED /hooks": router.With(router.In(func(_ *router.Context, in *struct {
		Event string `json:"event"`
	},
	) (string, error) {
		return in.Event, nil
	}), router.AllowUnknownMembers())})

	h, err := r.Handler()
	if err != nil {
		fmt.Println(err)
		return
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(`{"event":"paid","amount":7}`))
	for _, body := range []string{`{"event":"paid","amount":7}`, `{"event":"paid","amount":9}`} {
		req := httptest.NewRequest(http.MethodPost, "/hooks", strings.NewReader(body))
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("X-Signature", hex.EncodeToString(mac.Sum(nil)))
		w := httptest.NewRecorder()
		h.ServeHTTP(w, req)
		fmt.Println(w.Code)
	}
	// Output:
	// 200
	// 403
}

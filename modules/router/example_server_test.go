package router_test

import (
	"context"
	"crypto/tls"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"time"

	"github.com/trefoil-go/trefoil/modules/router"
)

// Run serves until its context is done, Stop is called or a signal arrives.
func ExampleRouter_Run() {
	r := router.New(
		router.WithAddress("127.0.0.1:0"),
		router.WithHealth("/livez", "/readyz"),
		router.WithDrainDelay(0), // behind a load balancer: 5 * time.Second
		router.WithDrainTimeout(15*time.Second),
	)
	r.Register(router.Controllers{"GET /hello": func(c *router.Context) error { return c.Render("hi") }})

	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	done := make(chan error, 1)
	go func() { done <- r.Run(ctx) }()
	for !r.Ready() {
		time.Sleep(time.Millisecond)
	}
	response, err := http.Get("http://" + r.Address() + "/readyz")
	if err != nil {
		fmt.Println(err)
		return
	}
	response.Body.Close()
	fmt.Println(response.Status)
	stop()
	fmt.Println(<-done)
	// Output:
	// 200 OK
	// <nil>
}

// Listen and Serve are for those who handle signals themselves.
func ExampleRouter_Listen() {
	r := router.New(router.WithAddress("127.0.0.1:0"))
	r.Register(router.Controllers{"GET /hello": func(c *router.Context) error { return c.Render("hi") }})

	l, err := r.Listen()
	if err != nil {
		fmt.Println(err)
		return
	}
	done := make(chan error, 1)
	go func() { done <- r.Serve(l) }()
	fmt.Println(r.Stop(context.Background()), <-done)
	// Output: <nil> <nil>
}

func ExampleWithHealth() {
	r := router.New(router.WithHealth("/livez", "/readyz"))

	request(r, "GET", "/readyz")
	if err := r.Stop(context.Background()); err != nil {
		fmt.Println(err)
	}
	request(r, "GET", "/readyz")
	request(r, "GET", "/livez")
	// Output:
	// 200 ok
	// 503 draining
	// 200 ok
}

// The address of the client is what a trusted proxy says, and nobody else.
func ExampleWithTrustedProxies() {
	r := router.New(router.WithTrustedProxies(netip.MustParsePrefix("192.0.2.0/24")))
	r.Register(router.Controllers{"GET /ip": func(c *router.Context) error { return c.Render(c.ClientIP().String()) }})

	for _, connection := range []string{"192.0.2.1:1234", "203.0.113.9:1234"} {
		req := httptest.NewRequest("GET", "/ip", nil)
		req.RemoteAddr = connection
		req.Header.Set("X-Forwarded-For", "198.51.100.7")
		send(r, req)
	}
	// Output:
	// 200 "198.51.100.7"
	// 200 "203.0.113.9"
}

// A proxy that ends TLS speaks HTTP/2 with the router, too.
func ExampleWithUnencryptedHTTP2() {
	r := router.New(
		router.WithAddress("127.0.0.1:0"),
		router.WithUnencryptedHTTP2(),
	)
	r.Register(router.Controllers{"GET /hello": func(c *router.Context) error { return c.Render(c.Request().Proto) }})
	l, err := r.Listen()
	if err != nil {
		fmt.Println(err)
		return
	}
	done := make(chan error, 1)
	go func() { done <- r.Serve(l) }()
	transport := &http.Transport{Protocols: new(http.Protocols)}
	transport.Protocols.SetUnencryptedHTTP2(true)
	response, err := (&http.Client{Transport: transport}).Get("http://" + r.Address() + "/hello")
	if err != nil {
		fmt.Println(err)
		return
	}
	body, _ := io.ReadAll(response.Body)
	response.Body.Close()
	transport.CloseIdleConnections()
	fmt.Println(response.Status, string(body))
	fmt.Println(r.Stop(context.Background()), <-done)
	// Output:
	// 200 OK "HTTP/2.0"
	// <nil> <nil>
}

// TLS needs a certificate, here that of a test server.
func ExampleWithTLS() {
	certified := httptest.NewTLSServer(nil)
	defer certified.Close()
	r := router.New(
		router.WithAddress("127.0.0.1:0"),
		router.WithTLS(&tls.Config{Certificates: certified.TLS.Certificates}),
	)
	r.Register(router.Controllers{"GET /hello": func(c *router.Context) error { return c.Render("hi") }})
	l, err := r.Listen()
	if err != nil {
		fmt.Println(err)
		return
	}
	done := make(chan error, 1)
	go func() { done <- r.Serve(l) }()
	response, err := certified.Client().Get("https://" + r.Address() + "/hello")
	if err != nil {
		fmt.Println(err)
		return
	}
	response.Body.Close()
	fmt.Println(response.Status, response.TLS != nil)
	fmt.Println(r.Stop(context.Background()), <-done)
	// Output:
	// 200 OK true
	// <nil> <nil>
}

// A deadline ends the context of the request; the function ends because it looks.
func ExampleTimeout() {
	slow := router.F0(func(c *router.Context) (string, error) {
		select {
		case <-time.After(time.Minute):
			return "done", nil
		case <-c.Context().Done():
			return "", fmt.Errorf("wait for the report: %w", c.Context().Err())
		}
	})
	r := router.New()
	r.Register(router.Controllers{"GET /report": router.With(slow, router.Timeout(10*time.Millisecond))})

	request(r, "GET", "/report")
	// Output: 503 {"title":"Service Unavailable","status":503,"detail":"the request took too long","instance":"…"}
}

// An id of one's own is sent with every response.
func ExampleWithRequestID() {
	r := router.New(router.WithRequestID(func(req *http.Request) string { return req.Header.Get("Traceparent") }))
	r.Register(router.Controllers{"GET /hello": func(c *router.Context) error { return c.Render("hi") }})

	req := httptest.NewRequest("GET", "/hello", nil)
	req.Header.Set("Traceparent", "00-1-2-01")
	fmt.Println(answerTo(r, req).Header().Get("X-Request-Id"))
	// Output: 00-1-2-01
}

// A bug is answered with 500 and counted, under every policy.
func ExampleRouter_Bugs() {
	r := router.New(router.WithLogger(silent()))
	r.Register(router.Controllers{"GET /": func(c *router.Context) error {
		var names []string
		return c.Render(names[0])
	}})

	request(r, "GET", "/")
	fmt.Println(r.Bugs())
	// Output:
	// 500 {"title":"Internal Server Error","status":500,"instance":"…"}
	// 1
}

// Crash is thrown on purpose. With Recover the process goes on.
func ExampleContext_Crash() {
	r := router.New(router.WithLogger(silent()), router.WithPanicPolicy(router.Recover))
	r.Register(router.Controllers{"POST /balance": func(c *router.Context) error {
		c.Crash(errors.New("the sums do not agree"))
		return nil
	}})

	request(r, "POST", "/balance")
	// Output: 500 {"title":"Internal Server Error","status":500,"instance":"…"}
}

// The default is Exit: the request is answered, the others finish, and the
// process ends.
func ExampleWithExit() {
	exited := make(chan int)
	r := router.New(router.WithLogger(silent()), router.WithExit(func(code int) { exited <- code }))
	r.Register(router.Controllers{"POST /balance": func(c *router.Context) error {
		c.Crash(errors.New("the sums do not agree"))
		return nil
	}})

	request(r, "POST", "/balance")
	fmt.Println("exit status", <-exited)
	// Output:
	// 500 {"title":"Internal Server Error","status":500,"instance":"…"}
	// exit status 70
}

// What runs behind the request has a Context of its own, and Stop waits for it.
func ExampleContext_Go() {
	r := router.New()
	r.Register(router.Controllers{"POST /user/:id/mail": func(c *router.Context, _ int) error {
		err := c.Go(func(c *router.Context) {
			fmt.Println("mail to", c.Param("id"), c.Context().Err())
		})
		if err != nil {
			return err
		}
		c.ResponseWriter().WriteHeader(http.StatusAccepted)
		return nil
	}})

	w := answerTo(r, httptest.NewRequest("POST", "/user/7/mail", nil))
	if err := r.Stop(context.Background()); err != nil {
		fmt.Println(err)
	}
	fmt.Println(w.Code)
	// Output:
	// mail to 7 <nil>
	// 202
}

// A copy outlives the request; the Context itself does not.
func ExampleContext_Detach() {
	var kept, copied *router.Context
	r := router.New()
	r.Register(router.Controllers{"GET /user/:id": func(c *router.Context, _ int) error {
		kept, copied = c, c.Detach()
		return nil
	}})

	request(r, "GET", "/user/7")
	fmt.Printf("kept: %q, %v\n", kept.Param("id"), kept.Render("too late"))
	fmt.Printf("copied: %q\n", copied.Param("id"))
	// Output:
	// 204
	// kept: "", router: Context used after its request ended: use Detach or Go
	// copied: "7"
}

// csvEncoder writes rows.
type csvEncoder struct{}

func (csvEncoder) MediaType() string { return "text/csv" }

func (csvEncoder) Encode(w io.Writer, v any) error {
	rows, ok := v.([][]string)
	if !ok {
		return fmt.Errorf("%T are no rows", v)
	}
	return csv.NewWriter(w).WriteAll(rows)
}

func ExampleWithEncoder() {
	r := router.New(router.WithEncoder(csvEncoder{}))
	r.Register(router.Controllers{"GET /rows": router.F0(func(*router.Context) ([][]string, error) {
		return [][]string{{"id", "name"}, {"7", "Ida"}}, nil
	})})

	request(r, "GET", "/rows")
	request(r, "GET", "/rows", "Accept", "text/csv")
	request(r, "GET", "/rows", "Accept", "image/png")
	// Output:
	// 200 [["id","name"],["7","Ida"]]
	// 200 id,name
	// 7,Ida
	// 406 {"title":"Not Acceptable","status":406,"detail":"the answer is one of [application/json text/csv]","instance":"…"}
}

// Development tells what production keeps to itself.
func ExampleWithEnvironment() {
	for _, environment := range []router.Environment{router.Production, router.Development} {
		r := router.New(router.WithEnvironment(environment), router.WithLogger(silent()))
		r.Register(router.Controllers{"GET /": func(*router.Context) error { return errors.New("the disk is full") }})

		request(r, "GET", "/")
	}
	// Output:
	// 500 {"title":"Internal Server Error","status":500,"instance":"…"}
	// 500 {"title":"Internal Server Error","status":500,"detail":"the disk is full","instance":"…"}
}

// An error is text for those who take nothing else.
func ExampleClientError() {
	r := router.New()
	r.Register(router.Controllers{"GET /soon": func(*router.Context) error {
		return &router.ClientError{
			Status: http.StatusServiceUnavailable, Message: "come back later",
			Header: http.Header{"Retry-After": {"120"}},
		}
	}})

	req := httptest.NewRequest("GET", "/soon", nil)
	req.Header.Set("Accept", "text/plain")
	w := answerTo(r, req)
	text, _, _ := strings.Cut(w.Body.String(), "\n")
	fmt.Println(w.Code, w.Header().Get("Retry-After"), text)
	// Output: 503 120 Service Unavailable: come back later
}

// All bounds have a default; these are tighter.
func ExampleWithReadTimeout() {
	r := router.New(
		router.WithReadHeaderTimeout(2*time.Second),
		router.WithReadTimeout(10*time.Second),
		router.WithWriteTimeout(20*time.Second),
		router.WithIdleTimeout(30*time.Second),
		router.WithMaxHeader(16<<10),
		router.WithMaxUpload(8<<20),
	)

	_, err := r.Handler()
	fmt.Println(err)
	// Output: <nil>
}

package coretest_test

import (
	"compress/gzip"
	"context"
	"errors"
	"io"
	"maps"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"path"
	"strings"
	"sync"

	"github.com/trefoil-go/trefoil/modules/core"
)

type makeTransport = func(client *http.Client) core.Transport

// brokenTransports are by what is wrong with them.
func brokenTransports() map[string]makeTransport {
	all := maps.Clone(brokenRequests)
	maps.Copy(all, brokenResponses)
	maps.Copy(all, brokenWills)
	maps.Copy(all, brokenContexts)
	return all
}

// sending makes a transport that changes a copy of the request.
func sending(change func(r *core.Request)) makeTransport {
	return func(client *http.Client) core.Transport {
		return core.TransportFunc(func(ctx context.Context, r *core.Request) (*core.Response, error) {
			changed := *r
			if changed.Header = r.Header.Clone(); changed.Header == nil {
				changed.Header = http.Header{}
			}
			change(&changed)
			return stdTransport(client).Do(ctx, &changed)
		})
	}
}

// receiving makes a transport that changes the response.
func receiving(change func(res *core.Response) error) makeTransport {
	return func(client *http.Client) core.Transport {
		return core.TransportFunc(func(ctx context.Context, r *core.Request) (*core.Response, error) {
			res, err := stdTransport(client).Do(ctx, r)
			if err != nil {
				return nil, err
			}
			if err := change(res); err != nil {
				return nil, err
			}
			return res, nil
		})
	}
}

// with makes a transport of a client with other settings.
func with(change func(client *http.Client)) makeTransport {
	return func(client *http.Client) core.Transport {
		change(client)
		return stdTransport(client)
	}
}

type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func body(text string) func() (io.ReadCloser, error) {
	return func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text)), nil }
}

var brokenRequests = map[string]makeTransport{
	"uses another method": sending(func(r *core.Request) { r.Method = "LINK" }),
	"cleans the URL": sending(func(r *core.Request) {
		u, _ := url.Parse(r.URL)
		var segments []string
		for s := range strings.SplitSeq(u.Path, "/") {
			segments = append(segments, url.PathEscape(s))
		}
		r.URL = "http://" + u.Host + path.Clean("/"+strings.Join(segments, "/"))
	}),
	"tells everything in a header": sending(func(r *core.Request) { r.Header.Set("X-Debug", r.Op+" "+r.URL) }),
	"names another host": with(func(c *http.Client) {
		next := c.Transport
		c.Transport = roundTripper(func(r *http.Request) (*http.Response, error) {
			r.Host = "evil.test"
			return next.RoundTrip(r)
		})
	}),
	"loses the header": sending(func(r *core.Request) { r.Header = nil }),
	"invents a header": sending(func(r *core.Request) {
		for _, key := range []string{"Authorization", "Cookie", "Referer", "Content-Type"} {
			r.Header.Set(key, "x")
		}
	}),
	"sends null as the body": sending(func(r *core.Request) { r.Body, r.ContentLength = body("null"), 4 }),
	"reads the body first": sending(func(r *core.Request) {
		open := r.Body
		r.Body = func() (io.ReadCloser, error) {
			b, _ := open()
			all, err := io.ReadAll(b)
			return io.NopCloser(strings.NewReader(string(all))), err
		}
	}),
	"opens the body too often": sending(func(r *core.Request) { _, _ = r.Body() }),
}

// noClose is a body that ignores Close.
type noClose struct{ io.Reader }

func (noClose) Close() error { return nil }

var brokenResponses = map[string]makeTransport{
	"answers with 226": receiving(func(res *core.Response) error { res.Status = 226; return nil }),
	"answers with a body": receiving(func(res *core.Response) error {
		res.Body = noClose{strings.NewReader("null")}
		return nil
	}),
	"loses the header of the answer": receiving(func(res *core.Response) error { res.Header = http.Header{}; return nil }),
	"miscounts the answer":           receiving(func(res *core.Response) error { res.ContentLength = 99; return nil }),
	"cuts the answer short": receiving(func(res *core.Response) error {
		res.Body = noClose{io.LimitReader(res.Body, 3)}
		return nil
	}),
	"reads the answer first": receiving(func(res *core.Response) error {
		all, err := io.ReadAll(res.Body)
		res.Body = noClose{strings.NewReader(string(all))}
		return err
	}),
	"does not close the answer": receiving(func(res *core.Response) error { res.Body = noClose{res.Body}; return nil }),
	"decodes what it finds": receiving(func(res *core.Response) error {
		encoding := res.Header.Get("Content-Encoding")
		res.Header.Del("Content-Encoding")
		if encoding != "gzip" {
			return nil
		}
		z, err := gzip.NewReader(res.Body)
		res.Body = noClose{z}
		return err
	}),
	"asks for gzip only": sending(func(r *core.Request) { r.Header.Set("Accept-Encoding", "gzip") }),
}

var brokenWills = map[string]makeTransport{
	"never fails": func(client *http.Client) core.Transport {
		return core.TransportFunc(func(ctx context.Context, r *core.Request) (*core.Response, error) {
			res, err := stdTransport(client).Do(ctx, r)
			if err != nil {
				return &core.Response{Status: 200, Header: http.Header{}, Body: http.NoBody}, nil
			}
			res.Body = noClose{endless{res.Body}}
			return res, nil
		})
	},
	"hides the cause": func(client *http.Client) core.Transport {
		return core.TransportFunc(func(ctx context.Context, r *core.Request) (*core.Response, error) {
			res, err := stdTransport(client).Do(ctx, r)
			if err != nil {
				return nil, errors.New("something went wrong")
			}
			res.Body = noClose{endless{res.Body}}
			return res, nil
		})
	},
	"caches": func(client *http.Client) core.Transport {
		var first *core.Response
		return core.TransportFunc(func(ctx context.Context, r *core.Request) (res *core.Response, err error) {
			if first == nil {
				first, err = stdTransport(client).Do(ctx, r)
			}
			return first, err
		})
	},
	"keeps cookies": with(func(c *http.Client) { c.Jar, _ = cookiejar.New(nil) }),
	"tries again": func(client *http.Client) core.Transport {
		return core.TransportFunc(func(ctx context.Context, r *core.Request) (*core.Response, error) {
			if res, err := stdTransport(client).Do(ctx, r); err == nil && res.Status < 400 {
				return res, nil
			}
			return stdTransport(client).Do(ctx, r)
		})
	},
	"follows every redirect": with(func(c *http.Client) {
		c.CheckRedirect = func(*http.Request, []*http.Request) error { return nil }
	}),
	"posts to every redirect": func(client *http.Client) core.Transport {
		return core.TransportFunc(func(ctx context.Context, r *core.Request) (*core.Response, error) {
			res, err := stdTransport(client).Do(ctx, r)
			if err != nil || res.Header.Get("Location") == "" {
				return res, err
			}
			to, _ := url.Parse(r.URL)
			return stdTransport(client).Do(ctx, &core.Request{Method: "POST", URL: to.JoinPath("..", res.Header.Get("Location")).String()})
		})
	},
	"connects anew": with(func(c *http.Client) { c.Transport.(*http.Transport).DisableKeepAlives = true }),
}

// endless is a body that hides how it ends.
type endless struct{ io.Reader }

func (e endless) Read(p []byte) (int, error) {
	n, err := e.Reader.Read(p)
	if err != nil {
		err = io.EOF
	}
	return n, err
}

var brokenContexts = map[string]makeTransport{
	"forgets its context": func(client *http.Client) core.Transport {
		return core.TransportFunc(func(ctx context.Context, r *core.Request) (*core.Response, error) {
			return stdTransport(client).Do(context.WithoutCancel(ctx), r)
		})
	},
	"closes with its context": func(client *http.Client) core.Transport {
		return core.TransportFunc(func(ctx context.Context, r *core.Request) (*core.Response, error) {
			res, err := stdTransport(client).Do(ctx, r)
			if err == nil {
				res.Body = contextBody{res.Body, ctx}
			}
			return res, err
		})
	},
	"changes the request": func(client *http.Client) core.Transport {
		return core.TransportFunc(func(ctx context.Context, r *core.Request) (*core.Response, error) {
			if r.Header == nil {
				r.Header = http.Header{}
			}
			r.Header.Set("User-Agent", "me")
			return stdTransport(client).Do(ctx, r)
		})
	},
	"shares a body": func(client *http.Client) core.Transport {
		var once sync.Once
		var first func() (io.ReadCloser, error)
		return sending(func(r *core.Request) {
			once.Do(func() { first = r.Body })
			r.Body = first
		})(client)
	},
	"shares a context": func(client *http.Client) core.Transport {
		shared, cancel := context.WithCancel(context.Background())
		return core.TransportFunc(func(ctx context.Context, r *core.Request) (*core.Response, error) {
			context.AfterFunc(ctx, cancel)
			return stdTransport(client).Do(shared, r)
		})
	},
}

// contextBody is a body whose Close fails when the context has ended.
type contextBody struct {
	io.ReadCloser
	ctx context.Context
}

func (b contextBody) Close() error { return b.ctx.Err() }

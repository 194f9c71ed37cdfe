package coretest

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core"
)

func methodCases() []transportCase {
	var cases []transportCase
	for _, method := range []string{"GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "QUERY"} {
		cases = append(cases, echoes("sends "+method+" without a body",
			func(r *core.Request) { r.Method = method },
			func(f facts) bool { return f.Method == method && f.Length == 0 && !f.Chunked && len(f.Body) == 0 }))
	}
	return cases
}

func urlCases() []transportCase {
	var cases []transportCase
	for name, target := range map[string]string{
		"an escaped slash":           "/a%2Fb/c%2fd",
		"escapes of UTF-8":           "/%C3%A9/%c3%a9",
		"dots and empty segments":    "/a/../b/./c//d/",
		"reserved characters":        "/a;v=1/b,c/d@e/f:g/h+i/$&'()*!~",
		"the order of the query":     "/?b=2&a=1&b=1",
		"the escapes of the query":   "/?x=a%20b+c&y=%2f%2F&z=%C3%A9",
		"a query without values":     "/?a&b=&=c",
		"semicolons in the query":    "/?a=1;b=2",
		"an empty query":             "/?",
		"a path of 32 KiB":           "/" + strings.Repeat("long/", 32<<10/5),
		"a query of 32 KiB":          "/?q=" + strings.Repeat("long+", 32<<10/5),
		"a path like another origin": "//evil.test/x?u=http://evil.test/",
	} {
		cases = append(cases, echoes("keeps "+name+" as written",
			func(r *core.Request) { r.URL = strings.TrimSuffix(r.URL, "/") + target },
			func(f facts) bool { return f.URI == target }))
	}
	slices.SortFunc(cases, func(a, b transportCase) int { return strings.Compare(a.name, b.name) })
	return cases
}

func addressCases() []transportCase {
	return []transportCase{
		echoes("never sends the fragment",
			func(r *core.Request) { r.URL += "x?q=1#s3cret" },
			func(f facts) bool { return f.URI == "/x?q=1" && !f.mentions("s3cret") }),
		echoes("never sends user info as part of the address",
			func(r *core.Request) { r.URL = strings.Replace(r.URL, "://", "://ann:s3cret@", 1) },
			func(f facts) bool { return f.URI == "/" && !f.mentions("s3cret") }),
		simple("sends the host of the URL", func(x *exam) {
			s := x.serve(echo)
			if f := s.echoed(s.get("/")); "http://"+f.Host != s.base {
				x.Errorf("host is %q, want the one of %s", f.Host, s.base)
			}
		}),
		simple("sends the host of the URL whatever a header says", func(x *exam) {
			s := x.serve(echo)
			r := s.get("/")
			r.Header = http.Header{"Host": {"evil.test"}}
			if f := s.echoed(r); "http://"+f.Host != s.base {
				x.Errorf("host is %q, want the one of %s", f.Host, s.base)
			}
		}),
		refuses("a relative URL", func(r *core.Request) { r.URL = "/x" }),
		refuses("a URL without a host", func(r *core.Request) { r.URL = "http:///x" }),
		refuses("a scheme other than http and https", func(r *core.Request) { r.URL = strings.Replace(r.URL, "http:", "gopher:", 1) }),
		refuses("a URL that cannot be parsed", func(r *core.Request) { r.URL += "%zz" }),
		refuses("a method that is not a token", func(r *core.Request) { r.Method = "GET /admin" }),
		refuses("a line break in a header value", header("X-Many", "a\r\nX-Evil: 1")),
		refuses("a header name that is not a token", header("X Many", "a")),
	}
}

// refuses makes a case in which Do must fail and nothing may arrive.
func refuses(what string, change func(r *core.Request)) transportCase {
	return simple("refuses "+what, func(x *exam) {
		arrived := make(chan string, 1)
		s := x.serve(func(_ http.ResponseWriter, r *http.Request) { arrived <- r.Method + " " + r.RequestURI })
		r := s.get("/")
		r.Header = http.Header{}
		change(r)
		if _, err := s.do(x.context(), r); err == nil {
			x.Error("there is no error")
		}
		select {
		case line := <-arrived:
			x.Errorf("%q arrived", line)
		default:
		}
	})
}

func (f facts) mentions(secret string) bool {
	for key, values := range f.Header {
		if strings.Contains(key+strings.Join(values, " "), secret) {
			return true
		}
	}
	target, _ := url.PathUnescape(f.URI + f.URL + f.Host)
	return strings.Contains(target+string(f.Body), secret)
}

func headerCases() []transportCase {
	arrives := func(key string, values ...string) func(facts) bool {
		return func(f facts) bool { return slices.Equal(f.Header[key], values) }
	}
	long := strings.Repeat("v", 64<<10)
	return []transportCase{
		echoes("sends every value of a header in order", header("X-Many", "b", "a", "b"), arrives("X-Many", "b", "a", "b")),
		echoes("does not care how a header name is written", header("x-lower", "a"), arrives("X-Lower", "a")),
		echoes("sends a header without a value", header("X-Empty", ""), arrives("X-Empty", "")),
		echoes("sends a header beyond ASCII", header("X-Name", "Zoë \xe9"), func(f facts) bool { return strings.HasPrefix(f.Header.Get("X-Name"), "Zoë ") }),
		echoes("sends a header of 64 KiB", header("X-Long", long), arrives("X-Long", long)),
		echoes("keeps commas and quotes in a header", header("If-None-Match", `"a", W/"b,c"`), arrives("If-None-Match", `"a", W/"b,c"`)),
		echoes("sends Content-Type as it is given", func(r *core.Request) {
			header("Content-Type", "Application/X-Thing; Charset=UTF-8; q=\"1\"")(r)
			carries([]byte("{}"), 2)(r)
		}, arrives("Content-Type", "Application/X-Thing; Charset=UTF-8; q=\"1\"")),
		echoes("sends Accept as it is given", header("Accept", "application/json, */*;q=0.1"), arrives("Accept", "application/json, */*;q=0.1")),
		echoes("sends Accept-Encoding as it is given", header("Accept-Encoding", "zstd"), arrives("Accept-Encoding", "zstd")),
		echoes("sends Authorization as it is given", header("Authorization", "Bearer  a.b"), arrives("Authorization", "Bearer  a.b")),
		echoes("sends Cookie as it is given", header("Cookie", `a=1; b="2 3"; a=4`), arrives("Cookie", `a=1; b="2 3"; a=4`)),
		echoes("sends User-Agent as it is given", header("User-Agent", "app/1 (test)"), arrives("User-Agent", "app/1 (test)")),
	}
}

func ownHeaderCases() []transportCase {
	none := func(*core.Request) {}
	lacks := func(key string) func(facts) bool { return func(f facts) bool { return f.Header[key] == nil } }
	return []transportCase{
		echoes("does not invent Authorization", none, lacks("Authorization")),
		echoes("does not invent Cookie", none, lacks("Cookie")),
		echoes("does not invent Referer and Origin", none, func(f facts) bool { return lacks("Referer")(f) && lacks("Origin")(f) }),
		echoes("does not invent Content-Type without a body", none, lacks("Content-Type")),
		echoes("does not invent Content-Type with a body", carries([]byte("{}"), 2), lacks("Content-Type")),
		echoes("never sends the name of the operation",
			func(r *core.Request) { r.Op = "Todo.s3cret" },
			func(f facts) bool { return !f.mentions("s3cret") }),
	}
}

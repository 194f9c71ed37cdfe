package tryit_test

import (
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/http/httpguts"

	"github.com/trefoil-go/trefoil/modules/viewer/tryit"
)

// FuzzParseURL checks that every text is refused or has one origin, which net/url
// and a second reading see in it too.
func FuzzParseURL(f *testing.F) {
	for _, host := range forbidden() {
		f.Add("http://" + host + "/")
	}
	for _, text := range []string{
		"http://example.com@127.0.0.1/", "http://127.0.0.1#@example.com/", "https://api.example.com:8443/a%2Fb?c=d#e", "http://[::1%25lo]/", "http://a\\@b/", "http://exa\tmple.com",
		"http://xn--bcher-kva.example/ä?ö", "HTTP://EXAMPLE.com:080/", "http://１２７.0.0.1/", "http://a。b/", "http://[::ffff:1.2.3.4]:1", "http://a:b:c", "http://\xff/",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		address, origin, code := tryit.ParseURL(raw)
		if code != "" {
			if code != tryit.CodeInvalid && code != tryit.CodeRefused || address != "" {
				t.Fatalf("code %s", code)
			}
			return
		}
		u, err := url.Parse(address)
		if err != nil || u.Scheme+"://"+u.Host != origin || u.User != nil || u.Opaque != "" || u.Fragment != "" || !strings.HasPrefix(address, origin) {
			t.Fatalf("%.200q is %.200q of %.200q (%v)", raw, address, origin, err)
		}
		host := u.Hostname()
		if _, err := netip.ParseAddr(host); err != nil && (strings.ContainsAny(host, ":%@/\\ \r\n\t\x00[]#?") || host != strings.ToLower(host) || strings.HasSuffix(host, ".")) {
			t.Fatalf("host %.200q", host)
		}
		if strings.ContainsFunc(address, func(r rune) bool { return r <= ' ' || r >= 0x7f }) {
			t.Fatalf("%.200q cannot be written into a request", address)
		}
		again, same, code := tryit.ParseURL(address)
		if code != "" || again != address || same != origin {
			t.Fatalf("%.200q is %.200q the second time (%s)", address, again, code)
		}
	})
}

// FuzzReadRequest checks that every request is refused, or is one that can be
// written in one way and holds the body that came.
func FuzzReadRequest(f *testing.F) {
	for _, text := range []string{
		"", "\n", "{}\n", "null\nx", `{"method":"GET","url":"http://a/"}` + "\n", `{"method":"POST","url":"http://a/","headers":[["A","b"],["Connection","A"]]}` + "\n\x00body\n",
		`{"method":"GET","url":"","headers":[["A"]]}` + "\n", `{"method":"GET","headers":[["A\r\n","b"]]}` + "\n", `{"method":"CONNECT","url":"http://a/"}` + "\n", `[]` + "\n", `{"method":"G T"}` + "\n",
	} {
		f.Add(text, true)
	}
	f.Fuzz(func(t *testing.T, text string, known bool) {
		length := int64(-1)
		if known {
			length = int64(len(text))
		}
		method, _, headers, body, code := tryit.ReadRequest(strings.NewReader(text), length)
		_, want, found := strings.Cut(text, "\n")
		switch {
		case code == tryit.CodeTooLarge && len(want) > 1<<20:
		case code != "":
			if code != tryit.CodeInvalid {
				t.Fatalf("code %s", code)
			}
		case !found || string(body) != want:
			t.Fatalf("the body is %.100q", body)
		case method == "" || strings.ContainsAny(method, " \r\n\t/:"):
			t.Fatalf("method %.100q", method)
		}
		for name, values := range headers {
			if !httpguts.ValidHeaderFieldName(name) || name == "Connection" || name == "Host" || strings.HasPrefix(name, "Sec-") {
				t.Fatalf("header %.100q", name)
			}
			for _, value := range values {
				if !httpguts.ValidHeaderFieldValue(value) {
					t.Fatalf("value %.100q", value)
				}
			}
		}
	})
}

// FuzzReadToken checks that every request for a token is refused, or is one form
// that says what the page has said, for what its flow is for.
func FuzzReadToken(f *testing.F) {
	for _, text := range []string{
		"", "{}", "null", "[]", `{"scheme":"a","flow":"password","endpoint":"token","form":[["grant_type","password"],["password","a&b=c\r\nx"]],"basic":["a:b","c"]}`,
		`{"scheme":"a","endpoint":"discovery"}`, `{"flow":"deviceAuthorization","endpoint":"device","form":[["",""]]}`, `{"flow":"authorizationCode","endpoint":"refresh","form":[["grant_type","refresh_token"]]}`,
		`{"flow":"password","endpoint":"token","form":[["grant_type","password"],["grant_type","password"]]}`, `{"flow":"password","endpoint":"token","form":[["grant_type"]]}`,
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		r, header, body, code := tryit.ReadToken(strings.NewReader(raw))
		if code != "" {
			if code != tryit.CodeInvalid {
				t.Fatalf("code %s", code)
			}
			return
		}
		form, err := url.ParseQuery(body)
		if err != nil || len(form["grant_type"]) > 1 || (len(form["grant_type"]) == 1) != (r.Endpoint == tryit.EndpointToken || r.Endpoint == tryit.EndpointRefresh) {
			t.Fatalf("endpoint %s with %.200q (%v)", r.Endpoint, body, err)
		}
		for _, pair := range r.Form {
			if !slices.Contains(form[pair[0]], pair[1]) {
				t.Fatalf("%.200q is not in %.200q", pair, body)
			}
		}
		for name, values := range header {
			if !httpguts.ValidHeaderFieldName(name) || len(values) != 1 || !httpguts.ValidHeaderFieldValue(values[0]) {
				t.Fatalf("header %.200q", name)
			}
		}
	})
}

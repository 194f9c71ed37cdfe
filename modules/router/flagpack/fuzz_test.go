package flagpack_test

import (
	"encoding/base64"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/trefoil-go/trefoil/modules/router"
	"github.com/trefoil-go/trefoil/modules/router/flagpack"
)

// seen is what verify was given.
type seen struct {
	called         bool
	name, password string
}

// authorized makes a handler that lets everybody in, and a function that sends
// it values of the header Authorization as they are.
func authorized(t testing.TB, pack func(got *seen) router.Pack) func(values ...string) (*httptest.ResponseRecorder, *http.Request, seen) {
	t.Helper()
	var got seen
	r := router.New(router.WithLogger(nil))
	r.Install(pack(&got))
	r.Register(router.Controllers{"GET AUTH /": func(*router.Context) error { return nil }})
	h, err := r.Handler()
	if err != nil {
		t.Fatal(err)
	}
	return func(values ...string) (*httptest.ResponseRecorder, *http.Request, seen) {
		got = seen{}
		req := httptest.NewRequest(http.MethodGet, "/", nil)
		req.Header["Authorization"] = values
		w := httptest.NewRecorder()
		h.ServeHTTP(w, req)
		return w, req, got
	}
}

var control = regexp.MustCompile(`[\x00-\x1f\x7f]`)

// FuzzBasic compares with Request.BasicAuth, which lets more pass.
func FuzzBasic(f *testing.F) {
	for _, s := range []string{
		"", "Basic", "Basic ", basicOf("Ida:geheim"), "bASIC  " + basicOf("a:b:c")[6:], basicOf(":x"), basicOf("x"), basicOf("\xff:"),
		basicOf("a\x00:"), "Basic YTpi\r\n", "Basic YTpj====", "Basic YTpjZR==", "\tBasic YTpi ", "Basic\tYTpi", "Bearer x", "Ba\u017fic YTpi",
	} {
		f.Add(s)
	}
	send := authorized(f, func(got *seen) router.Pack {
		return flagpack.Basic("AUTH", router.NewKey[int]("user"), func(_ *router.Context, name, password string) (int, error) {
			*got = seen{true, name, password}
			return 0, nil
		})
	})
	f.Fuzz(func(t *testing.T, value string) {
		w, req, got := send(value)
		req.Header.Set("Authorization", "Basic "+strings.TrimLeft(strings.Trim(value, " \t")[min(5, len(strings.Trim(value, " \t"))):], " "))
		name, password, ok := req.BasicAuth()
		encoded := strings.TrimPrefix(req.Header.Get("Authorization"), "Basic ")
		canonical := base64.StdEncoding.EncodeToString([]byte(name+":"+password)) == encoded
		trimmed := strings.ToLower(strings.Trim(value, " \t"))
		want := ok && canonical && strings.HasPrefix(trimmed, "basic ") && name != "" && len(value) <= 4096 &&
			utf8.ValidString(name+password) && !control.MatchString(name+password)

		if got.called != want || got.called && (got.name != name || got.password != password) {
			t.Fatalf("%q: got %+v, want %v %q %q", value, got, want, name, password)
		}
		checkAuthStatus(t, value, w, got.called, "Basic realm=")
	})
}

var bearerForm = regexp.MustCompile(`^[ \t]*(?i:bearer) +([-A-Za-z0-9._~+/]+=*)[ \t]*$`)

// FuzzBearer compares with the grammar of RFC 6750 as a regular expression.
func FuzzBearer(f *testing.F) {
	for _, s := range []string{"", "Bearer", "Bearer ", "Bearer a", "bearer  a.b-c_d~e+f/g==", "Bearer =", "Bearer a=b", "Bearer a,b", "Bearer ä", "Bearer a\x00", "Basic a", "Bearer a b"} {
		f.Add(s)
	}
	send := authorized(f, func(got *seen) router.Pack {
		return flagpack.Bearer("AUTH", router.NewKey[int]("user"), func(_ *router.Context, token string) (int, error) {
			*got = seen{true, token, ""}
			return 0, nil
		})
	})
	f.Fuzz(func(t *testing.T, value string) {
		w, _, got := send(value)
		match := bearerForm.FindStringSubmatch(value)
		want := match != nil && len(value) <= 4096

		if got.called != want || want && got.name != match[1] {
			t.Fatalf("%q: got %+v, want %v", value, got, match)
		}
		checkAuthStatus(t, value, w, got.called, "Bearer realm=")
	})
}

func checkAuthStatus(t *testing.T, value string, w *httptest.ResponseRecorder, called bool, challenge string) {
	t.Helper()
	want := http.StatusUnauthorized
	switch {
	case called:
		want = http.StatusNoContent
	case len(value) > 4096:
		want = http.StatusBadRequest
	}
	if w.Code != want {
		t.Fatalf("%q: status %d, want %d", value, w.Code, want)
	}
	if got := w.Header().Get("WWW-Authenticate"); !called && !strings.HasPrefix(got, challenge) {
		t.Fatalf("%q: challenge %q", value, got)
	}
}

const entityTagForm = `(?:W/)?"[^\x00-\x20"\x7f]*"`

var (
	tagListForm = regexp.MustCompile(`^[ \t,]*(?:` + entityTagForm + `[ \t]*(?:,[ \t,]*` + entityTagForm + `[ \t]*)*)?[ \t,]*$`)
	oneTag      = regexp.MustCompile(entityTagForm)
)

// FuzzIfNoneMatch compares with the grammar of RFC 9110 as a regular expression
// for what fits it, and expects of everything else that it does not match unless
// the tag is in it.
func FuzzIfNoneMatch(f *testing.F) {
	for _, s := range []string{"", "*", `"a"`, `W/"a"`, `"b", "a"`, `,,"b",, W/"a",`, `"b" "a"`, `"a`, `a`, `w/"a"`, `"b,"a"`, `"a", *`, `"a,"`, `"b c", "a"`, "\"\xff\""} {
		f.Add(s, "a")
	}
	var tag string
	r := router.New(router.WithLogger(nil))
	r.Install(flagpack.Cache("CACHE", flagpack.CacheOptions{}))
	r.Register(router.Controllers{"GET CACHE /": func(c *router.Context) error { c.SetHeader("ETag", tag); return c.Render(1) }})
	h, err := r.Handler()
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, value, opaque string) {
		if !oneTag.MatchString(`"`+opaque+`"`) || strings.Contains(opaque, `"`) {
			return
		}
		tag = `"` + opaque + `"`
		req := httptest.NewRequest(http.MethodGet, "/", nil)
		req.Header["If-None-Match"] = []string{value}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, req)

		got, any := w.Code == http.StatusNotModified, strings.Trim(value, " \t") == "*"
		switch {
		case w.Code != http.StatusOK && !got:
			t.Fatalf("%q: status %d", value, w.Code)
		case got && !any && !strings.Contains(value, tag):
			t.Fatalf("%q matches %q", value, tag)
		case got && w.Body.Len() > 0, !got && w.Body.String() != "1":
			t.Fatalf("%q: %d with body %q", value, w.Code, w.Body)
		}
		if !tagListForm.MatchString(value) {
			return
		}
		want := false
		for _, one := range oneTag.FindAllString(value, -1) {
			want = want || strings.TrimPrefix(one, "W/") == tag
		}
		if got != want {
			t.Fatalf("%q against %q: got %v, want %v", value, tag, got, want)
		}
	})
}

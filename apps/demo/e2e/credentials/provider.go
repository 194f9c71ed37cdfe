package credentials

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"sync"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
)

// provider is an OAuth provider that lets no page of another origin read its
// answers. Its codes, device codes and refresh tokens are good for once.
type provider struct {
	url string

	mu        sync.Mutex
	issuer    string // that answers name, "" for its own
	pending   int    // how often a device has to wait
	life      int    // seconds of a token
	waiting   map[string]login
	refreshes map[string]bool
	asked     []asked
	tokens    int
}

// login is a code that has not been redeemed.
type login struct{ challenge, redirect, client string }

// asked is a request that a provider got.
type asked struct {
	Path, Referer, Origin, Authorization string
	Form                                 url.Values
}

// Secrets of the provider, which nobody else may learn.
const (
	accessToken  = "canary-token-"
	refreshToken = "canary-refresh-"
	loginCode    = "canary-code-"
)

func startProvider() *provider {
	p := &provider{life: 3600, waiting: map[string]login{}, refreshes: map[string]bool{}}
	mux := http.NewServeMux()
	p.url = browsertest.Serve(mux)
	mux.HandleFunc("GET /authorize", p.authorize)
	mux.HandleFunc("POST /token", p.token)
	mux.HandleFunc("POST /device", p.device)
	mux.HandleFunc("GET /verify", func(w http.ResponseWriter, _ *http.Request) { _, _ = fmt.Fprint(w, "<h1>Enter the code</h1>") })
	mux.HandleFunc("GET /.well-known/openid-configuration", func(w http.ResponseWriter, _ *http.Request) {
		_ = json.NewEncoder(w).Encode(map[string]any{
			"issuer": p.url, "authorization_endpoint": p.url + "/authorize", "token_endpoint": p.url + "/token",
			"device_authorization_endpoint": p.url + "/device", "authorization_response_iss_parameter_supported": true,
			"response_modes_supported": []string{"query", "fragment"},
		})
	})
	return p
}

func (p *provider) note(r *http.Request) asked {
	_ = r.ParseForm()
	a := asked{r.URL.Path, r.Header.Get("Referer"), r.Header.Get("Origin"), r.Header.Get("Authorization"), r.Form}
	p.asked = append(p.asked, a)
	return a
}

func (p *provider) all() []asked {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]asked{}, p.asked...)
}

// last is the last request for a path.
func (p *provider) last(path string) (last asked) {
	for _, a := range p.all() {
		if a.Path == path {
			last = a
		}
	}
	return last
}

func (p *provider) count(path string) (n int) {
	for _, a := range p.all() {
		if a.Path == path {
			n++
		}
	}
	return n
}

// set changes how it answers.
func (p *provider) set(change func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	change()
}

// authorize sends a reader back at once.
func (p *provider) authorize(w http.ResponseWriter, r *http.Request) {
	p.mu.Lock()
	defer p.mu.Unlock()
	form := p.note(r).Form
	back := url.Values{"state": {form.Get("state")}, "iss": {p.url}}
	if p.issuer != "" {
		back.Set("iss", p.issuer)
	}
	if form.Get("response_type") == "token" {
		p.tokens++
		back.Set("access_token", fmt.Sprint(accessToken, p.tokens))
		back.Set("token_type", "Bearer")
		http.Redirect(w, r, form.Get("redirect_uri")+"#"+back.Encode(), http.StatusFound)
		return
	}
	code := fmt.Sprint(loginCode, len(p.asked))
	p.waiting[code] = login{form.Get("code_challenge"), form.Get("redirect_uri"), form.Get("client_id")}
	back.Set("code", code)
	mark := "?"
	if form.Get("response_mode") == "fragment" {
		mark = "#"
	}
	http.Redirect(w, r, form.Get("redirect_uri")+mark+back.Encode(), http.StatusFound)
}

func (p *provider) device(w http.ResponseWriter, r *http.Request) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.note(r)
	p.waiting["device"] = login{}
	answer(w, 200, map[string]any{"device_code": "device", "user_code": "ABCD-EFGH", "verification_uri": p.url + "/verify", "interval": 1, "expires_in": 60})
}

func (p *provider) token(w http.ResponseWriter, r *http.Request) {
	p.mu.Lock()
	defer p.mu.Unlock()
	a := p.note(r)
	if wrong := p.refuse(a); wrong != "" {
		answer(w, 400, map[string]any{"error": wrong})
		return
	}
	p.tokens++
	refresh := fmt.Sprint(refreshToken, p.tokens)
	p.refreshes[refresh] = true
	answer(w, 200, map[string]any{"access_token": fmt.Sprint(accessToken, p.tokens), "token_type": "bearer", "expires_in": p.life, "refresh_token": refresh})
}

// refuse says what is wrong with a request for a token.
func (p *provider) refuse(a asked) string {
	switch a.Form.Get("grant_type") {
	case "authorization_code":
		code := a.Form.Get("code")
		l, known := p.waiting[code]
		delete(p.waiting, code)
		sum := sha256.Sum256([]byte(a.Form.Get("code_verifier")))
		if !known || l.redirect != a.Form.Get("redirect_uri") || l.challenge != base64.RawURLEncoding.EncodeToString(sum[:]) {
			return "invalid_grant"
		}
	case "refresh_token":
		if old := a.Form.Get("refresh_token"); !p.refreshes[old] {
			return "invalid_grant"
		} else {
			delete(p.refreshes, old)
		}
	case "password":
		if a.Form.Get("username") != "reader" || a.Form.Get("password") != "canary-login" {
			return "invalid_grant"
		}
	case "client_credentials":
		if a.Authorization != "Basic "+base64.StdEncoding.EncodeToString([]byte("me:canary-client")) {
			return "invalid_client"
		}
	default:
		if p.pending--; p.pending >= 0 {
			return "authorization_pending"
		}
	}
	return ""
}

func answer(w http.ResponseWriter, status int, body map[string]any) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}

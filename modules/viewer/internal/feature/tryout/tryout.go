// Package tryout hands requests of readers to a proxy, and their logins back to the page
// that began them.
package tryout

import (
	"context"
	"fmt"
	"html"
	"net/http"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/answer"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/loader"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/serverurl"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/site"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/wording"
	"github.com/trefoil-go/trefoil/modules/viewer/ui"
)

// Tryout serves what a console needs of the server. A field that is nil is not offered.
type Tryout struct {
	Answers *answer.Sender
	Assets  *ui.Set
	Life    context.Context // ends requests that are sent on

	Language string // of all pages, "" for the one that a reader asks for

	Requests func(w http.ResponseWriter, r *http.Request, servers []apidoc.Server)
	Tokens   func(w http.ResponseWriter, r *http.Request, schemes []apidoc.SecurityScheme)
	Servers  func(*loader.Description) []apidoc.Server // all that a description declares
}

// Routes are the addresses of a console.
func (t *Tryout) Routes() []site.Route {
	list := []site.Route{{Pattern: "_/oauth", Weight: 1, Cache: site.Never, Handler: t.login}}
	if t.Requests != nil {
		list = append(list, site.Route{Pattern: "_/request", Own: true, Handler: t.request})
	}
	if t.Tokens != nil {
		list = append(list, site.Route{Pattern: "_/token", Own: true, Handler: t.token})
	}
	return list
}

// request has a request sent on, to the servers of the description of the operator.
func (t *Tryout) request(w http.ResponseWriter, in *site.Request) bool {
	var servers []apidoc.Server
	if in.Now.Doc != nil {
		servers = t.Servers(in.Now.Description)
	}
	r, cancel := t.within(in.Request)
	defer cancel()
	t.Requests(w, r, servers)
	return true
}

// token has a provider asked that the description of the operator names.
func (t *Tryout) token(w http.ResponseWriter, in *site.Request) bool {
	var schemes []apidoc.SecurityScheme
	if in.Now.Doc != nil {
		schemes = serverurl.Schemes(in.Now.Doc)
	}
	r, cancel := t.within(in.Request)
	defer cancel()
	t.Tokens(w, r, schemes)
	return true
}

// within is a request that ends with the viewer.
func (t *Tryout) within(r *http.Request) (*http.Request, func()) {
	ctx, cancel := context.WithCancel(r.Context())
	stop := context.AfterFunc(t.Life, cancel)
	return r.WithContext(ctx), func() { stop(); cancel() }
}

// loginPage is where a provider sends a reader back to, with a code in the address.
// Its script hands the code to the page that has asked for it, and takes it out of
// the address.
const loginPage = `<!doctype html>
<html lang="%s" dir="%s">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<title>%s</title>
%s<link rel="stylesheet" href="%s" integrity="%s">
</head>
<body class="reference login-page">
<main>
<h1>%[3]s</h1>
<p data-login role="status">%[7]s</p>
</main>
</body>
</html>
`

// login answers with the page that ends a login. It says the same whatever is in its
// address, of which nothing is logged.
func (t *Tryout) login(w http.ResponseWriter, in *site.Request) bool {
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("X-Robots-Tag", "noindex")
	language := t.Language
	if language == "" {
		language = wording.Asked(in.Header["Accept-Language"])
		h.Add("Vary", "Accept-Language")
	}
	words, direction := wording.Of(language), "ltr"
	if words.RightToLeft() {
		direction = "rtl"
	}
	const up = "../" // from "_/"
	scripts := ""
	for _, name := range []string{"words-" + language + ".js", "login.js"} {
		if address, hash := t.Assets.URL(name); address != "" {
			scripts += fmt.Sprintf("<script src=\"%s\" integrity=\"%s\" defer></script>\n", up+address, hash)
		}
	}
	sheet, sheetHash := t.Assets.URL("credentials.css")
	text := func(key wording.Key) string { return html.EscapeString(words.Say(key)) }
	t.Answers.Send(w, in.Request, http.StatusOK, answer.New(fmt.Appendf(nil, loginPage, language, direction, text("Log in"), scripts, up+sheet, sheetHash,
		text("This page needs JavaScript to take you back."))))
	return true
}

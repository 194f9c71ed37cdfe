package viewer

import (
	"fmt"
	"net/http"

	"github.com/trefoil-go/trefoil/modules/viewer/internal/answer"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/mount"
)

// loginPage is where a provider sends a reader back to, with a code in the address.
// Its script hands the code to the page that has asked for it and takes it out of
// the address, before anything else is loaded. %s are the addresses of the script
// and of the sheet, with their integrity.
const loginPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<title>Log in</title>
<script src="%s" integrity="%s" defer></script>
<link rel="stylesheet" href="%s" integrity="%s">
</head>
<body class="reference login-page">
<main>
<h1>Log in</h1>
<p data-login role="status">This page needs JavaScript to take you back.</p>
</main>
</body>
</html>
`

// serveLogin answers with the page that ends a login. It says the same whatever is
// in its address, of which nothing is logged.
func (v *Viewer) serveLogin(w http.ResponseWriter, r *http.Request, _ mount.Place) bool {
	script, scriptHash := v.assets.URL("login.js")
	sheet, sheetHash := v.assets.URL("credentials.css")
	const up = "../" // from "_/"
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Robots-Tag", "noindex")
	v.answers.Send(w, r, http.StatusOK, answer.New(fmt.Appendf(nil, loginPage, up+script, scriptHash, up+sheet, sheetHash)))
	return true
}

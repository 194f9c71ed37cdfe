package router

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"time"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

var _ core.SpecSource = (*Router)(nil)

// Load returns the OpenAPI 3.1 description of the routes, as a core.SpecSource:
// a viewer shows it without a file in between. It builds the router. A table
// with mistakes is a *core.SpecError that wraps the *TableError.
func (r *Router) Load(ctx context.Context) (*apidoc.Document, error) {
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("describe the routes: %w", err)
	}
	if _, err := r.Handler(); err != nil {
		return nil, &core.SpecError{Message: err.Error(), Err: err}
	}
	return r.built.document, nil
}

// DocumentHandler serves the OpenAPI 3.1 description of the routes as JSON, with
// an ETag. It is a controller value like any other (WithDocument registers it)
// and is not in the description itself.
func (r *Router) DocumentHandler() http.Handler { return &documentHandler{r} }

type documentHandler struct{ router *Router }

func (h *documentHandler) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	doc, err := h.router.Load(req.Context())
	if err != nil {
		panic(&ClientError{Status: http.StatusServiceUnavailable, Err: err})
	}
	sum := sha256.Sum256(doc.Text.Data)
	w.Header().Set("Content-Type", doc.Text.MediaType)
	w.Header().Set("Etag", `"`+hex.EncodeToString(sum[:16])+`"`)
	w.Header().Set("Cache-Control", "no-cache")
	http.ServeContent(w, req, "", time.Time{}, bytes.NewReader(doc.Text.Data))
}

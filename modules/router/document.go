package router

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/http"
	"time"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/router/internal/content"
)

var _ core.SpecSource = (*Router)(nil)

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
	w.Header()["X-Content-Type-Options"] = noSniff
	var refused *ClientError
	if errors.As(content.Serve(w, req, time.Time{}, bytes.NewReader(doc.Text.Data)), &refused) {
		panic(refused)
	}
}

// RouteInfo is one line of the route table, for listings.
type RouteInfo struct {
	Method     string     `json:"method"`
	Path       string     `json:"path"`
	Key        string     `json:"key"` // the route string as written, behind what its groups add
	Flags      []string   `json:"flags"`
	Group      string     `json:"group,omitempty"` // such as "/v1 > AUTH /teams/:team"
	Function   string     `json:"function"`        // such as "api.showUser"
	File       string     `json:"file"`            // of the function, empty when unknown
	Line       int        `json:"line"`
	Hooks      []HookInfo `json:"hooks"`      // in the order in which they run
	Reflective bool       `json:"reflective"` // called by reflection, which F0 to F4 and In avoid
	Hidden     bool       `json:"hidden"`     // not in the description of the API
	Before     []string   `json:"before"`     // keys of routes that fit some of the same requests and lose, though none is more specific
	Summary    string     `json:"summary"`
}

// HookInfo is one hook of a route.
type HookInfo struct {
	Stage string `json:"stage"` // such as "beforeFunctionCall"
	Guard bool   `json:"guard"` // registered with Guard
	Flag  string `json:"flag"`  // empty: every route
	Name  string `json:"name"`
	Order int    `json:"order"`
	File  string `json:"file"` // empty when unknown
	Line  int    `json:"line"`
}

package main

import (
	"bytes"
	"context"
	_ "embed" // the page
	"errors"
	"fmt"
	"html/template"
	"log"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/trefoil-go/trefoil/apps/demo/board"
	"github.com/trefoil-go/trefoil/modules/restclient"
)

//go:embed page.html
var pageSource string

//go:embed page.js
var script []byte

var templates = template.Must(template.New("page").Parse(pageSource))

// serve serves the page until ctx ends, and then ends the streams of all readers.
func serve(ctx context.Context, listener net.Listener) error {
	server := &http.Server{
		Handler:           pages(),
		BaseContext:       func(net.Listener) context.Context { return ctx },
		ReadHeaderTimeout: 10 * time.Second,
	}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(listener) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done(): // the context of every request ends with it, and so every stream
	}
	const patience = 10 * time.Second
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
	defer cancel()
	err := server.Shutdown(ctx)
	if served := <-ended; !errors.Is(served, http.ErrServerClosed) {
		err = errors.Join(err, served)
	}
	return err
}

// pages are the page, its script and its stream. The client is that of the context of
// a request.
func pages() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", index)
	mux.HandleFunc("GET /board", stream)
	mux.HandleFunc("GET /page.js", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
		_, _ = w.Write(script)
	})
	return mux
}

// index is the whole page, with the board as it is.
func index(w http.ResponseWriter, r *http.Request) {
	view, err := board.Read(r.Context())
	if err != nil {
		log.Println(err)
		http.Error(w, "The departures cannot be shown now.", http.StatusBadGateway)
		return
	}
	var page bytes.Buffer
	if err := templates.Execute(&page, view); err != nil {
		log.Println(err)
		http.Error(w, "The departures cannot be shown.", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
	_, _ = w.Write(page.Bytes())
}

// stream sends the board as it is and again at each change, for as long as the browser
// listens.
func stream(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	for fragment, err := range restclient.Live(r.Context(), fragment) {
		if err != nil {
			log.Println(err) // the reader keeps what is shown
			continue
		}
		fmt.Fprintf(w, "event: board\ndata: %s\n\n", strings.ReplaceAll(fragment, "\n", "\ndata: "))
		if err := http.NewResponseController(w).Flush(); err != nil {
			return
		}
	}
}

// fragment renders the part of the page that changes.
func fragment(ctx context.Context) (string, error) {
	view, err := board.Read(ctx)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	err = templates.ExecuteTemplate(&b, "board", view)
	return b.String(), err
}

package frameworks

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"

	"github.com/go-chi/chi/v5"
	"github.com/go-playground/validator/v10"
)

// ServeMux is net/http alone, with encoding/json and go-playground/validator.
func ServeMux() http.Handler {
	mux := http.NewServeMux()
	a := netHTTP{(*http.Request).PathValue, newValidator()}
	mux.HandleFunc("GET /empty/{id}", a.empty)
	mux.HandleFunc("GET /users/{id}", a.show)
	mux.HandleFunc("GET /users", a.list)
	mux.Handle("GET /guarded/{id}", require(TenantHeader)(require(TokenHeader)(http.HandlerFunc(a.show))))
	mux.HandleFunc("POST /users", a.create)
	mux.HandleFunc("GET /five/{a}/{b}/{c}/{d}/{e}", a.five)
	mux.HandleFunc("GET /stream", a.stream)
	for _, path := range fillerPaths() {
		mux.HandleFunc("GET "+braced(path), a.empty)
	}
	return mux
}

// Chi is chi with the same functions as ServeMux.
func Chi() http.Handler {
	mux := chi.NewRouter()
	a := netHTTP{chi.URLParam, newValidator()}
	mux.Get("/empty/{id}", a.empty)
	mux.Get("/users/{id}", a.show)
	mux.Get("/users", a.list)
	mux.With(require(TenantHeader), require(TokenHeader)).Get("/guarded/{id}", a.show)
	mux.Post("/users", a.create)
	mux.Get("/five/{a}/{b}/{c}/{d}/{e}", a.five)
	mux.Get("/stream", a.stream)
	for _, path := range fillerPaths() {
		mux.Get(braced(path), a.empty)
	}
	return mux
}

// newValidator reads the tag that gin reads.
func newValidator() *validator.Validate {
	v := validator.New()
	v.SetTagName("binding")
	return v
}

// netHTTP is the API as functions of net/http.
type netHTTP struct {
	param    func(r *http.Request, name string) string
	validate *validator.Validate
}

func (a netHTTP) empty(w http.ResponseWriter, r *http.Request) {
	_ = a.param(r, "id")
	w.WriteHeader(http.StatusNoContent)
}

func (a netHTTP) show(w http.ResponseWriter, r *http.Request) {
	id, err := strconv.Atoi(a.param(r, "id"))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	writeJSON(w, http.StatusOK, find(id))
}

func (netHTTP) list(w http.ResponseWriter, _ *http.Request) { writeJSON(w, http.StatusOK, Many) }

func (a netHTTP) create(w http.ResponseWriter, r *http.Request) {
	var n newUser
	if err := json.NewDecoder(r.Body).Decode(&n); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	if err := a.validate.Struct(&n); err != nil {
		http.Error(w, err.Error(), http.StatusUnprocessableEntity)
		return
	}
	writeJSON(w, http.StatusCreated, n.user())
}

func (a netHTTP) five(w http.ResponseWriter, r *http.Request) {
	writeJSON(w, http.StatusOK, Five{a.param(r, "a"), a.param(r, "b"), a.param(r, "c"), a.param(r, "d"), a.param(r, "e")})
}

// stream writes events by hand, as net/http and echo leave it to their users.
func (netHTTP) stream(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-cache")
	control := http.NewResponseController(w)
	for _, u := range Many {
		data, err := json.Marshal(u)
		if err != nil {
			return
		}
		if _, err := fmt.Fprintf(w, "event: %s\ndata: %s\n\n", EventName, data); err != nil {
			return
		}
		if err := control.Flush(); err != nil {
			return
		}
	}
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v) // the client is gone: there is nobody to tell
}

func require(header string) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Header.Get(header) == "" {
				http.Error(w, "forbidden", http.StatusForbidden)
				return
			}
			next.ServeHTTP(w, r)
		})
	}
}

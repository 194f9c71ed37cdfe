package viewer

import (
	"encoding/json"
	"net/http"
)

// serveHealth answers with the state in JSON: 503 until there is something to
// show, for load balancers and those who wait.
func (v *Viewer) serveHealth(w http.ResponseWriter, r *http.Request, _ place) bool {
	s := v.state.Load()
	status := http.StatusOK
	if s.doc == nil {
		status = http.StatusServiceUnavailable
		w.Header().Set("Retry-After", "1")
		v.retries.planned().retryAfter(w.Header())
	}
	v.sendJSON(w, r, status, v.report(s))
	return true
}

// serveResolve answers where a link of another viewer leads: that of the hash in
// the query.
func (v *Viewer) serveResolve(w http.ResponseWriter, r *http.Request, _ place) bool {
	s := v.state.Load()
	if s.doc == nil {
		return false
	}
	found, ok := s.links().Resolve(r.URL.Query().Get("hash"))
	status := http.StatusOK
	if !ok {
		status = http.StatusNotFound
	}
	v.sendJSON(w, r, status, struct {
		URL string `json:"url,omitempty"` // relative to the root
	}{found})
	return true
}

// sendJSON answers with a value of our own.
func (v *Viewer) sendJSON(w http.ResponseWriter, r *http.Request, status int, value any) {
	body, err := json.Marshal(value)
	if err != nil {
		http.Error(w, "The answer could not be written.", http.StatusInternalServerError)
		return
	}
	h := w.Header()
	h.Set("Content-Type", jsonType)
	h.Set("Cache-Control", "no-store")
	h.Set("X-Robots-Tag", "noindex")
	v.send(w, r, status, newEntry(append(body, '\n')))
}

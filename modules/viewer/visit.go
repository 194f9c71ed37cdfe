package viewer

import (
	"context"
	"encoding/json"
	"errors"
	"mime"
	"net/http"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core"
)

// sent is what a page sends to have a description shown.
type sent struct {
	Content       string        `json:"content"`
	Configuration Configuration `json:"configuration"`
}

// shown is the answer to it.
type shown struct {
	Root       string `json:"root"` // of the reference, relative to that of the viewer
	Title      string `json:"title"`
	Operations int    `json:"operations"`
}

// serve answers requests for what visitors have sent. It is false for all others,
// and when visitors can send nothing.
func (s *visitors) serve(v *Viewer, w http.ResponseWriter, r *http.Request, at place) bool {
	if s == nil || !strings.HasPrefix(at.address, visitorFolder) {
		return false
	}
	w.Header().Set("X-Robots-Tag", "noindex")
	if id, rest, ok := splitVisited(at.address); ok {
		s.serveVisited(w, r, at, id, rest)
		return true
	}
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		v.refuseVisit(w, r, http.StatusMethodNotAllowed, errors.New("descriptions are sent here with POST"))
		return true
	}
	s.receive(v, w, r)
	return true
}

// serveVisited answers with a page of a description that is kept. A reader who
// comes from elsewhere, to a text that somebody has put here, is not let in.
func (s *visitors) serveVisited(w http.ResponseWriter, r *http.Request, at place, id, rest string) {
	w.Header().Add("Vary", "Sec-Fetch-Site")
	if site := r.Header.Get("Sec-Fetch-Site"); site != "" && site != "same-origin" {
		http.Error(w, "What visitors have sent can be opened from a page of this site only.", http.StatusForbidden)
		return
	}
	child := s.find(id)
	if child == nil {
		http.Error(w, "This description is not kept any more. Send it again.", http.StatusNotFound)
		return
	}
	inner := place{address: rest, root: strings.TrimPrefix(at.root, "../../"), bare: at.address == visitorFolder+id}
	if inner.root == "" {
		inner.root = "./"
	}
	child.serveAt(w, r, inner)
}

// receive reads a description, and answers where its reference is.
func (s *visitors) receive(v *Viewer, w http.ResponseWriter, r *http.Request) {
	content, status, err := s.read(w, r)
	if err != nil {
		if status == http.StatusTooManyRequests {
			w.Header().Set("Retry-After", "60")
		}
		v.refuseVisit(w, r, status, err)
		return
	}
	child, err := s.show(r.Context(), content)
	if err != nil {
		if errors.Is(err, errBusy) {
			w.Header().Set("Retry-After", "2")
		}
		v.refuseVisit(w, r, visitStatus(err), err)
		return
	}
	answer := shown{Root: visitorFolder + content.id + "/"}
	if doc := child.Document(); doc != nil {
		answer.Title, answer.Operations = doc.Info.Title, len(doc.Operations)
	}
	v.sendJSON(w, r, http.StatusOK, answer)
}

// read reads what a page has sent. With an error it says which status that is.
func (s *visitors) read(w http.ResponseWriter, r *http.Request) (visited, int, error) {
	media, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	switch {
	case s.origin.Check(r) != nil, r.Header.Get(visitorHeader) == "":
		return visited{}, http.StatusForbidden, errors.New("descriptions are taken from pages of this origin only")
	case media != "application/json":
		return visited{}, http.StatusUnsupportedMediaType, errors.New("send an object of JSON with content and configuration")
	case !s.rate.allow(r.RemoteAddr):
		return visited{}, http.StatusTooManyRequests, errors.New("too many descriptions in a minute")
	}
	var in sent
	// A text in JSON can take twice its size, because of what has to be escaped.
	body := http.MaxBytesReader(w, r.Body, int64(2*s.limits.Bytes)+1<<20)
	if err := json.NewDecoder(body).Decode(&in); err != nil {
		var large *http.MaxBytesError
		if errors.As(err, &large) {
			return visited{}, http.StatusRequestEntityTooLarge, errors.New("the description is too large")
		}
		return visited{}, http.StatusBadRequest, err
	}
	if len(in.Content) > s.limits.Bytes {
		return visited{}, http.StatusRequestEntityTooLarge, errors.New("the description is too large")
	}
	d := newVisited(in.Content, in.Configuration)
	if err := d.configuration.Validate(); err != nil {
		return visited{}, http.StatusBadRequest, err
	}
	return d, 0, nil
}

// visitStatus is the status of a description that cannot be shown.
func visitStatus(err error) int {
	switch {
	case errors.Is(err, errBusy), errors.Is(err, ErrClosed):
		return http.StatusServiceUnavailable
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return http.StatusGatewayTimeout
	}
	return http.StatusUnprocessableEntity
}

// refuseVisit says in JSON why a description is not shown.
func (v *Viewer) refuseVisit(w http.ResponseWriter, r *http.Request, status int, err error) {
	answer := report{State: phaseFailed, Error: err.Error()}
	var spec *core.SpecError
	if errors.As(err, &spec) {
		answer.Error, answer.Line, answer.Column = spec.Message, spec.Line, spec.Column
	}
	v.sendJSON(w, r, status, answer)
}

package viewer

import (
	"errors"
	"net/http"
	"time"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/loader"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/mount"
)

// serveHealth answers with the state in JSON: 503 until there is something to
// show, for load balancers and those who wait.
func (v *Viewer) serveHealth(w http.ResponseWriter, r *http.Request, _ mount.Place) bool {
	s := v.loader.Current()
	status := http.StatusOK
	if s.Doc == nil {
		status = http.StatusServiceUnavailable
		w.Header().Set("Retry-After", "1")
		v.loader.Plan().RetryAfter(w.Header())
	}
	v.answers.JSON(w, r, status, v.report(s))
	return true
}

// serveResolve answers where a link of another viewer leads: that of the hash in
// the query.
func (v *Viewer) serveResolve(w http.ResponseWriter, r *http.Request, _ mount.Place) bool {
	s := v.loader.Current()
	if s.Doc == nil {
		return false
	}
	found, ok := v.links.Of(s.Description).Resolve(r.URL.Query().Get("hash"))
	status := http.StatusOK
	if !ok {
		status = http.StatusNotFound
	}
	v.answers.JSON(w, r, status, struct {
		URL string `json:"url,omitempty"` // relative to the root
	}{found})
	return true
}

// report is a state as it is told in JSON.
type report struct {
	State      loader.Phase `json:"state"`             // one of the phases
	Tag        string       `json:"tag"`               // changes with what pages show
	Version    string       `json:"version,omitempty"` // of the description
	Title      string       `json:"title,omitempty"`
	Operations int          `json:"operations,omitempty"`
	Phase      string       `json:"phase,omitempty"` // of the load that is going on
	Bytes      int64        `json:"bytes,omitempty"`
	Total      int64        `json:"total,omitempty"`
	Tries      int          `json:"tries,omitempty"` // that have failed, when there will be another
	Retry      string       `json:"retry,omitempty"` // from when on, as of RFC 3339
	Error      string       `json:"error,omitempty"`
	Line       int          `json:"line,omitempty"`
	Column     int          `json:"column,omitempty"`
}

func (v *Viewer) report(s *loader.Snapshot) report {
	r := report{State: s.Phase(), Tag: s.Tag(), Version: s.Version}
	if s.Doc != nil {
		r.Title, r.Operations = s.Doc.Info.Title, len(s.Doc.Operations)
	}
	if p := v.loader.Progress(); p != nil {
		r.Phase, r.Bytes, r.Total = p.Phase, p.Bytes, p.Total
	}
	if s.Err != nil {
		if p := v.loader.Plan(); p.Tries > 0 {
			r.Tries, r.Retry = p.Tries, p.From.UTC().Format(time.RFC3339Nano)
		}
		r.Error = s.Err.Error()
		var spec *core.SpecError
		if errors.As(s.Err, &spec) {
			r.Error, r.Line, r.Column = spec.Message, spec.Line, spec.Column
		}
	}
	return r
}

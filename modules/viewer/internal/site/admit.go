package site

import (
	"net/http"

	"github.com/trefoil-go/trefoil/modules/viewer/internal/admission"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/mount"
)

// Admit has a request answered when a gate lets it in and there can be something at
// its place.
func Admit(gate *admission.Gate, w http.ResponseWriter, r *http.Request, at mount.Place, weight int, answer func(http.ResponseWriter)) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "This reference can be read with GET and HEAD.", http.StatusMethodNotAllowed)
		return
	}
	if weight > 0 {
		out, leave, ok := gate.Enter(w, r, weight)
		if !ok {
			admission.Refuse(w)
			return
		}
		defer leave()
		w = out
	}
	switch {
	case at.Bare:
		mount.AddSlash(w, r)
	case at.TooDeep():
		http.Error(w, "There is nothing at this address: it has more folders than any page. Shorten it.", http.StatusNotFound)
	default:
		answer(w)
	}
}

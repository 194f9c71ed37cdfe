package delivery

import (
	"time"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/call"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
)

// waiting is what is known of a mutation in this run alone.
type waiting struct {
	ep       *call.Endpoint
	layer    *store.Layer // what is shown of it
	attempts int
	err      error
	lost     store.Stamp // when the first attempt began whose answer was lost; 0 for none
	earlier  bool        // it was queued in a run before, which may have sent it
	due      time.Time   // when to send it at the earliest
}

// again reports whether an attempt before may have been served, and when that was at the
// earliest, 0 for a run before. A server may answer as it did then.
func (w *waiting) again() (since store.Stamp, again bool) {
	if w.earlier {
		return 0, true
	}
	return w.lost, w.lost != 0
}

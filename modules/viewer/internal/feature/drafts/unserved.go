package drafts

import (
	"log/slog"
	"net/http"
	"sync"

	"github.com/trefoil-go/trefoil/modules/viewer/internal/phrase"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/site"
)

// maxUnserved bounds the hosts that are logged: whoever asks can name any.
const maxUnserved = 16

// Unserved tells the operator that pages have sent descriptions which are not served. It
// is safe for concurrent use.
type Unserved struct {
	Log *slog.Logger

	mu    sync.Mutex
	hosts map[string]bool // that were logged
}

// Routes are the addresses that descriptions would be sent to.
func (u *Unserved) Routes() []site.Route {
	return []site.Route{{Pattern: Folder + "{description...}", Own: true, Handler: u.note}}
}

// note logs the first description of each host, and answers nothing.
func (u *Unserved) note(_ http.ResponseWriter, in *site.Request) bool {
	if in.At.Address != Folder || in.Method != http.MethodPost || in.Header.Get(header) == "" {
		return false
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	if host := phrase.Clip(in.Host, 200); !u.hosts[host] && len(u.hosts) < maxUnserved {
		if u.hosts == nil {
			u.hosts = map[string]bool{}
		}
		u.hosts[host] = true
		u.Log.Warn("a page has sent a description of its own, which is not served", "host", host, "set", "viewer.WithVisitorDescriptions")
	}
	return false
}

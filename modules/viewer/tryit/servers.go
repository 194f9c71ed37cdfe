package tryit

import (
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/serverurl"
)

// origins are where the requests of a proxy may go.
type origins map[origin]bool

// declared adds the origins that servers spell out. A relative one adds none: it
// is where the description is.
func (o origins) declared(servers []apidoc.Server) {
	for _, s := range servers {
		for _, address := range serverurl.Origins(s) {
			if _, at, no := parseURL(address); no == nil {
				o[at] = true
			}
		}
	}
}

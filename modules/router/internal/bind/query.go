package bind

import (
	"fmt"

	"github.com/trefoil-go/trefoil/modules/router/internal/spelling"
)

// strictQuery are the query parameters that are known.
type strictQuery struct{ known []string }

// maxGuessed is how long a name may be that is compared with others, in bytes.
const maxGuessed = 64

// detail says what is wrong with a parameter that is unknown.
func (q *strictQuery) detail(name string) string {
	if len(name) <= maxGuessed {
		if meant := spelling.Nearest(name, q.known); meant != "" {
			return fmt.Sprintf("is unknown (did you mean %q?)", meant)
		}
	}
	return "is unknown"
}

package bind

import (
	"fmt"

	"github.com/trefoil-go/trefoil/modules/core/problem"
	"github.com/trefoil-go/trefoil/modules/router/internal/spelling"
)

// strictQuery are the query parameters that are known.
type strictQuery struct{ known []string }

// maxGuessed is how long a name may be that is compared with others, in bytes.
const maxGuessed = 64

// fault says what is wrong with a parameter that is unknown.
func (q *strictQuery) fault(name string) problem.FieldError {
	f := problem.FieldError{In: "query", Name: short(name), Detail: "is unknown", Code: problem.CodeUnknownParameter}
	if len(name) > maxGuessed {
		return f
	}
	if f.Meant = spelling.Nearest(name, q.known, 2); f.Meant != "" {
		f.Detail = fmt.Sprintf("is unknown (did you mean %q?)", f.Meant)
	}
	return f
}

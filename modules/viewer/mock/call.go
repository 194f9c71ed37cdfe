package mock

import (
	"fmt"
	"hash/fnv"
	"io"
	"net/http"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/pathmatch"
)

// call is a request for an operation.
type call struct {
	r *http.Request
	choice
	choices []choice // the operations that it may be for
	chosen  bool     // which of them it is for
	wishes  wishes

	body    []byte // nil until it is read
	bodyErr error  // of reading it
}

// choice is an operation that a request may be for.
type choice struct {
	op     *apidoc.Operation
	values []pathmatch.Value // of the variables of the path
}

// takesBody reports whether the description says what bodies are like.
func (c choice) takesBody() bool { return c.op.RequestBody != nil && len(c.op.RequestBody.Content) > 0 }

// choose takes the first of the choices that a check does not refuse, or else the one that
// the request is closest to, and returns why that one is refused.
func (c *call) choose(check func() *refusal) *refusal {
	closest, least := 0, 0
	for i := 0; len(c.choices) > 1 && i < len(c.choices); i++ {
		c.choice = c.choices[i]
		refused := check()
		if refused == nil {
			return nil
		}
		if n := refused.distance(); i == 0 || n < least {
			closest, least = i, n
		}
	}
	c.choice, c.chosen = c.choices[closest], true
	return check()
}

// readBody reads a body of at most so many bytes.
func (c *call) readBody(w http.ResponseWriter, most int64) {
	c.body, c.bodyErr = io.ReadAll(http.MaxBytesReader(w, c.r.Body, most))
	if c.bodyErr != nil {
		c.body = nil // which is not checked
	}
}

// bytesPerWeight is how much of a body weighs as much as a request without one.
const bytesPerWeight = 16 << 10

// choicesPerWeight is how many operations that it may be for weigh as much as a request.
const choicesPerWeight = 8

// weight is what the call counts among those that are checked at once.
func (c *call) weight() int { return 1 + len(c.body)/bytesPerWeight + len(c.choices)/choicesPerWeight }

// seed is what varied values are made with: another one for another request, 0 for
// the usual values.
func (c *call) seed() uint64 {
	if !c.wishes.dynamic {
		return 0
	}
	h := fnv.New64a()
	fmt.Fprintf(h, "%s %s?%s %s", c.op.Method, c.r.URL.EscapedPath(), c.r.URL.RawQuery, c.wishes.seed)
	return max(h.Sum64(), 1)
}

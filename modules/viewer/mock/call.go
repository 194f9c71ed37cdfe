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
	r      *http.Request
	op     *apidoc.Operation
	values []pathmatch.Value // of the variables of the path
	wishes wishes

	body    []byte // nil until it is read
	bodyErr error  // of reading it
}

// takesBody reports whether the description says what bodies are like.
func (c *call) takesBody() bool { return c.op.RequestBody != nil && len(c.op.RequestBody.Content) > 0 }

// readBody reads a body of at most so many bytes.
func (c *call) readBody(w http.ResponseWriter, most int64) {
	c.body, c.bodyErr = io.ReadAll(http.MaxBytesReader(w, c.r.Body, most))
	if c.bodyErr != nil {
		c.body = nil // which is not checked
	}
}

// bytesPerWeight is how much of a body weighs as much as a request without one.
const bytesPerWeight = 16 << 10

// weight is what the call counts among those that are checked at once.
func (c *call) weight() int { return 1 + len(c.body)/bytesPerWeight }

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

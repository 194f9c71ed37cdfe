package router

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/jsonschema"
	"github.com/trefoil-go/trefoil/modules/router/internal/schemacheck"
)

// contract is what the description of the API says about one route.
type contract struct {
	operation *apidoc.Operation
	checker   *jsonschema.Checker
}

// checkerOf checks against schemas by reference.
func checkerOf(schemas map[string]*apidoc.Schema) *jsonschema.Checker {
	return jsonschema.New(func(ref string) (*apidoc.Schema, bool) {
		s, ok := schemas[ref]
		return s, ok
	})
}

// keepContract compares the response with the description of the API before it
// is sent. What the description does not know is logged in development and an
// error in test; production does not look.
func (c *Context) keepContract() error {
	x, k := c.x, c.plan.contract
	if k == nil || x.stream != nil || x.request.Method == http.MethodHead || x.answer.Status == http.StatusInternalServerError {
		return nil
	}
	found := schemacheck.Answer(k.operation, x.answer.Status, x.answer.MediaType, x.answer.Body, k.checker)
	if len(found) == 0 {
		return nil
	}
	told := strings.Join(found, "; ")
	if x.router.environment == Development {
		x.router.logger.Warn("the response is not what the description says", "route", c.plan.key, "request", x.requestID(), "found", told)
		return nil
	}
	return fmt.Errorf("the response is not what the description says: %s", told)
}

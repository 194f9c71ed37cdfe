package openapi

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/gate"
)

// remote is a description that a transport fetches.
type remote struct {
	name      string
	limits    gate.Limits
	address   string
	transport core.Transport
}

// read gets the text.
func (r remote) read(ctx context.Context) ([]byte, error) {
	response, err := r.transport.Do(ctx, &core.Request{
		Method: http.MethodGet, URL: r.address, Op: "openapi.load",
		Header: http.Header{"Accept": {"application/vnd.oai.openapi+json, application/vnd.oai.openapi, application/json, application/yaml, */*;q=0.5"}},
	})
	if err != nil {
		return nil, &core.SpecError{Source: r.name, Message: "the description cannot be fetched: " + err.Error(), Err: err}
	}
	defer func() { _ = response.Body.Close() }()
	if response.Status < 200 || response.Status > 299 {
		return nil, &core.SpecError{Source: r.name, Message: statusMessage(response), RetryAfter: retryAfter(response.Header)}
	}
	data, err := readAll(counted(ctx, "Fetching the description", response.Body, response.ContentLength), response.ContentLength, r.limits)
	if err != nil && !refused(err) {
		return nil, &core.SpecError{Source: r.name, Message: "the description was not received in full: " + err.Error(), Err: err}
	}
	return data, err
}

// maxDrained is how much of an error page is read, so that the connection can be
// used again.
const maxDrained = 64 << 10

func statusMessage(response *core.Response) string {
	_, _ = io.CopyN(io.Discard, response.Body, maxDrained)
	message := fmt.Sprintf("the server answered %d %s", response.Status, http.StatusText(response.Status))
	if location := response.Header.Get("Location"); location != "" && response.Status/100 == 3 {
		message += " and leads to " + location + ", which is not followed"
	}
	return message
}

// retryAfter reads the header Retry-After: seconds or a date.
func retryAfter(h http.Header) time.Duration {
	value := h.Get("Retry-After")
	if seconds, err := strconv.ParseUint(value, 10, 32); err == nil {
		return time.Duration(seconds) * time.Second
	}
	if at, err := http.ParseTime(value); err == nil {
		return max(0, time.Until(at))
	}
	return 0
}

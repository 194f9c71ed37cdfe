package openapi

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"strconv"
	"time"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/tree"
)

// fetch gets the text of a URL.
func (s *Source) fetch(ctx context.Context, address string, transport core.Transport) ([]byte, error) {
	response, err := transport.Do(ctx, &core.Request{
		Method: http.MethodGet, URL: address, Op: "openapi.load",
		Header: http.Header{"Accept": {"application/vnd.oai.openapi+json, application/vnd.oai.openapi, application/json, application/yaml, */*;q=0.5"}},
	})
	if err != nil {
		return nil, &core.SpecError{Source: s.name, Message: "the description cannot be fetched: " + err.Error(), Err: err}
	}
	defer func() { _ = response.Body.Close() }()
	if response.Status < 200 || response.Status > 299 {
		return nil, &core.SpecError{Source: s.name, Message: statusMessage(response), RetryAfter: retryAfter(response.Header)}
	}
	data, err := s.readAll(counted(ctx, "Fetching the description", response.Body, response.ContentLength), response.ContentLength)
	if err != nil && !refused(err) {
		return nil, &core.SpecError{Source: s.name, Message: "the description was not received in full: " + err.Error(), Err: err}
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

func (s *Source) fileError(err error) error {
	message := "the file cannot be read: " + err.Error()
	if errors.Is(err, fs.ErrNotExist) {
		message = "there is no such file"
	}
	return &core.SpecError{Source: s.name, Message: message, Err: err}
}

// loadError turns what stopped Load into a *core.SpecError. A URL may have something
// else the next time.
func (s *Source) loadError(ctx context.Context, err error) error {
	spec := *s.specError(ctx, err)
	spec.Temporary = s.scheme != ""
	return &spec
}

func (s *Source) specError(ctx context.Context, err error) *core.SpecError {
	if cause := ctx.Err(); cause != nil {
		return s.stopped(cause)
	}
	var spec *core.SpecError
	if errors.As(err, &spec) {
		if spec.Source == "" && s.name != "" { // that of a judge
			return &core.SpecError{Source: s.name, Line: spec.Line, Column: spec.Column, Message: spec.Message, Err: spec.Err}
		}
		return spec
	}
	var place *tree.Error
	if errors.As(err, &place) {
		return &core.SpecError{Source: s.name, Line: place.Line, Column: place.Column, Message: place.Message}
	}
	return &core.SpecError{Source: s.name, Message: err.Error(), Err: err}
}

func (s *Source) stopped(cause error) *core.SpecError {
	message := "loading was stopped"
	if errors.Is(cause, context.DeadlineExceeded) {
		message = "loading took too long"
	}
	return &core.SpecError{Source: s.name, Message: message, Err: cause}
}

// Package tryittest sends requests by way of a tryit.Proxy, as a page does, and
// reads the answers:
//
//	answer, err := tryittest.Send(ctx, server.URL+"/reference/_/request",
//		tryit.Request{Method: "GET", URL: api.URL + "/pets"}, nil)
package tryittest

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"

	"github.com/trefoil-go/trefoil/modules/viewer/tryit"
)

// Answer is what a proxy has answered.
type Answer struct {
	Status  int            // of the proxy
	Header  http.Header    // of the proxy
	Problem *tryit.Problem // nil when the target has answered
	Head    tryit.Head
	Body    []byte
	End     *tryit.End // nil when the answer was cut off
}

// Values returns the values of a header of the target's answer.
func (a *Answer) Values(name string) []string {
	var values []string
	for _, pair := range a.Head.Headers {
		if http.CanonicalHeaderKey(pair[0]) == http.CanonicalHeaderKey(name) {
			values = append(values, pair[1])
		}
	}
	return values
}

// NewRequest makes the request of a page for r, with a body, which may be nil.
func NewRequest(ctx context.Context, endpoint string, r tryit.Request, body io.Reader) (*http.Request, error) {
	line, err := json.Marshal(r)
	if err != nil {
		return nil, fmt.Errorf("write the request: %w", err)
	}
	return NewRawRequest(ctx, endpoint, append(line, '\n'), body)
}

// NewRawRequest makes the request of a page with a first line that may be
// anything.
func NewRawRequest(ctx context.Context, endpoint string, line []byte, body io.Reader) (*http.Request, error) {
	whole, length := io.Reader(&lineReader{line: line}), int64(len(line))
	switch sized := body.(type) {
	case nil:
	case interface{ Len() int }:
		whole, length = io.MultiReader(whole, body), length+int64(sized.Len())
	default:
		whole, length = io.MultiReader(whole, body), -1
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, endpoint, whole)
	if err != nil {
		return nil, err
	}
	request.ContentLength = length
	request.Header.Set(tryit.RequestHeader, "1")
	request.Header.Set("Content-Type", tryit.RequestType)
	request.Header.Set("Sec-Fetch-Site", "same-origin")
	return request, nil
}

// NewTokenRequest makes the request of a page for a token.
func NewTokenRequest(ctx context.Context, endpoint string, t tryit.TokenRequest) (*http.Request, error) {
	line, err := json.Marshal(t)
	if err != nil {
		return nil, fmt.Errorf("write the request: %w", err)
	}
	request, err := NewRawRequest(ctx, endpoint, line, nil)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Content-Type", tryit.TokenType)
	return request, nil
}

// lineReader reads a line.
type lineReader struct{ line []byte }

func (l *lineReader) Read(p []byte) (int, error) {
	if len(l.line) == 0 {
		return 0, io.EOF
	}
	n := copy(p, l.line)
	l.line = l.line[n:]
	return n, nil
}

// Send sends r and reads the whole answer.
func Send(ctx context.Context, endpoint string, r tryit.Request, body io.Reader) (*Answer, error) {
	request, err := NewRequest(ctx, endpoint, r, body)
	if err != nil {
		return nil, err
	}
	return Do(request)
}

// Do sends a request of a page and reads the whole answer.
func Do(request *http.Request) (*Answer, error) {
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer func() { _ = response.Body.Close() }()
	return Read(response)
}

// Read reads an answer of a proxy.
func Read(response *http.Response) (*Answer, error) {
	a := &Answer{Status: response.StatusCode, Header: response.Header}
	if a.Status != http.StatusOK {
		a.Problem = &tryit.Problem{}
		if err := json.NewDecoder(response.Body).Decode(a.Problem); err != nil {
			return nil, fmt.Errorf("read the problem: %w", err)
		}
		return a, nil
	}
	lines := bufio.NewReader(response.Body)
	if err := readLine(lines, &a.Head); err != nil {
		return nil, err
	}
	for {
		var line struct {
			tryit.Data
			tryit.End
		}
		err := readLine(lines, &line)
		switch {
		case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
			return a, nil
		case err != nil:
			return nil, err
		case line.End.End:
			a.End = &line.End
			return a, nil
		}
		a.Body = append(a.Body, line.Data.Data...)
	}
}

func readLine(lines *bufio.Reader, value any) error {
	line, err := lines.ReadBytes('\n')
	if err != nil {
		return err
	}
	if err := json.Unmarshal(line, value); err != nil {
		return fmt.Errorf("read the answer: %w", err)
	}
	return nil
}

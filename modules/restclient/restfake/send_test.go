package restfake_test

import (
	"context"
	"io"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core"
)

type Todo struct {
	ID     int    `json:"id,omitzero"`
	UserID int    `json:"userId,omitzero"`
	Title  string `json:"title"`
	Done   bool   `json:"done,omitzero"`
}

func request(line string, body ...string) *core.Request {
	method, path, _ := strings.Cut(line, " ")
	r := &core.Request{Method: method, URL: "http://api.test" + path}
	if len(body) > 0 {
		r.ContentLength = int64(len(body[0]))
		r.Body = func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(body[0])), nil }
	}
	return r
}

// send sends a request such as "GET /todos" and reads the response.
func send(ctx context.Context, tr core.Transport, line string, body ...string) (int, string, error) {
	res, err := tr.Do(ctx, request(line, body...))
	if err != nil {
		return 0, "", err
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	return res.Status, string(text), err
}

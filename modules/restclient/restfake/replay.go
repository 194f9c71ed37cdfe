package restfake

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"sync"

	"github.com/go-json-experiment/json"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/wire"
)

var _ core.Transport = (*Replayer)(nil)

// Replayer is a transport that answers from recordings. It is safe for
// concurrent use.
type Replayer struct {
	mu   sync.Mutex
	left []*Recording
}

// Replay makes a transport that answers from what Record has written. Each
// recording answers once; it is the first one left with the same method, path,
// query and body, whatever the host and the header.
func Replay(recorded io.Reader) (*Replayer, error) {
	var p Replayer
	lines := bufio.NewReader(recorded)
	for number := 1; ; number++ {
		line, err := lines.ReadBytes('\n')
		if len(line) > 1 {
			var recording Recording
			if err := json.Unmarshal(line, &recording, json.RejectUnknownMembers(true)); err != nil {
				return nil, fmt.Errorf("replay: line %d: %w", number, err)
			}
			p.left = append(p.left, &recording)
		}
		if err == io.EOF {
			return &p, nil
		}
		if err != nil {
			return nil, fmt.Errorf("replay: line %d: %w", number, err)
		}
	}
}

// ReplayFile is Replay of a file.
func ReplayFile(name string) (*Replayer, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("replay: %w", err)
	}
	defer file.Close()
	return Replay(file)
}

// Left returns the recordings that have not answered yet.
func (p *Replayer) Left() []Recording {
	p.mu.Lock()
	defer p.mu.Unlock()
	var left []Recording
	for _, r := range p.left {
		left = append(left, *r)
	}
	return left
}

// Do answers a request, as core.Transport has it. It returns an *UnexpectedError
// that lists what is left when no recording answers.
func (p *Replayer) Do(ctx context.Context, r *core.Request) (*core.Response, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if _, err := wire.Check(r); err != nil {
		return nil, fmt.Errorf("replay: %w", err)
	}
	body, err := wire.Content(ctx, r)
	if err != nil {
		return nil, fmt.Errorf("replay: read the body of the request: %w", wire.Error(ctx, err))
	}
	recording, err := p.take(r, body)
	if err != nil {
		return nil, err
	}
	return recording.response(ctx)
}

func (p *Replayer) take(r *core.Request, body []byte) (*Recording, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	i := slices.IndexFunc(p.left, func(recording *Recording) bool { return recording.answers(r, body) })
	if i < 0 {
		e := &UnexpectedError{Method: r.Method, URL: r.URL}
		for _, recording := range p.left {
			e.Routes = append(e.Routes, recording.String())
		}
		return nil, e
	}
	found := p.left[i]
	p.left = slices.Delete(p.left, i, i+1)
	return found, nil
}

func (r *Recording) response(ctx context.Context) (*core.Response, error) {
	var broken error
	if r.Error != "" {
		broken = errors.New(r.Error)
	}
	switch {
	case r.Response == nil && broken == nil:
		return nil, fmt.Errorf("replay %s: neither a response nor an error is recorded", r)
	case r.Response == nil:
		return nil, broken
	}
	length := int64(len(r.Response.Body))
	if broken != nil {
		length = -1
	}
	return &core.Response{
		Status: r.Response.Status, Header: wire.Canonical(r.Response.Header), ContentLength: length,
		Body: heldBody(ctx, r.Response.Body, broken),
	}, nil
}

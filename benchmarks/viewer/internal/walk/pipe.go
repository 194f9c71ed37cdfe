package walk

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"
)

// pipe speaks the protocol of a browser's developer tools through its pipes, and listens
// to none of its events. It is safe for concurrent use.
type pipe struct {
	command *exec.Cmd
	out     io.WriteCloser
	profile string

	mu      sync.Mutex
	last    int
	waiting map[int]chan message
	ended   error
}

// message is a command, or its answer.
type message struct {
	ID      int             `json:"id,omitempty"`
	Session string          `json:"sessionId,omitempty"`
	Method  string          `json:"method,omitempty"`
	Params  any             `json:"params,omitempty"`
	Result  json.RawMessage `json:"result,omitempty"`
	Error   *struct {
		Message string `json:"message"`
	} `json:"error,omitempty"`
}

// start starts a browser with a profile of its own.
func start(ctx context.Context, executable string, flags ...string) (*pipe, error) {
	profile, err := os.MkdirTemp("", "walk")
	if err != nil {
		return nil, err
	}
	p := &pipe{profile: profile, waiting: map[int]chan message{}}
	if err := p.begin(ctx, executable, flags); err != nil {
		_ = os.RemoveAll(profile)
		return nil, fmt.Errorf("start %s: %w", executable, err)
	}
	return p, nil
}

func (p *pipe) begin(ctx context.Context, executable string, flags []string) error {
	theirs, ours, err := os.Pipe() // commands
	if err != nil {
		return err
	}
	answers, answering, err := os.Pipe()
	if err != nil {
		return errors.Join(err, theirs.Close(), ours.Close())
	}
	p.command = exec.CommandContext(ctx, executable, append(flags, "--remote-debugging-pipe", "--user-data-dir="+p.profile)...)
	p.command.ExtraFiles, p.out = []*os.File{theirs, answering}, ours
	err = p.command.Start()
	err = errors.Join(err, theirs.Close(), answering.Close())
	if err != nil {
		return errors.Join(err, ours.Close(), answers.Close())
	}
	go p.read(answers)
	return nil
}

// close ends the browser and forgets its profile.
func (p *pipe) close() {
	_ = p.out.Close()
	_ = p.command.Process.Kill()
	_ = p.command.Wait()
	_ = os.RemoveAll(p.profile)
}

// read hands out what the browser says until it ends.
func (p *pipe) read(in io.ReadCloser) {
	defer in.Close()
	lines := bufio.NewReader(in)
	for {
		text, err := lines.ReadBytes(0)
		if err != nil {
			p.end(err)
			return
		}
		var m message
		if json.Unmarshal(text[:len(text)-1], &m) == nil && m.ID != 0 {
			p.answered(m)
		}
	}
}

func (p *pipe) answered(m message) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if answer := p.waiting[m.ID]; answer != nil {
		answer <- m
		delete(p.waiting, m.ID)
	}
}

func (p *pipe) end(err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.ended = fmt.Errorf("the browser has ended: %w", err)
	for id, answer := range p.waiting {
		close(answer)
		delete(p.waiting, id)
	}
}

// send gives a command, and returns where its answer comes.
func (p *pipe) send(session, method string, params any) (<-chan message, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ended != nil {
		return nil, p.ended
	}
	p.last++
	text, err := json.Marshal(message{ID: p.last, Session: session, Method: method, Params: params})
	if err != nil {
		return nil, err
	}
	answer := make(chan message, 1)
	p.waiting[p.last] = answer
	_, err = p.out.Write(append(text, 0))
	return answer, err
}

// call gives a command and reads its answer into result, unless that is nil.
func (p *pipe) call(ctx context.Context, session, method string, params, result any) error {
	answer, err := p.send(session, method, params)
	if err != nil {
		return fmt.Errorf("%s: %w", method, err)
	}
	select {
	case m, ok := <-answer:
		switch {
		case !ok:
			return fmt.Errorf("%s: %w", method, p.ended)
		case m.Error != nil:
			return fmt.Errorf("%s: %s", method, m.Error.Message)
		case result == nil:
			return nil
		}
		return json.Unmarshal(m.Result, result)
	case <-ctx.Done():
		return fmt.Errorf("%s: %w", method, ctx.Err())
	}
}

package policy

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"time"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/redact"
)

// TokenSource gives out tokens. Auth keeps the token: it asks for the first one,
// and for another when that one has expired or a server refuses it.
type TokenSource interface {
	// Token returns a token other than stale, which is empty at first and then
	// the token that no longer serves; or stale with a later end, which serves on
	// unless a server has refused it. Auth calls it in a goroutine of its own,
	// and not again before it returns or its ctx ends; ctx has the values of one
	// of the requests that wait and ends when none waits any more. The error is
	// that of all that wait.
	Token(ctx context.Context, stale string) (Token, error)
}

// TokenSourceFunc lets a function serve as a TokenSource.
type TokenSourceFunc func(ctx context.Context, stale string) (Token, error)

// Token calls f.
func (f TokenSourceFunc) Token(ctx context.Context, stale string) (Token, error) {
	return f(ctx, stale)
}

// Token is a secret that proves who asks. Printing or logging one shows nothing
// of it.
type Token struct {
	Value string
	// Expires is when Auth asks for another one; zero means when a server
	// refuses it. A source that leaves a margin for the way to the server saves
	// refusals.
	Expires time.Time
}

// String hides the value.
func (Token) String() string { return redact.Mark }

// GoString hides the value.
func (Token) GoString() string { return redact.Mark }

// LogValue hides the value.
func (Token) LogValue() slog.Value { return slog.StringValue(redact.Mark) }

var (
	errEmptyToken = errors.New("the source returned an empty token")
	errSameToken  = errors.New("the source returned the token that no longer serves")
)

// tokens keeps the current token and lets one call of the source serve all who
// need the next one.
type tokens struct {
	source TokenSource
	now    func() time.Time

	mu      sync.Mutex
	session uint64 // that current is of
	current Token
	call    *tokenCall // that runs, or nil
}

// begin forgets what an earlier session has been given. A call for it that runs is left
// to those who wait.
func (t *tokens) begin(session uint64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if session > t.session {
		t.session, t.current, t.call = session, Token{}, nil
	}
}

type tokenCall struct {
	cancel  context.CancelFunc
	waiters int // guarded by tokens.mu

	done  chan struct{} // closed when what follows is set
	token Token
	err   error
}

// get returns a token other than refused, whose text is in no error.
func (t *tokens) get(ctx context.Context, refused string) (string, error) {
	if err := ctx.Err(); err != nil {
		return "", err
	}
	t.mu.Lock()
	if t.serves(refused) {
		defer t.mu.Unlock()
		return t.current.Value, nil
	}
	call := t.join(ctx)
	t.mu.Unlock()
	select {
	case <-call.done:
		if refused != "" && call.err == nil && call.token.Value == refused {
			return "", errSameToken
		}
		return call.token.Value, call.err
	case <-ctx.Done():
		t.leave(call)
		return "", ctx.Err()
	}
}

func (t *tokens) serves(refused string) bool {
	if t.current.Value == "" || t.current.Value == refused {
		return false
	}
	return t.current.Expires.IsZero() || t.now().Before(t.current.Expires)
}

func (t *tokens) join(ctx context.Context) *tokenCall {
	if t.call == nil {
		ctx, _ := Count(context.WithoutCancel(ctx)) // its requests are not attempts of this one
		ctx, cancel := context.WithCancel(ctx)
		t.call = &tokenCall{cancel: cancel, done: make(chan struct{})}
		go t.ask(ctx, t.call, t.current.Value)
	}
	t.call.waiters++
	return t.call
}

// leave ends a call that nobody waits for any more.
func (t *tokens) leave(call *tokenCall) {
	t.mu.Lock()
	defer t.mu.Unlock()
	call.waiters--
	if call.waiters > 0 {
		return
	}
	call.cancel()
	if t.call == call {
		t.call = nil
	}
}

func (t *tokens) ask(ctx context.Context, call *tokenCall, stale string) {
	defer call.cancel()
	token, err := t.source.Token(ctx, stale)
	switch {
	case err != nil:
		err = hide(err, stale)
	case token.Value == "":
		err = errEmptyToken
	case token.Value == stale && !t.now().Before(token.Expires):
		err = errSameToken
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.call == call { // else nobody waits, and a later call may have a newer one
		t.call = nil
		if err == nil {
			t.current = token
		}
	}
	call.token, call.err = token, err
	close(call.done)
}

// hiding is an error whose text shows no secret.
type hiding struct {
	text string
	err  error
}

func (e *hiding) Error() string { return e.text }
func (e *hiding) Unwrap() error { return e.err }

// hide removes a token, and the secrets of URLs, from the text of err.
func hide(err error, secret string) error {
	text := redact.Cause(err)
	if secret != "" {
		text = strings.ReplaceAll(text, secret, redact.Mark)
	}
	return &hiding{text, err}
}

package restclient

import (
	"errors"
	"time"

	"github.com/trefoil-go/trefoil/modules/restclient/entity"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/answer"
)

// DefaultErrorExpiry is how long the error of a read stands for its answer
// unless WithErrorExpiry says otherwise.
const DefaultErrorExpiry = time.Second

// ErrorPolicy says what the error of a read means for the data that is stored.
type ErrorPolicy uint8

// The policies.
const (
	// Hard errors replace the data as long as they stand.
	Hard ErrorPolicy = iota
	// Soft errors are hidden while there is data.
	Soft
)

// DefaultErrorPolicy takes errors that are not about what was asked for as
// soft: no response, timeouts, 429 and 5xx. It is the policy unless
// WithErrorPolicy sets another.
func DefaultErrorPolicy(e *Error) ErrorPolicy {
	switch e.Kind {
	case KindNetwork, KindTimeout, KindTooLarge:
		return Soft
	}
	if errors.Is(e, ErrServer) || errors.Is(e, ErrTooManyRequests) {
		return Soft
	}
	return Hard
}

// WithErrorPolicy sets what errors of reads mean for stored data. Default:
// DefaultErrorPolicy.
func WithErrorPolicy(p func(*Error) ErrorPolicy) EndpointOption {
	return func(d *declaration) { d.errorPolicy = p }
}

// WithErrorExpiry sets how long the error of a read is returned instead of
// asking again. Default: DefaultErrorExpiry. Not positive: not at all.
func WithErrorExpiry(after time.Duration) EndpointOption {
	return func(d *declaration) { d.errorExpiry = after }
}

// WithInvalidIfStale makes stale data unusable: UseSuspense waits for the
// server instead of returning it. Default: off.
func WithInvalidIfStale() EndpointOption { return func(d *declaration) { d.invalidIfStale = true } }

// failure is the last error of a read.
type failure struct {
	err  *Error
	soft bool // hidden while there is data
}

func failures(s session) *entity.Values[failure] { return entity.ValuesOf[failure](s.store()) }

// keepFailure remembers the error of a read. A hard one makes stored data stale,
// so that it is asked for again once the error does not stand any more. Errors of
// polls are soft, and a missing value in the store is not remembered.
func keepFailure(r *read, w entity.Write, err error) {
	failed, ok := asError(err)
	if !ok || r.endpoint.declared.Plan == nil || failed.Kind == KindCanceled || failed.Kind == KindReset {
		return
	}
	w.TTL = r.endpoint.errorExpiry
	if r.every > 0 {
		w.TTL = r.every / 10
	}
	f := failure{failed, r.every > 0 || r.endpoint.errorPolicy(failed) == Soft}
	if w.TTL > 0 {
		failures(r.session).Set(w, r.request.ID, f)
	}
	if _, status := r.lookup(r.now()); status == entity.Fresh && !f.soft {
		r.endpoint.schema.Touch(r.store(), r.request, answer.Expire)
	}
}

// standingFailure returns the error that stands for the answer to a read, nil
// when there is none. A soft one is hidden when there is data. As long as any
// error stands, recent is true: it is too early to ask again.
func standingFailure(r *read, status entity.Status) (standing error, recent bool) {
	f, freshness := failures(r.session).GetAt(r.at, r.request.ID)
	if freshness != entity.Fresh {
		return nil, false
	}
	if status >= entity.Stale && !r.endpoint.invalidIfStale && f.soft {
		return nil, true
	}
	return f.err, true
}

// String is for tools that show what is stored.
func (f failure) String() string { return f.err.Error() }

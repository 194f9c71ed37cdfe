package restclient

import (
	"cmp"
	"slices"
	"sync"
	"time"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/call"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/redact"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
)

// Inspection is what a client stores and does at one moment, for tools that show
// it to people; package devtools is one.
type Inspection struct {
	Identity   string       // whom the data is for
	Identities []string     // all that the client has data for, sorted; only from the client of New
	Store      *store.Store // to look at; what is written to it the client does not expect
	Calls      []CallInfo   // under way, in the order of their beginnings
	// AnswerCount is how many answers to reads are remembered.
	AnswerCount int

	space *call.Space
}

// AnswerInfo is an answer to a read.
type AnswerInfo struct {
	Answer
	At time.Time // when it came last
	// FromShared reports whether it came from what clients of several processes share.
	FromShared bool

	of call.Answered
}

// Status tells how far the answer can be trusted now. It is Missing when the
// store has dropped it.
func (a AnswerInfo) Status() store.Status { return a.of.Status() }

// CallInfo is a call that is under way.
type CallInfo struct {
	Name    string // the endpoint
	Purpose Purpose
	Method  string
	URL     string // with secrets redacted
	Began   time.Time
}

// Answers returns the answers to reads that are remembered, in the order of
// endpoints and URLs.
func (in Inspection) Answers() []AnswerInfo {
	if in.space == nil {
		return nil
	}
	var all []AnswerInfo
	for _, a := range in.space.Answers.All() {
		all = append(all, AnswerInfo{Answer: answerOf(a), At: a.At, FromShared: a.FromShared, of: a})
	}
	slices.SortFunc(all, func(a, b AnswerInfo) int {
		return cmp.Or(cmp.Compare(a.Endpoint, b.Endpoint), cmp.Compare(a.URL, b.URL))
	})
	return all
}

// callsOf describes calls under way, in the order of their beginnings.
func callsOf(under []call.Info) []CallInfo {
	var all []CallInfo
	for _, c := range under {
		all = append(all, CallInfo{Name: c.Request.Op, Purpose: Purpose(c.Purpose), Method: c.Request.Method, URL: redact.URL(c.Request.URL), Began: c.Began})
	}
	slices.SortFunc(all, func(a, b CallInfo) int { return cmp.Or(a.Began.Compare(b.Began), cmp.Compare(a.URL, b.URL)) })
	return all
}

// listeners are functions to call. The zero value has none.
type listeners struct {
	mu  sync.Mutex
	all []*func()
}

func (l *listeners) add(f func()) (remove func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.all = append(l.all, &f)
	return func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.all = slices.DeleteFunc(l.all, func(other *func()) bool { return other == &f })
	}
}

func (l *listeners) call() {
	l.mu.Lock()
	all := slices.Clone(l.all)
	l.mu.Unlock()
	for _, f := range all {
		(*f)()
	}
}

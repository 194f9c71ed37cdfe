package restclient

import (
	"cmp"
	"slices"
	"sync"
	"time"

	"github.com/trefoil-go/trefoil/modules/restclient/entity"
)

// Inspection is what a client stores and does at one moment, for tools that show
// it to people; package devtools is one.
type Inspection struct {
	Identity   string        // whom the data is for
	Identities []string      // all that the client has data for, sorted; only from the client of New
	Store      *entity.Store // to look at; what is written to it the client does not expect
	Calls      []CallInfo    // under way, in the order of their beginnings
	// AnswerCount is how many answers to reads are remembered.
	AnswerCount int

	space *space
}

// AnswerInfo is an answer to a read.
type AnswerInfo struct {
	Answer
	At time.Time // when it came last

	of answered
}

// Status tells how far the answer can be trusted now. It is Missing when the
// store has dropped it.
func (a AnswerInfo) Status() entity.Status { return a.of.status() }

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
	for _, a := range in.space.answers.all() {
		all = append(all, AnswerInfo{Answer: a.answer(), At: a.at, of: a})
	}
	slices.SortFunc(all, func(a, b AnswerInfo) int {
		return cmp.Or(cmp.Compare(a.Endpoint, b.Endpoint), cmp.Compare(a.URL, b.URL))
	})
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

package loader

import (
	"context"
	"hash/maphash"
	"strconv"
	"sync"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/checksum"
)

// Snapshot is what the last load left behind. It does not change, and is replaced as a
// whole. It is safe for concurrent use.
type Snapshot struct {
	*Description       // never nil
	Err          error // of the last load, nil when it went well

	next chan struct{}
}

// Next returns a channel that is closed when there is another snapshot.
func (s *Snapshot) Next() <-chan struct{} { return s.next }

// Tag names what pages show: the document, and why it is not the newest.
func (s *Snapshot) Tag() string {
	if s.Err == nil {
		return s.Version
	}
	return s.Version + "-" + checksum.Of([]byte(s.Err.Error()))
}

// Phase is what a reader of a snapshot is told.
type Phase string

// The phases.
const (
	Loading Phase = "loading" // for the first time
	Ready   Phase = "ready"
	Stale   Phase = "stale"  // the last load failed, an older description is shown
	Failed  Phase = "failed" // there is nothing to show
)

// Phase returns the phase of a snapshot.
func (s *Snapshot) Phase() Phase {
	switch {
	case s.Err == nil && s.Doc == nil:
		return Loading
	case s.Err == nil:
		return Ready
	case s.Doc != nil:
		return Stale
	}
	return Failed
}

// Description is a document with what is derived of it. Snapshots of failed loads share
// that of the last good one.
type Description struct {
	Doc     *apidoc.Document // nil when none was ever loaded
	Version string           // changes with the document

	ctx  context.Context // ends when the description is not shown any more
	stop context.CancelFunc
	made sync.Map // func() T by *Derived[T]
}

func newDescription(life context.Context, doc *apidoc.Document) *Description {
	ctx, stop := context.WithCancel(life)
	return &Description{Doc: doc, Version: version(doc), ctx: ctx, stop: stop}
}

// version names a document. Documents without a text, which routers make up, are
// told apart by their address in memory.
func version(doc *apidoc.Document) string {
	if len(doc.Text.Data) == 0 {
		return strconv.FormatUint(maphash.Comparable(seed, doc), 16)
	}
	return checksum.Of(doc.Text.Data)
}

var seed = maphash.MakeSeed()

// Derived is something that is made of a description when it is first asked for, and
// kept for as long as the description. The zero value needs Make.
type Derived[T any] struct {
	// Make is called once for each description that has a document. Its context ends
	// when the description is not shown any more.
	Make func(ctx context.Context, d *Description) T
}

// Of returns what is made of a description, which has a document.
func (d *Derived[T]) Of(from *Description) T {
	made, ok := from.made.Load(d)
	if !ok {
		made, _ = from.made.LoadOrStore(d, sync.OnceValue(func() T { return d.Make(from.ctx, from) }))
	}
	return made.(func() T)()
}

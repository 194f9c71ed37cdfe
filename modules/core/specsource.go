package core

import (
	"context"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

// SpecSource gives the viewer one API description.
//
// The viewer calls Load from one goroutine at a time, first in the background
// after construction and again when it is told to reload. Different viewers may
// share a source, so Load must be safe for concurrent use.
type SpecSource interface {
	// Load reads and returns the description. The document is never nil when
	// the error is nil, stays valid until the process ends and is safe for
	// concurrent readers.
	//
	// A description that cannot be used at all is a *SpecError, which says what
	// is wrong and where; parts that cannot be used are Problems of the
	// document. Load honours ctx: when it ends, the error wraps ctx.Err().
	//
	// After a *SpecError that is Temporary, and after any other error, the viewer
	// loads again after a while; see SpecError.RetryAfter.
	Load(ctx context.Context) (*apidoc.Document, error)
}

// SpecSourceFunc lets a function serve as a SpecSource.
type SpecSourceFunc func(ctx context.Context) (*apidoc.Document, error)

// Load calls f.
func (f SpecSourceFunc) Load(ctx context.Context) (*apidoc.Document, error) { return f(ctx) }

// SpecReader is a SpecSource whose texts can be read elsewhere than where they were
// loaded. Viewers that share what they load look for it; without it each of them loads
// for itself.
type SpecReader interface {
	// ReadSpec is Load of a text that is there already: that of a document which Load
	// of the same source has returned, here or in another process. The text is not
	// changed, and may be kept. It is called as Load is, never at the same time.
	ReadSpec(ctx context.Context, text []byte) (*apidoc.Document, error)
}

// SpecVersioner is a SpecSource that can tell without a load whether the next one
// would bring something else. A viewer that watches its source asks for it, and
// loads as often as it watches when there is none.
type SpecVersioner interface {
	// Version names what Load would read now. It is called often, by one
	// goroutine at a time, also while Load runs, and should cost little. An error
	// is one that Load would meet as well.
	Version(ctx context.Context) (string, error)
}

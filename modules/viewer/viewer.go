package viewer

import (
	"context"
	"errors"
	"net/http"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/feature/changes"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/feature/drafts"
)

// ErrClosed is the error of what is asked of a viewer after Close.
var ErrClosed = errors.New("viewer: closed")

// Viewer serves the reference of one API. It is safe for concurrent use.
type Viewer struct {
	server
	drafts   *drafts.Drafts   // nil when visitors can send none
	changes  *changes.Changes // nil without earlier versions
	settings core.Settings
}

// New makes a viewer of a source, whose pages a renderer writes, and begins to
// load the description in the background. Close ends it.
//
// The error says which argument or option cannot be used. A description that
// cannot be loaded is none: the pages show what is wrong. One that could not be had,
// which core.SpecError.Temporary says, is loaded again after a second, and then after
// twice as long each time, up to a minute and half of it by chance, or as its server
// asks with Retry-After, up to 15 minutes. A reader has it loaded when the time is up.
func New(source core.SpecSource, renderer core.Renderer, options ...Option) (*Viewer, error) {
	if source == nil {
		return nil, errors.New("viewer: nil SpecSource")
	}
	v := &Viewer{}
	f, err := newFeatures(&v.server, renderer, options)
	if err != nil {
		return nil, err
	}
	f.assemble(source)
	v.drafts, v.changes, v.settings = f.visitors, f.changes, f.settings
	v.loader.Start()
	return v, nil
}

// Ready returns a channel that is closed when the first load has ended, well or
// not; Err tells.
func (v *Viewer) Ready() <-chan struct{} { return v.loader.Ready() }

// Wait waits for the first load and returns its error, or that of ctx.
func (v *Viewer) Wait(ctx context.Context) error {
	select {
	case <-v.loader.Ready():
		return v.Err()
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Err returns the error of the last load, nil when it went well or is still
// going on. With an error the pages show the last good description, if there is
// one.
func (v *Viewer) Err() error { return v.loader.Current().Err }

// Document returns the description that the pages show, nil when there is none
// yet.
func (v *Viewer) Document() *apidoc.Document { return v.loader.Current().Doc }

// Settings returns how the pages look, as the configuration and the options say. It is
// the same as long as the viewer lives; nothing in it may be changed.
func (v *Viewer) Settings() core.Settings { return v.settings }

// Changelog returns what the versions of the description that the pages show have
// changed, nil when WithVersions has named no earlier one. It waits for the first load,
// and until each version was read or could not be. The error is that of the load, of ctx, or
// ErrClosed.
func (v *Viewer) Changelog(ctx context.Context) (*core.Changelog, error) {
	if v.changes == nil {
		return nil, nil
	}
	select {
	case <-v.loader.Ready():
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	for v.loader.Life().Err() == nil {
		now := v.loader.Current()
		if now.Doc == nil {
			return nil, now.Err
		}
		log, err := v.changes.Wait(ctx, now.Description)
		if err != nil || !log.Pending { // which it stays when another description comes
			return log, err
		}
	}
	return nil, ErrClosed
}

// PublicURL returns the absolute address of the reference, with a slash at its
// end, "" when WithPublicURL has not named it.
func (v *Viewer) PublicURL() string { return v.mount.Public }

// Close ends a load that is going on, watching and every stream of events, and
// waits for the first two. Close it before http.Server.Shutdown, which waits for
// streams. Pages that are there are still served afterwards.
// Close may be called more than once.
func (v *Viewer) Close() error {
	v.loader.End()
	if v.drafts != nil {
		v.drafts.Close()
	}
	v.loader.Close()
	return nil
}

// Reload reads the description again and shows it from then on. When that fails
// the last good one stays; the error is that of the source, of ctx, or ErrClosed. A
// description that could not be had is read again later, as after New.
//
// Loads never overlap: Reload waits for one that is going on.
func (v *Viewer) Reload(ctx context.Context) error { return v.loader.Reload(ctx) }

// ServeHTTP answers with a page, a file of the viewer, or the description.
func (v *Viewer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	v.serve(w, r, v.mount.Locate(r))
}

var _ http.Handler = (*Viewer)(nil)

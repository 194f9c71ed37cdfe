package viewer

import (
	"context"
	"errors"
	"net/http"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

// DraftViewer makes the pages of a draft, in the process that Drafts has for it.
// It is safe for concurrent use.
type DraftViewer struct{ viewer *Viewer }

// NewDraftViewer reads a draft, whose pages the renderers write; markdown is not
// used when the draft has none. The error is that of reading the text or of ctx, or
// says what of the configuration cannot be used.
func NewDraftViewer(ctx context.Context, d Draft, html, markdown core.Renderer) (*DraftViewer, error) {
	options := []Option{WithConfiguration(d.Configuration), WithImageHosts(d.ImageHosts...), asDraft(d.MaxEdit)}
	if d.Markdown {
		options = append(options, WithMarkdown(markdown))
	}
	v, err := New(openapi.FromContent(d.Text, openapi.WithLimits(d.Limits)), html, options...)
	if err != nil {
		return nil, err
	}
	if err := v.Wait(ctx); err != nil {
		return nil, errors.Join(err, v.Close())
	}
	return &DraftViewer{v}, nil
}

// asDraft is how a viewer of a draft differs: its editor sends to the viewer that
// it is below, which its logins come back to as well. Its pages connect to nothing;
// that is up to the page that has sent the description.
func asDraft(maxEdit int) Option {
	return func(c *config) {
		c.cacheBytes, c.drafts, c.visitorLimits.Bytes, c.settings.Home = draftCache, "../", maxEdit, "../../"
	}
}

// draftCache bounds the pages that are kept of a draft, in bytes.
const draftCache = 1 << 20

// ServeHTTP answers for a page. How many requests come at a time, and from whom, is
// for the server to decide that has let them in.
func (d *DraftViewer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	at := d.viewer.mount.Locate(r)
	d.viewer.answer(w, r, at, d.viewer.table.Match(at))
}

// Outline is what the description is.
func (d *DraftViewer) Outline() DraftOutline { return outline(d.viewer.Document()) }

// Close ends what is still being made.
func (d *DraftViewer) Close() error { return d.viewer.Close() }

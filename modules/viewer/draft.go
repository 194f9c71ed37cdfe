package viewer

import (
	"context"
	"errors"
	"net/http"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/headers"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

// Drafts opens descriptions that visitors have sent, each in a process of its own,
// which reads it and makes its pages: *worker.Judge of package openapi/worker. When
// it also has a method Unconfined() string that returns a reason, the reason is
// logged once.
type Drafts interface {
	// OpenDraft is called concurrently. The caller closes what it returns. The error
	// is a *core.SpecError for a text that is no description or takes more than it
	// may, or that of ctx.
	OpenDraft(ctx context.Context, d Draft) (OpenDraft, error)
}

// OpenDraft answers for one description. It is used concurrently.
type OpenDraft interface {
	// RoundTrip answers a GET or HEAD request for a page, whose path is relative to
	// the root of the reference. Nothing can be asked any more after an error while
	// the context of the request lasts: that is a *core.SpecError when making the page
	// takes more than it may.
	http.RoundTripper
	// Outline is what the description is, the same each time.
	Outline() DraftOutline
	// Memory is about how many bytes it takes now.
	Memory() int
	// Close ends it and what it is doing.
	Close() error
}

// Draft is a description as a visitor has sent it, as plain data.
type Draft struct {
	Text          string         `json:"-"`
	Limits        openapi.Limits // of the text
	Configuration Configuration
	ImageHosts    []string // see WithImageHosts
	Markdown      bool     // pages are offered in Markdown, too
	MaxEdit       int      // of a text that an editor in the pages may send, in bytes
}

// DraftOutline is what a page that has sent a description is told of it.
type DraftOutline struct {
	Title      string `json:"title"`
	Operations int    `json:"operations"`
	// Origins are those of its servers that have an absolute address: what credentials
	// are for when it is the first that an element shows.
	Origins []string `json:"origins"`
	// Problems are those of the description, at most maxProblems of Total.
	Problems []DraftProblem `json:"problems,omitempty"`
	Total    int            `json:"total"`
}

// DraftProblem is what is wrong with a part of a description that can be shown.
type DraftProblem struct {
	Line    int    `json:"line"`
	Column  int    `json:"column"` // in bytes
	Pointer string `json:"pointer,omitempty"`
	Message string `json:"message"`
}

const (
	// maxProblems bounds the problems that are told.
	maxProblems = 200
	// maxOutlined bounds each text of an outline, in bytes.
	maxOutlined = 1000
)

func outline(doc *apidoc.Document) DraftOutline {
	o := DraftOutline{
		Title: cut(doc.Info.Title), Operations: len(doc.Operations),
		Origins: headers.Origins(doc.Servers), Total: len(doc.Problems),
	}
	for _, p := range doc.Problems[:min(len(doc.Problems), maxProblems)] {
		o.Problems = append(o.Problems, DraftProblem{p.Line, p.Column, cut(p.Pointer), cut(p.Message)})
	}
	return o
}

func cut(text string) string { return text[:min(len(text), maxOutlined)] }

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

package viewer

import (
	"context"
	"net/http"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/headers"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/phrase"
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

func cut(text string) string { return phrase.Clip(text, maxOutlined) }

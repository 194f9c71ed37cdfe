package pages

import (
	"errors"
	"log/slog"
	"mime"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/answer"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/headers"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/loader"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/mount"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/pagecache"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/search"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/wording"
)

// maxLogged bounds what is logged of a text that a client chose, in bytes.
const maxLogged = 200

// Config says how pages are made.
type Config struct {
	Loader   *loader.Loader
	Answers  *answer.Sender
	Mount    *mount.Mount
	Cache    *pagecache.Cache
	Log      *slog.Logger
	HTML     *Format
	Markdown *Format // nil when it is not offered
	Settings core.Settings

	// Credentials are those that are filled in, with the servers that they are for.
	Credentials func() core.Credentials
	// Find answers a search. It is nil where pages offer no search.
	Find func(d *loader.Description, words *wording.Language, query string, limit int) search.Found
	// Changelog is what the versions have changed. It is nil where none are compared.
	Changelog func(d *loader.Description) *core.Changelog
	// Reach is where the pages of a snapshot may connect to.
	Reach func(*loader.Snapshot) *headers.Reach
	// Siblings are the links to a page of other descriptions, and a text that changes
	// when one of them may.
	Siblings func(t Target, own *loader.Snapshot) (links []core.DocumentLink, version string)

	Proxies
}

// Proxies send the requests of consoles on.
type Proxies struct {
	OwnProxy bool   // a console can have requests sent on by this server
	Tokens   bool   // and ask providers for tokens
	ProxyURL string // of a proxy elsewhere, "" for none
}

// Format is a renderer with its media type.
type Format struct {
	core.Renderer
	ContentType string // as it is sent
	Media       string // without parameters, to be negotiated
}

// NewFormat makes a Format. The error says that the renderer cannot be used.
func NewFormat(r core.Renderer) (*Format, error) {
	if r == nil {
		return nil, errors.New("viewer: nil Renderer")
	}
	mediaType, _, err := mime.ParseMediaType(r.MediaType())
	if err != nil {
		return nil, errors.New("viewer: the renderer names no media type")
	}
	return &Format{Renderer: r, ContentType: r.MediaType(), Media: mediaType}, nil
}

package viewer

import (
	"context"
	"encoding/json"
	"log/slog"
	"sync"

	"github.com/trefoil-go/trefoil/modules/viewer/internal/feature/drafts"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

// VisitorLimits bound what visitors can have shown. A field that is zero has its
// default.
type VisitorLimits struct {
	// Bytes bounds the text of one description. Default: 10 MiB.
	Bytes int
	// Kept is how many descriptions are kept; the one that was not asked for the
	// longest goes first. Default: 16.
	Kept int
	// KeptBytes bounds the memory of the processes that have these descriptions,
	// together, by what they say: about 11 MiB for a small one and 110 MiB for a text
	// of 8 MB. While a page is made, each may take what WithMemory of package
	// openapi/worker allows. Default: 512 MiB.
	KeptBytes int
	// PerMinute is how many descriptions one client may send in a minute, and at
	// once. A client is an address of the network, an IPv6 one without its second
	// half, so behind a proxy all of them are one. Default: 60.
	PerMinute int
	// Loads is how many descriptions are read at the same time; others wait.
	// Default: 2.
	Loads int
}

func (l VisitorLimits) orDefault() VisitorLimits {
	for _, field := range []struct {
		value *int
		by    int
	}{
		{&l.Bytes, 10 << 20}, {&l.Kept, 16}, {&l.KeptBytes, 512 << 20}, {&l.PerMinute, 60}, {&l.Loads, 2},
	} {
		if *field.value <= 0 {
			*field.value = field.by
		}
	}
	return l
}

// WithVisitorDescriptions lets pages of the same origin send a description, and
// serves a reference of it: what the <api-reference> element needs for a text or
// for a description that is not the viewer's own. Whoever can open a page of the
// origin can use it, so this is an option. Which hosts are an origin of the
// viewer's is for WithHosts to say; over loopback it answers for localhost without.
//
// A text is read, and its pages are made, by what drafts opens for it, which
// package openapi/worker has: a process of its own. It is kept there, within limits,
// under an address made of what it says; this server passes requests and answers on,
// which can be pages and data only. The pages are shown to pages of this origin
// alone. What is tried there is sent by the page around, never by this server.
// Default: not offered.
func WithVisitorDescriptions(drafts Drafts, limits VisitorLimits) Option {
	return func(c *config) {
		if drafts == nil {
			c.fail("visitors' descriptions need what opens them, such as that of worker.Main")
			return
		}
		c.openDrafts, c.visitorLimits, c.drafts = drafts, limits.orDefault(), visitorFolder
	}
}

// visitorFolder is where descriptions are sent to and shown.
const visitorFolder = drafts.Folder

// describer says how descriptions of visitors look, and opens them.
type describer struct {
	drafts   Drafts
	limits   openapi.Limits
	images   []string
	markdown bool
	own      *Configuration // that of the viewer, when its description may be edited; nil otherwise
	warn     func()         // of drafts that are not confined, once
}

func newDescriber(c *config) *describer {
	limits := openapi.UntrustedLimits()
	limits.Bytes = c.visitorLimits.Bytes
	d := &describer{
		drafts: c.openDrafts, limits: limits, images: c.imageHosts, markdown: c.markdown != nil,
		warn: warning(c.openDrafts, c.logger),
	}
	if c.settings.Editable {
		d.own = &c.given
	}
	return d
}

// describe is drafts.Config.Describe. The text of an editor of the reference itself
// looks as the reference does; it needs no editor of its own. No text of an editor gets
// the credentials that are filled in: it may name other servers. What a visitor must
// not decide for others is left out.
func (d *describer) describe(text string, configuration json.RawMessage, edited bool) (drafts.Described, error) {
	var given *Configuration
	if len(configuration) > 0 {
		if err := json.Unmarshal(configuration, &given); err != nil {
			return drafts.Described{}, err
		}
	}
	var c Configuration
	own := edited && given == nil && d.own != nil
	switch {
	case own:
		c = *d.own
		c.IsEditable = false
	case given != nil:
		c = *given
		c.Favicon = "" // an address that every reader's browser would ask for
	}
	if edited {
		c.HideTestRequestButton = true // the pages stand in for those of another text, which the console is of
		c.Authentication = Authentication{}
	}
	c.Spec, c.PathRouting, c.MetaData, c.CustomCSS, c.OnSpecUpdate = Spec{}, PathRouting{}, MetaData{}, "", nil
	if err := c.Validate(); err != nil {
		return drafts.Described{}, err
	}
	looks, err := json.Marshal(c)
	return drafts.Described{Looks: looks, Own: own, Open: func(ctx context.Context) (drafts.Draft, error) {
		draft, err := d.drafts.OpenDraft(ctx, Draft{
			Text: text, Limits: d.limits, Configuration: c, ImageHosts: d.images, Markdown: d.markdown, MaxEdit: d.limits.Bytes,
		})
		d.warn()
		if err != nil {
			return nil, err
		}
		return &shownDraft{draft}, nil
	}}, err
}

// shownDraft is a draft that says where it is.
type shownDraft struct{ OpenDraft }

func (d *shownDraft) Shown(root string) any {
	return struct {
		Root string `json:"root"` // of the reference, relative to that of the viewer
		DraftOutline
	}{root, d.Outline()}
}

// warning returns what logs once that drafts are opened in processes which the
// system does not confine, when what opens them says so.
func warning(drafts Drafts, log *slog.Logger) func() {
	d, ok := drafts.(interface{ Unconfined() string })
	if !ok {
		return func() {}
	}
	var once sync.Once
	return func() {
		if why := d.Unconfined(); why != "" {
			once.Do(func() {
				log.Warn("processes that read what visitors send are not kept from files, sockets and other processes", "reason", why)
			})
		}
	}
}

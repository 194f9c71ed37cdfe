package pages

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/address"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/loader"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/mount"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/wording"
)

// maker reads what pages show.
type maker struct{ *Config }

// page makes the page that is asked for and says with which status it is sent.
func (m *maker) page(ctx context.Context, t Target, s *loader.Snapshot) (*core.Page, int) {
	page := &core.Page{
		Kind: t.Kind, Document: s.Doc, Root: t.Root, Number: t.number, Query: t.Query, Settings: m.Settings,
		Version: s.Tag(), Stale: s.Err, Origin: mount.Origin(m.Mount.Public),
		Part: t.part, Entry: t.entry, Direction: t.direction, Choices: t.choices,
	}
	if m.Changelog != nil && s.Doc != nil {
		page.Changelog = m.Changelog(s.Description)
	}
	page.Settings.Credentials, page.Settings.Language = m.Credentials(), t.language
	if t.reading != "" {
		page.Settings.Reading = t.reading
	}
	if s.Doc == nil {
		m.without(page, s)
		return page, statusOf(page)
	}
	if err := m.fill(ctx, page, t, s); err != nil {
		page.Kind = core.PageError
		page.Err = err
		if errors.Is(err, apidoc.ErrNotFound) && !Exists(s, t.path) {
			page.Kind, page.Err = core.PageNotFound, nil
		}
	}
	if m.Mount.Public != "" && statusOf(page) == http.StatusOK {
		page.Canonical = m.canonicalOf(t)
	}
	return page, statusOf(page)
}

// canonicalOf is the absolute address of a page of a viewer that knows its own.
func (m *maker) canonicalOf(t Target) string {
	return m.Mount.Public + address.Part(address.Of(t.Kind, t.Slug), t.number)
}

// without makes a page that says why there is no description.
func (m *maker) without(page *core.Page, s *loader.Snapshot) {
	page.Kind, page.Stale = core.PageError, nil
	page.Settings.Live = page.Settings.Live || m.Loader.Awaited(s)
	if page.Err = s.Err; s.Err != nil {
		return
	}
	page.Kind = core.PageLoading
	if p := m.Loader.Progress(); p != nil {
		page.Progress = *p
	}
}

// maxResults bounds the results of a page.
const maxResults = 50

// fill reads the part of the description that a page shows. A reader that
// panics has failed.
func (m *maker) fill(ctx context.Context, page *core.Page, t Target, s *loader.Snapshot) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("read the description: the source panicked: %v", p)
		}
	}()
	switch t.Kind {
	case core.PageOperation:
		page.Operation, err = s.Doc.Operation(ctx, t.Slug)
	case core.PageWebhook:
		page.Operation, err = s.Doc.Webhook(ctx, t.Slug)
	case core.PageTag:
		if page.Tag = s.Doc.Tag(t.Slug); page.Tag == nil {
			err = apidoc.ErrNotFound
		}
	case core.PageModel, core.PageModels, core.PageComponent, core.PageComponents:
		err = m.fillModel(ctx, page, t, s)
	case core.PageSchema:
		var schema *apidoc.Schema
		schema, err = s.Doc.Schema(ctx, t.Slug)
		page.Schema = &core.Schema{Ref: t.Slug, Schema: schema}
	case core.PageChanges, core.PageRelease:
		m.fillChanges(page, t)
	case core.PageSearch:
		if m.Find == nil {
			page.Kind = core.PageNotFound
			return nil
		}
		words := wording.Of(t.language)
		found := m.Find(s.Description, words, t.Query, maxResults)
		page.Results, page.Total, page.Notes = found.Results, found.Total, found.In(words)
	}
	return err
}

// fillModel reads a model, or a component that nothing refers to: those who hide
// models hide these too.
func (m *maker) fillModel(ctx context.Context, page *core.Page, t Target, s *loader.Snapshot) (err error) {
	if m.Settings.HideModels {
		page.Kind = core.PageNotFound
		return nil
	}
	switch t.Kind {
	case core.PageModel:
		page.Model, err = s.Doc.Model(ctx, t.Slug)
	case core.PageComponent:
		page.Component, err = s.Doc.Component(ctx, t.Slug)
	case core.PageComponents:
		if len(s.Doc.Components) == 0 {
			page.Kind = core.PageNotFound
		}
	}
	return err
}

// fillChanges finds a release. As long as earlier versions are being read, the page of
// all of them says so.
func (m *maker) fillChanges(page *core.Page, t Target) {
	switch log := page.Changelog; {
	case log == nil:
		page.Kind = core.PageNotFound
	case log.Pending:
		page.Kind = core.PageChanges
	case t.Kind == core.PageRelease:
		if page.Release = log.Release(t.Slug); page.Release == nil {
			page.Kind = core.PageNotFound
		}
	}
}

// statuses are the statuses of the pages that do not show what was asked for.
var statuses = map[core.PageKind]int{
	core.PageNotFound: http.StatusNotFound,
	core.PageLoading:  http.StatusServiceUnavailable,
}

// statusOf is the status a page is sent with. A description that cannot be used is
// our own fault, one that cannot be had that of the server that has it (RFC 9110,
// section 15.6.3).
func statusOf(page *core.Page) int {
	if code := statuses[page.Kind]; code != 0 {
		return code
	}
	var spec *core.SpecError
	switch err := page.Err; {
	case page.Kind == core.PageChanges && page.Changelog.Pending:
		return http.StatusServiceUnavailable
	case err == nil:
		return http.StatusOK
	case errors.Is(err, context.DeadlineExceeded):
		return http.StatusGatewayTimeout
	case page.Document != nil, errors.As(err, &spec) && !spec.Temporary:
		return http.StatusInternalServerError
	}
	return http.StatusBadGateway
}

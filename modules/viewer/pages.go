package viewer

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/address"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/loader"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/mount"
)

// exists reports whether the description has a page at an address.
func exists(s *loader.Snapshot, path string) bool {
	kind, slug, ok := address.Parse(path)
	if !ok || s.Doc == nil {
		return false
	}
	switch kind {
	case core.PageOperation:
		return s.Doc.OperationSummary(slug) != nil
	case core.PageWebhook:
		return s.Doc.WebhookSummary(slug) != nil
	case core.PageTag:
		return s.Doc.Tag(slug) != nil
	case core.PageModel:
		return s.Doc.ModelSummary(slug) != nil
	case core.PageComponent:
		return s.Doc.ComponentSummary(slug) != nil
	case core.PageComponents:
		return len(s.Doc.Components) > 0
	case core.PageSchema:
		_, err := s.Doc.Schema(context.Background(), slug)
		return err == nil
	}
	return true
}

// page makes the page that is asked for and says with which status it is sent.
func (v *Viewer) page(ctx context.Context, t target, s *loader.Snapshot) (*core.Page, int) {
	page := &core.Page{
		Kind: t.kind, Document: s.Doc, Root: t.root, Number: t.number, Query: t.query, Settings: v.settings,
		Version: s.Tag(), Stale: s.Err, Origin: mount.Origin(v.mount.Public),
		Part: t.part, Entry: t.entry, Direction: t.direction, Choices: t.choices,
	}
	page.Settings.Credentials = v.credentials()
	if t.reading != "" {
		page.Settings.Reading = t.reading
	}
	if s.Doc == nil {
		v.without(page, s)
		return page, statusOf(page)
	}
	if err := v.fill(ctx, page, t, s); err != nil {
		page.Kind = core.PageError
		page.Err = err
		if errors.Is(err, apidoc.ErrNotFound) && !exists(s, t.path) {
			page.Kind, page.Err = core.PageNotFound, nil
		}
	}
	if v.mount.Public != "" && statusOf(page) == http.StatusOK {
		page.Canonical = v.canonicalOf(t)
	}
	return page, statusOf(page)
}

// canonicalOf is the absolute address of a page of a viewer that knows its own.
func (v *Viewer) canonicalOf(t target) string {
	return v.mount.Public + address.Part(address.Of(t.kind, t.slug), t.number)
}

// without makes a page that says why there is no description.
func (v *Viewer) without(page *core.Page, s *loader.Snapshot) {
	page.Kind, page.Stale = core.PageError, nil
	page.Settings.Live = page.Settings.Live || v.loader.Awaited(s)
	if page.Err = s.Err; s.Err != nil {
		return
	}
	page.Kind = core.PageLoading
	if p := v.loader.Progress(); p != nil {
		page.Progress = *p
	}
}

// maxResults bounds the results of a page.
const maxResults = 50

// collected writes the page at an address in Markdown, as part of a document. It is
// false where there is none.
func (v *Viewer) collected(ctx context.Context, out *bytes.Buffer, s *loader.Snapshot, path string) (bool, error) {
	kind, slug, _ := address.Parse(path)
	page, status := v.page(ctx, target{kind: kind, slug: slug, root: "./", path: path}, s)
	if status != http.StatusOK {
		return false, nil
	}
	page.Collected = true
	return true, render(ctx, out, v.markdown, page)
}

// fill reads the part of the description that a page shows. A reader that
// panics has failed.
func (v *Viewer) fill(ctx context.Context, page *core.Page, t target, s *loader.Snapshot) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("read the description: the source panicked: %v", p)
		}
	}()
	switch t.kind {
	case core.PageOperation:
		page.Operation, err = s.Doc.Operation(ctx, t.slug)
	case core.PageWebhook:
		page.Operation, err = s.Doc.Webhook(ctx, t.slug)
	case core.PageTag:
		if page.Tag = s.Doc.Tag(t.slug); page.Tag == nil {
			err = apidoc.ErrNotFound
		}
	case core.PageModel, core.PageModels, core.PageComponent, core.PageComponents:
		err = v.fillModel(ctx, page, t, s)
	case core.PageSchema:
		var schema *apidoc.Schema
		schema, err = s.Doc.Schema(ctx, t.slug)
		page.Schema = &core.Schema{Ref: t.slug, Schema: schema}
	case core.PageSearch:
		if v.settings.HideSearch {
			page.Kind = core.PageNotFound
			return nil
		}
		found := v.search.Find(s.Description, t.query, maxResults)
		page.Results, page.Total, page.Notes = found.Results, found.Total, found.Notes
	}
	return err
}

// fillModel reads a model, or a component that nothing refers to: those who hide
// models hide these too.
func (v *Viewer) fillModel(ctx context.Context, page *core.Page, t target, s *loader.Snapshot) (err error) {
	if v.settings.HideModels {
		page.Kind = core.PageNotFound
		return nil
	}
	switch t.kind {
	case core.PageModel:
		page.Model, err = s.Doc.Model(ctx, t.slug)
	case core.PageComponent:
		page.Component, err = s.Doc.Component(ctx, t.slug)
	case core.PageComponents:
		if len(s.Doc.Components) == 0 {
			page.Kind = core.PageNotFound
		}
	}
	return err
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
	case err == nil:
		return http.StatusOK
	case errors.Is(err, context.DeadlineExceeded):
		return http.StatusGatewayTimeout
	case page.Document != nil, errors.As(err, &spec) && !spec.Temporary:
		return http.StatusInternalServerError
	}
	return http.StatusBadGateway
}

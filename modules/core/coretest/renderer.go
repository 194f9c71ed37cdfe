package coretest

import (
	"bytes"
	"context"
	"errors"
	"mime"
	"sync"
	"testing"
	"time"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apichange"
)

// TestRenderer checks that a renderer keeps the contract of core.Renderer, on
// the document that Document returns. A renderer may refuse any kind of page
// but the overview and the operation with core.ErrUnsupported.
func TestRenderer(t *testing.T, r core.Renderer) {
	t.Helper()
	t.Run("names its media type", func(t *testing.T) {
		if _, params, err := mime.ParseMediaType(r.MediaType()); err != nil || params["charset"] == "" {
			t.Errorf("got %q, want a media type with charset", r.MediaType())
		}
	})
	for _, page := range Pages(t) {
		t.Run("writes the page "+string(page.Kind), func(t *testing.T) { checkPage(t, r, page) })
	}
	t.Run("refuses a kind it does not know", func(t *testing.T) {
		err := r.Render(context.Background(), new(bytes.Buffer), &core.Page{Kind: "no-such-kind", Document: Document()})
		if !errors.Is(err, core.ErrUnsupported) {
			t.Errorf("got %v, want ErrUnsupported", err)
		}
	})
	t.Run("reports what cannot be written", func(t *testing.T) {
		if err := r.Render(context.Background(), brokenWriter{}, Pages(t)[0]); !errors.Is(err, errBroken) {
			t.Errorf("got %v, want the error of the writer", err)
		}
	})
	t.Run("is safe for concurrent use", func(t *testing.T) {
		pages := Pages(t)
		var group sync.WaitGroup
		for range 4 {
			for _, page := range pages {
				group.Go(func() { checkPage(t, r, page) })
			}
		}
		group.Wait()
	})
}

func checkPage(t *testing.T, r core.Renderer, page *core.Page) {
	t.Helper()
	var first, second bytes.Buffer
	err := r.Render(context.Background(), &first, page)
	optional := page.Kind != core.PageOverview && page.Kind != core.PageOperation
	if errors.Is(err, core.ErrUnsupported) && optional {
		return
	}
	if err != nil || first.Len() == 0 {
		t.Errorf("%s: wrote %d bytes, error %v", page.Kind, first.Len(), err)
		return
	}
	if err := r.Render(context.Background(), &second, page); err != nil || !bytes.Equal(first.Bytes(), second.Bytes()) {
		t.Errorf("%s: the second time another page was written, error %v", page.Kind, err)
	}
}

// Pages returns one page of every kind, over the document that Document
// returns.
func Pages(t *testing.T) []*core.Page {
	t.Helper()
	doc, ctx := Document(), context.Background()
	operation, err := doc.Operation(ctx, "feed")
	if err != nil {
		t.Fatal(err)
	}
	webhook, err := doc.Webhook(ctx, "animalBorn")
	if err != nil {
		t.Fatal(err)
	}
	model, err := doc.Model(ctx, "Animal")
	if err != nil {
		t.Fatal(err)
	}
	schema, err := doc.Schema(ctx, model.Ref)
	if err != nil {
		t.Fatal(err)
	}
	component, err := doc.Component(ctx, "parameters-Limit")
	if err != nil {
		t.Fatal(err)
	}
	log := changelog()
	results := []core.Result{{Kind: core.PageOperation, Slug: "feed", Title: "Feed an animal", Method: "POST", Path: "/animals/{id}/meals"}}
	return []*core.Page{
		{Kind: core.PageOverview, Document: doc},
		{Kind: core.PageOperation, Document: doc, Operation: operation, Root: "../"},
		{Kind: core.PageWebhook, Document: doc, Operation: webhook, Root: "../"},
		{Kind: core.PageTag, Document: doc, Tag: doc.Tag("animals"), Root: "../"},
		{Kind: core.PageModel, Document: doc, Model: model, Root: "../"},
		{Kind: core.PageModels, Document: doc, Root: "../"},
		{Kind: core.PageSchema, Document: doc, Schema: &core.Schema{Ref: model.Ref, Schema: schema}, Root: "../../../"},
		{Kind: core.PageSchema, Document: doc, Schema: &core.Schema{Ref: model.Ref, Schema: schema}, Root: "../../../", Part: true, Direction: core.InRequest},
		{Kind: core.PageComponents, Document: doc, Root: "../"},
		{Kind: core.PageComponent, Document: doc, Component: component, Root: "../"},
		{Kind: core.PageChanges, Document: doc, Changelog: log, Root: "../"},
		{Kind: core.PageChanges, Document: doc, Changelog: &core.Changelog{Pending: true}, Root: "../"},
		{Kind: core.PageRelease, Document: doc, Changelog: log, Release: &log.Releases[0], Root: "../"},
		{Kind: core.PageSearch, Document: doc, Query: "feed", Results: results},
		{Kind: core.PageNotFound, Document: doc},
		{Kind: core.PageLoading},
		{Kind: core.PageError, Err: &core.SpecError{Line: 3, Column: 5, Message: "unexpected end"}},
	}
}

// changelog says what three versions have changed, of which one cannot be read.
func changelog() *core.Changelog {
	feed := core.PageRef{Kind: core.PageOperation, Slug: "feed"}
	change := core.Change{
		Change: apichange.Change{Kind: apichange.Breaking, Rule: apichange.RuleType, Subject: "response 200, name", Old: "string", New: "integer", Message: "the type was string and is integer", Schemas: &apichange.Schemas{
			Old: "/components/schemas/Meal", New: "/components/schemas/Meal", LeftOut: 4,
			Lines: []apichange.SchemaLine{
				{Old: "object", New: "object"},
				{Same: 7},
				{Name: "name", Old: "string, required", New: "integer, required", Differs: true},
				{Name: "taste", Old: "string", Differs: true},
			},
		}},
		Operations: []core.ChangedOperation{{Name: "POST /animals/{id}/meals", PageRef: feed}, {Name: "GET /gone"}}, More: 3,
	}
	return &core.Changelog{
		Tag: "1",
		Releases: []core.Release{
			{Name: "2.0.0", Slug: "2-0-0", Date: time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC), Since: "1.0.0", Breaking: []core.Change{change}, Notes: []core.Change{change}, LeftOut: 2},
			{Name: "1.1.0", Slug: "1-1-0", Err: errors.New("unexpected end")},
			{Name: "1.0.0", Slug: "1-0-0"},
		},
		Histories: map[core.PageRef]core.History{feed: {Since: &core.ReleaseLink{Name: "1.0.0", Slug: "1-0-0"}, Changed: []core.ReleaseLink{{Name: "2.0.0", Slug: "2-0-0"}}}},
	}
}

var errBroken = errors.New("broken pipe")

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, errBroken }

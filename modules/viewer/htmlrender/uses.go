package htmlrender

import (
	"context"

	"github.com/a-h/templ"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/wording"
)

// useGroup is a list of what refers to a model.
type useGroup struct {
	title string
	first []useLink
	more  []useLink // shown when they are asked for
	left  int       // how many are not on the page
}

type useLink struct {
	method string // of an operation or webhook
	text   string
	path   string
	link   templ.SafeURL
}

// Limits of the lists of what refers to a model.
const (
	shownUses = 12 // shown at once
	moreUses  = 60 // in the page for those who ask
)

// usesOf are the operations and models that refer to a model, the nearest first.
func usesOf(ctx context.Context, s *subject, m *apidoc.Model) []useGroup {
	found, err := s.doc.Uses(ctx, m.Ref)
	if err != nil {
		return nil
	}
	var list []useGroup
	add := func(how wording.Key, counted string, links []useLink) {
		if len(links) == 0 {
			return
		}
		g := useGroup{title: s.words.Fill(how, counted)}
		g.first = links[:min(len(links), shownUses)]
		rest := links[len(g.first):]
		g.more = rest[:min(len(rest), moreUses)]
		g.left = len(rest) - len(g.more)
		list = append(list, g)
	}
	operations := func(how wording.Key, links []useLink) { add(how, operationCount(s.words, len(links)), links) }
	models := func(how wording.Key, links []useLink) { add(how, s.words.Count(len(links), "model", "models"), links) }
	direct, through := wording.Key("{1}"), wording.Key("{1} through other models")
	operations(direct, operationLinks(s, found.Direct))
	models(direct, modelLinks(s, found.Direct.Models))
	operations(through, operationLinks(s, found.Through))
	models(through, modelLinks(s, found.Through.Models))
	return list
}

func operationLinks(s *subject, u apidoc.Users) []useLink {
	var links []useLink
	for _, o := range u.Operations {
		links = append(links, useLink{o.Method, label(o, false), o.Path, s.to(core.PageOperation, o.Slug)})
	}
	for _, o := range u.Webhooks {
		links = append(links, useLink{o.Method, label(o, false), "", s.to(core.PageWebhook, o.Slug)})
	}
	return links
}

func modelLinks(s *subject, list []*apidoc.ModelSummary) []useLink {
	var links []useLink
	for _, m := range list {
		links = append(links, useLink{text: m.Name, link: s.to(core.PageModel, m.Slug)})
	}
	return links
}

package htmlrender

import (
	"strings"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/wording"
)

// pathGroup is operations without a tag whose paths begin with the same word, and the
// webhooks.
type pathGroup struct {
	title wording.Key // of ours, or the beginning of a path
	links []navLink
}

// Limits of groups.
const (
	fewUngrouped = 8  // operations up to which they stay in one list
	maxGroups    = 60 // the last one holds the others
)

// restGroups are the operations and webhooks that no tag leads to: by their paths, or
// one group where that tells little.
func restGroups(doc *apidoc.Document, links []navLink) []pathGroup {
	if groups := byPath(links); groups != nil {
		return groups
	}
	return []pathGroup{{restTitle(doc), links}}
}

// byPath groups links by the first word of their paths that is not the same in all of
// them. It returns nil for few links, and when there would be nearly as many groups.
func byPath(links []navLink) []pathGroup {
	if len(links) <= fewUngrouped {
		return nil
	}
	shared := sharedWords(links)
	var groups []pathGroup
	places := map[wording.Key]int{}
	for _, l := range links {
		title := groupTitle(l, shared)
		at, known := places[title]
		if !known {
			at = min(len(groups), maxGroups-1)
			places[title] = at
		}
		if at == len(groups) {
			groups = append(groups, pathGroup{title: title})
		}
		groups[at].links = append(groups[at].links, l)
	}
	if len(groups) < 2 || 3*len(groups) > 2*len(links) {
		return nil
	}
	return groups
}

func groupTitle(l navLink, shared int) wording.Key {
	if l.kind == core.PageWebhook {
		return "Webhooks"
	}
	word, _ := wordOf(l.operation.Path, shared)
	if strings.HasPrefix(word, "{") {
		word = ""
	}
	return wording.Key("/" + word)
}

// sharedWords is how many words all paths begin with that go on behind them.
func sharedWords(links []navLink) int {
	for n := 0; ; n++ {
		word, some := "", false
		for _, l := range links {
			own, more := wordOf(l.operation.Path, n)
			if l.kind == core.PageWebhook || !more {
				continue
			}
			if some && own != word || strings.HasPrefix(own, "{") {
				return n
			}
			word, some = own, true
		}
		if !some {
			return n
		}
	}
}

// wordOf is the word of a path at a place, "" behind its end, and whether more follow.
func wordOf(path string, n int) (word string, more bool) {
	rest, found := strings.Trim(path, "/"), true
	for ; n > 0 && found; n-- {
		_, rest, found = strings.Cut(rest, "/")
	}
	word, _, more = strings.Cut(rest, "/")
	return word, more
}

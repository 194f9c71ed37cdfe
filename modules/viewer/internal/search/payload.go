package search

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"
)

// maxMembers bounds the members of a pasted object that are looked for.
const maxMembers = 64

// payload returns the names of the members of a pasted JSON object, or of the
// first one of an array, each once, those of objects inside behind them. It is
// nil for everything else.
func payload(text string) []string {
	text = strings.TrimSpace(cut(text, maxQuery))
	if text == "" || text[0] != '{' && text[0] != '[' {
		return nil
	}
	var value any
	if json.Unmarshal([]byte(text), &value) != nil {
		return nil
	}
	var names []string
	level := []any{value}
	for depth := 0; depth < 4 && len(level) > 0; depth++ {
		var next []any
		for _, v := range level {
			switch v := v.(type) {
			case []any:
				next = append(next, v[:min(len(v), 1)]...)
			case map[string]any:
				for name, member := range v {
					names = append(names, name)
					next = append(next, member)
				}
			}
		}
		slices.Sort(names)
		names = slices.Compact(names)
		level = next
	}
	return names[:min(len(names), maxMembers)]
}

// fitting returns the entries that have most of the members, operations and
// models, those with the fewest others first.
func fitting(t *table, members []string) []ranked {
	sum, count := make([]float32, len(t.entries)), make([]int, len(t.entries))
	known := 0
	for _, name := range members {
		own := t.exact(folded(name))
		if whole := joined(name); whole != "" {
			own = t.exact(whole)
		}
		if own < 0 {
			continue
		}
		known++
		h := scoreMembers(t, own)
		for i, s := range h.score {
			if s > 0 {
				sum[i] += s
				count[i]++
			}
		}
	}
	var list []ranked
	for i := range t.entries {
		if e := &t.entries[i]; count[i] > 0 && 2*count[i] >= known {
			covered := float32(count[i]) / float32(len(members))
			score := sum[i] * covered * covered * max(e.bonus, 1)
			if e.facts.members > len(members) {
				score *= 0.5 + 0.5*float32(len(members))/float32(e.facts.members)
			}
			list = append(list, ranked{entry: i, score: score, word: -1})
		}
	}
	slices.SortStableFunc(list, func(a, b ranked) int { return cmp.Compare(b.score, a.score) })
	return list
}

// scoreMembers finds where a word names a member.
func scoreMembers(t *table, number int) *hits {
	h := &hits{score: make([]float32, len(t.entries)), at: make([]place, len(t.entries))}
	for _, p := range t.of(number) {
		if f := p.field(); f == inField || f == inName {
			h.spread(t, uint32(p.part()), weights[f], f)
		}
	}
	return h
}

package devtools

import (
	"strings"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
)

// changesPerPage is how many changes of a commit a page has.
const changesPerPage = 20

// changeView is what a commit has changed, before and after it.
type changeView struct {
	Name, Type, Kind string
	Before, After    []line // none when there was nothing
}

// line is one line of a value.
type line struct {
	Text    string
	Differs bool // the other side has none like it
}

func stateOf(t table, c store.Change) string {
	if k, ok := c.Key.(store.ListKey); ok && c.Kind == "list" {
		l, ok := t.List(k.ID())
		if !ok {
			return ""
		}
		names := make([]string, len(l.Rows))
		for i, key := range l.Rows {
			names[i] = keyName(t.Kind, key)
		}
		return mark(l.Status) + "[\n  " + strings.Join(names, ",\n  ") + "\n]"
	}
	if t.Kind != c.Kind {
		return ""
	}
	row, ok := t.Row(c.Key)
	if !ok {
		return ""
	}
	return mark(row.Status) + inLines.text(row.Value, 4*maxInRow)
}

// lines divides a text. A line differs when the other text has none like it, but
// for a comma at its end.
func lines(text, other string) []line {
	if text == "" {
		return nil
	}
	there := map[string]bool{}
	for l := range strings.Lines(other) {
		there[bare(l)] = true
	}
	var all []line
	for l := range strings.Lines(text) {
		all = append(all, line{strings.TrimSuffix(l, "\n"), other != "" && !there[bare(l)]})
	}
	return all
}

func bare(line string) string { return strings.TrimSuffix(strings.TrimSuffix(line, "\n"), ",") }

// mark says that something was not to be used.
func mark(s store.Status) string {
	if s == store.Invalid {
		return "(invalid)\n"
	}
	return ""
}

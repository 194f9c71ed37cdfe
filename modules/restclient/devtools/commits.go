package devtools

import (
	"strconv"
	"strings"

	"github.com/trefoil-go/trefoil/modules/restclient/entity"
)

func (h *handler) commits(v *visit) {
	body := struct {
		Commits []commitView
		Pager   pager
		Limit   int
	}{Pager: v.pager("page", len(v.commits), pageSize, "commits"), Limit: h.config.commits}
	for _, c := range v.commits[body.Pager.from():body.Pager.Last] {
		body.Commits = append(body.Commits, v.commit(c))
	}
	v.view.Title, v.view.Template, v.view.Body = "Commits", "commits.html", body
}

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

// commit shows what one commit has changed.
func (h *handler) commit(v *visit) {
	seq, err := strconv.ParseUint(v.request.FormValue("seq"), 10, 64)
	if err != nil {
		return
	}
	for i, c := range v.commits {
		if c.Seq == seq {
			v.showCommit(c, i)
			return
		}
	}
}

func (v *visit) showCommit(c entity.Commit, at int) {
	seq := strconv.FormatUint(c.Seq, 10)
	body := struct {
		Commit         commitView
		Changes        []changeView
		Pager          pager
		Earlier, Later string
	}{Commit: v.commit(c), Pager: v.pager("page", len(c.Changes), changesPerPage, "commit", "seq", seq)}
	if at > 0 {
		body.Later = v.commitURL(v.commits[at-1].Seq)
	}
	if at+1 < len(v.commits) {
		body.Earlier = v.commitURL(v.commits[at+1].Seq)
	}
	shown := c.Changes[body.Pager.from():body.Pager.Last]
	before, after := v.states(shown, c.Seq-1), v.states(shown, c.Seq)
	for i, change := range shown {
		body.Changes = append(body.Changes, changeView{
			Name: keyName(change.Kind, change.Key), Type: change.Type, Kind: change.Kind,
			Before: lines(before[i], after[i]), After: lines(after[i], before[i]),
		})
	}
	v.view.Title, v.view.Template, v.view.Body = "Commit "+seq, "commit.html", body
}

// states are what there was of some changes after a commit.
func (v *visit) states(changes []entity.Change, seq uint64) []string {
	all := make([]string, len(changes))
	store, sn, ok := v.tape.at(seq)
	if !ok {
		return all
	}
	defer sn.Release()
	tables := tablesOf(store, sn)
	for i, c := range changes {
		for _, t := range tables {
			if t.Type == c.Type && all[i] == "" {
				all[i] = stateOf(t, c)
			}
		}
	}
	return all
}

func stateOf(t table, c entity.Change) string {
	if k, ok := c.Key.(entity.ListKey); ok && c.Kind == "list" {
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
func mark(s entity.Status) string {
	if s == entity.Invalid {
		return "(invalid)\n"
	}
	return ""
}

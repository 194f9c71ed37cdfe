package drafts

import "sync"

const (
	// maxEditors bounds the editors that are told apart.
	maxEditors = 256
	// maxEditorName bounds the name that an editor gives itself, in bytes.
	maxEditorName = 64
)

// edit says which change of which editor a text is.
type edit struct {
	By     string `json:"by"`     // a name that the editor has made up
	Number int    `json:"number"` // of the change, greater than those before
}

// edits follows who edits. It is safe for concurrent use.
type edits struct {
	mu       sync.Mutex
	byEditor map[string]*edited
	order    []string // of the names, the oldest first
}

type edited struct {
	number int
	id     string // of the description that is kept for it, "" for none yet
}

// begin notes a change. It is false when it has come already, or one after it.
func (e *edits) begin(c *edit) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	known, ok := e.byEditor[c.By]
	if ok && c.Number <= known.number {
		return false
	}
	if ok {
		known.number = c.Number
		return true
	}
	if e.byEditor == nil {
		e.byEditor = map[string]*edited{}
	}
	if len(e.order) == maxEditors {
		delete(e.byEditor, e.order[0])
		e.order = e.order[1:]
	}
	e.byEditor[c.By] = &edited{number: c.Number}
	e.order = append(e.order, c.By)
	return true
}

// kept notes what is kept for an editor and returns what was kept before and is
// not needed any more, "" for nothing.
func (e *edits) kept(c *edit, id string) string {
	e.mu.Lock()
	defer e.mu.Unlock()
	known := e.byEditor[c.By]
	if known == nil || known.number != c.Number || known.id == id {
		return "" // overtaken, or the same
	}
	before := known.id
	known.id = id
	for _, other := range e.byEditor {
		if other.id == before {
			return "" // somebody else looks at it
		}
	}
	return before
}

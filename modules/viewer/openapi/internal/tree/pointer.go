package tree

import (
	"net/url"
	"strconv"
	"strings"
	"sync"

	"github.com/trefoil-go/trefoil/modules/core/jsonpointer"
)

// Index finds values by JSON pointer (RFC 6901). It is safe for concurrent use.
type Index struct {
	root *Node

	mu    sync.Mutex
	names map[*Node]map[string]*Node // of the large objects that were looked into
}

// NewIndex returns an index of the tree below root.
func NewIndex(root *Node) *Index {
	return &Index{root: root, names: map[*Node]map[string]*Node{}}
}

// largeObject is the number of members from which an object gets a map.
const largeObject = 32

// Find returns what a reference such as "#/components/schemas/Pet" points to,
// nil when there is nothing or the reference leads out of the description.
func (x *Index) Find(ref string) *Node {
	pointer, ok := Pointer(ref)
	if !ok {
		return nil
	}
	return x.At(pointer)
}

// At returns the value at a JSON pointer, nil when there is none.
func (x *Index) At(pointer string) *Node { return x.From(x.root, pointer) }

// From returns the value at a JSON pointer that begins at n, nil when there is none.
func (x *Index) From(n *Node, pointer string) *Node {
	for rest := pointer; rest != ""; {
		var token string
		token, rest = cutToken(rest)
		below := x.Below(n, token)
		if below == nil && token == "itemSchema" { // an extension before OpenAPI 3.2
			below = x.Below(n, "x-itemSchema")
		}
		if n = below; n == nil {
			return nil
		}
	}
	return n
}

// cutToken cuts the first reference token off a pointer that begins with "/".
func cutToken(pointer string) (token, rest string) {
	token = pointer[1:]
	if i := strings.IndexByte(token, '/'); i >= 0 {
		token, rest = token[:i], token[i:]
	}
	return jsonpointer.Unescape(token), rest
}

// Member returns the member of an object with a name, nil when there is none. In
// large objects it is found without looking at the others.
func (x *Index) Member(n *Node, name string) *Node {
	if !IsMap(n) {
		return nil
	}
	return x.Below(n, name)
}

// Below returns the member of an object or the item of a list that a token of a
// pointer names, nil when there is none.
func (x *Index) Below(n *Node, token string) *Node {
	switch {
	case n == nil:
		return nil
	case n.kind() == list:
		i, err := strconv.Atoi(token)
		if err != nil || i < 0 || i >= len(n.Content()) {
			return nil
		}
		return n.Content()[i]
	case len(n.Content()) < 2*largeObject:
		return Get(n, token)
	}
	return x.members(n)[token]
}

func (x *Index) members(n *Node) map[string]*Node {
	x.mu.Lock()
	defer x.mu.Unlock()
	names := x.names[n]
	if names == nil {
		names = make(map[string]*Node, len(n.Content())/2)
		for name, value := range Members(n) {
			names[name] = value
		}
		x.names[n] = names
	}
	return names
}

// Pointer returns the JSON pointer in a reference within the description,
// without percent-encoding; false for every other reference.
func Pointer(ref string) (string, bool) {
	fragment, ok := strings.CutPrefix(ref, "#")
	if !ok || fragment != "" && fragment[0] != '/' {
		return "", false
	}
	if decoded, err := url.PathUnescape(fragment); err == nil {
		fragment = decoded
	}
	return fragment, true
}

// Escape turns a name into a token of a JSON pointer.
func Escape(name string) string { return jsonpointer.Escape(name) }

// Tokens returns the names and indices in a JSON pointer.
func Tokens(pointer string) []string {
	var tokens []string
	for rest := pointer; strings.HasPrefix(rest, "/"); {
		var token string
		token, rest = cutToken(rest)
		tokens = append(tokens, token)
	}
	return tokens
}

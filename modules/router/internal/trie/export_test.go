package trie

import "net/http"

// Visited counts the nodes that a handler of Build looks at for a request.
func Visited(h http.Handler, r *http.Request) int {
	var s search
	h.(*handler).match(r.Method, r.URL, &s)
	return s.visited
}

// Nodes counts the nodes of the tree of a method.
func Nodes(h http.Handler, method string) int {
	return h.(*handler).find(method).size()
}

func (n *node) size() int {
	size := 1
	if n.param != nil {
		size += n.param.size()
	}
	for _, m := range n.mixed {
		size += m.next.size()
	}
	for _, c := range n.literals.few {
		size += c.next.size()
	}
	for _, next := range n.literals.many {
		size += next.size()
	}
	return size
}

// Package pathtemplate reads URL path templates, fills them in, matches paths
// with them and derives the path of a collection from that of its members.
//
//	t, err := pathtemplate.Parse("/groups/:group/users{/:id}")
//	path, err := t.Expand(pathtemplate.Values{"group": {"ops"}, "id": {"7"}}) // /groups/ops/users/7
//	values, ok := t.Match(path)                                               // group ops, id 7
//
// The grammar is the one of path-to-regexp version 8: ":name" takes one
// segment or a part of it, "*name" takes one or more segments, braces make a
// part optional, a backslash takes the next character literally, and a name
// may be quoted (:"first name"). The modifiers of version 6 (":id?", ":id+",
// ":id*", ":id(\d+)") are refused with the template rewritten. Stricter than the
// original, a name stands for one parameter only, and a template that can have
// a "." or ".." segment is refused.
//
// A value never changes the shape of a path: it is escaped as one segment, and
// missing, empty, "." and ".." values are errors.
package pathtemplate

package tree

import (
	"iter"
	"math"
	"strconv"
)

// IsMap reports whether n is an object.
func IsMap(n *Node) bool { return n != nil && n.kind() == object }

// IsList reports whether n is an array.
func IsList(n *Node) bool { return n != nil && n.kind() == list }

// IsScalar reports whether n is a string, number, boolean or null.
func IsScalar(n *Node) bool { return n != nil && n.kind() <= number }

// IsNull reports whether n is absent or null.
func IsNull(n *Node) bool { return n == nil || n.kind() == null }

// IsString reports whether n is a string.
func IsString(n *Node) bool { return n != nil && n.kind() == text }

// IsNumber reports whether n is a number that JSON can write.
func IsNumber(n *Node) bool { return n != nil && n.kind() == number }

// IsAlias reports whether n is an alias of YAML, which stands for Content[0].
func IsAlias(n *Node) bool { return n != nil && n.kind() == alias }

// IsAnchored reports whether an alias may stand for n.
func IsAnchored(n *Node) bool { return n != nil && n.has(anchored) }

// IsMergeKey reports whether n is the name "<<" as YAML 1.1 understands it, that
// is, without quotes.
func IsMergeKey(n *Node) bool { return IsScalar(n) && n.has(plain) && n.Value == "<<" }

// Get returns the member of an object with a name, nil when there is none.
func Get(n *Node, name string) *Node {
	_, value := Member(n, name)
	return value
}

// Member returns the name and the value of the member of an object with a name.
func Member(n *Node, name string) (key, value *Node) {
	if !IsMap(n) {
		return nil, nil
	}
	content := n.Content()
	for i := 0; i+1 < len(content); i += 2 {
		if content[i].Value == name {
			return content[i], content[i+1]
		}
	}
	return nil, nil
}

// Members returns the names and values of an object in their order.
func Members(n *Node) iter.Seq2[string, *Node] {
	return func(yield func(string, *Node) bool) {
		if !IsMap(n) {
			return
		}
		content := n.Content()
		for i := 0; i+1 < len(content); i += 2 {
			if !yield(content[i].Value, content[i+1]) {
				return
			}
		}
	}
}

// Repeats reports whether a name occurs twice in an object.
func Repeats(n *Node) bool {
	if !IsMap(n) {
		return false
	}
	content := n.Content()
	if len(content) > 2*fewMembers {
		seen := make(map[string]struct{}, len(content)/2)
		for i := 0; i < len(content); i += 2 {
			seen[content[i].Value] = struct{}{}
		}
		return len(seen) < len(content)/2
	}
	var marks [8]uint64 // of the names so far: few others have the same mark
	for i := 0; i < len(content); i += 2 {
		mark := markOf(content[i].Value)
		word, bit := &marks[mark/64], uint64(1)<<(mark%64)
		if *word&bit != 0 && hasName(content[:i], content[i].Value) {
			return true
		}
		*word |= bit
	}
	return false
}

// fewMembers is the number of members up to which names are told apart by their marks.
const fewMembers = 64

// markOf tells most names apart by a number below 512.
func markOf(name string) uint {
	if name == "" {
		return 0
	}
	return (uint(len(name))*67 + uint(name[0])*31 + uint(name[len(name)/2])*5 + uint(name[len(name)-1])) % 512
}

func hasName(content []*Node, name string) bool {
	for i := 0; i < len(content); i += 2 {
		if content[i].Value == name {
			return true
		}
	}
	return false
}

// Items returns the elements of an array.
func Items(n *Node) []*Node {
	if !IsList(n) {
		return nil
	}
	return n.Content()
}

// Text returns a scalar as it is written, without quotes; the empty string for
// null and for what is no scalar.
func Text(n *Node) string {
	if !IsScalar(n) || n.kind() == null {
		return ""
	}
	return n.Value
}

// Texts returns the scalars of an array as they are written.
func Texts(n *Node) []string {
	var texts []string
	for _, item := range Items(n) {
		if IsScalar(item) {
			texts = append(texts, Text(item))
		}
	}
	return texts
}

// True reports whether n is the boolean true.
func True(n *Node) bool {
	value, ok := Bool(n)
	return ok && value
}

// Bool returns a boolean and whether n is one.
func Bool(n *Node) (value, ok bool) {
	if n == nil || n.kind() != boolean {
		return false, false
	}
	return n.Value[0] == 't' || n.Value[0] == 'T', true
}

// Int returns an integer, also one that is written with a fraction of zero or an exponent
// (JSON Schema 2020-12 core, section 4.2.2). It is nil when n is no integer or does not fit.
func Int(n *Node) *int64 {
	if !IsNumber(n) {
		return nil
	}
	text := string(JSON(n))
	v, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		const exact = 1 << 53
		f, err := strconv.ParseFloat(text, 64)
		if v = int64(f); err != nil || math.Abs(f) > exact || float64(v) != f {
			return nil
		}
	}
	return &v
}

// Kind names the kind of a value for a message: "an object", "a list", "text",
// "a number", "true or false" or "nothing".
func Kind(n *Node) string {
	switch {
	case IsNull(n):
		return "nothing"
	case IsMap(n):
		return "an object"
	case IsList(n):
		return "a list"
	case IsNumber(n):
		return "a number"
	case n.kind() == boolean:
		return "true or false"
	}
	return "text"
}

package gate

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/tree"
)

// slashed is a pattern between slashes, and which flags stand behind it.
var slashed = regexp.MustCompile(`^/(\^.*|.*\$)/([dgimsuvy]*)$`)

// PatternOf is the pattern that is meant where one is written as JavaScript and other
// languages write it, between slashes: /^a$/ matches nothing, because a slash stands before
// the beginning of a text or behind its end. It is false for any other one.
func PatternOf(written string) (pattern string, ok bool) {
	if !strings.HasPrefix(written, "/") {
		return "", false
	}
	found := slashed.FindStringSubmatch(written)
	if found == nil || !strings.HasPrefix(found[1], "^") && escaped(found[1]) {
		return "", false
	}
	flags := strings.Map(func(r rune) rune {
		if strings.ContainsRune("ims", r) {
			return r
		}
		return -1
	}, found[2])
	if flags == "" {
		return found[1], true
	}
	return "(?" + flags + ":" + found[1] + ")", true
}

// escaped reports whether the last character of a pattern stands for itself.
func escaped(pattern string) bool {
	before := pattern[:len(pattern)-1]
	return (len(before)-len(strings.TrimRight(before, `\`)))%2 == 1
}

// EnumOfItems reports whether the enumeration of a schema is meant for its items: it is one
// of lists alone, and no value is a list.
func EnumOfItems(schema *tree.Node) bool {
	types := tree.Texts(tree.Get(schema, "type"))
	if t := tree.Get(schema, "type"); tree.IsString(t) {
		types = []string{t.Value}
	}
	list := false
	for _, t := range types {
		if t != "array" && t != "null" {
			return false
		}
		list = list || t == "array"
	}
	values := tree.Items(tree.Get(schema, "enum"))
	for _, v := range values {
		if tree.IsList(v) {
			return false
		}
	}
	return list && len(values) > 0
}

// slip says what a keyword of a schema means where that is hardly what its author meant.
func (c *referenceChecker) slip(schema *tree.Node, keyword string, value *tree.Node) {
	message := ""
	switch keyword {
	case "pattern":
		if pattern, ok := PatternOf(tree.Text(value)); ok {
			message = fmt.Sprintf("the pattern %q stands between slashes and would match nothing; %q is read", clip(value.Value), clip(pattern))
		}
	case "enum":
		switch {
		case EnumOfItems(schema):
			message = "the enumeration of a list holds no list and would allow nothing; it is read as that of the items"
		case tree.IsList(value) && len(tree.Items(value)) == 0:
			message = "the enumeration is empty and allows nothing"
		}
	}
	if message != "" && len(c.problems) < maxProblems {
		c.problems = append(c.problems, Problem{Node: value, Pointer: pointerOf(c.path) + "/" + keyword, Message: message, Shown: true})
	}
}

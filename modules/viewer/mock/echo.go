package mock

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/pathmatch"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/sample"
)

// echoed puts the values of path parameters into the members of an object that
// have their names, and that of the last one, when it is an identifier such as
// petId, into "id".
func (x *exchange) echoed(object json.RawMessage) json.RawMessage {
	if len(x.values) == 0 {
		return object
	}
	return sample.Members(object, x.echo)
}

// echo is what stands for a member: what the path says, if that is of the same
// type.
func (x *exchange) echo(name string, value json.RawMessage) json.RawMessage {
	text, ok := x.pathValue(name)
	if !ok || len(value) == 0 {
		return value
	}
	switch {
	case value[0] == '"':
		quoted, _ := json.Marshal(text)
		return quoted
	case (value[0] == '-' || value[0] >= '0' && value[0] <= '9') && isNumber(text):
		return json.RawMessage(text)
	}
	return value
}

// pathValue is the value of the path parameter that a member is named after.
func (x *exchange) pathValue(member string) (string, bool) {
	i := slices.IndexFunc(x.values, func(v pathmatch.Value) bool { return plainName(v.Name) == member })
	if last := len(x.values) - 1; i < 0 && member == "id" && strings.HasSuffix(x.op.Path, "}") && strings.HasSuffix(strings.ToLower(plainName(x.values[last].Name)), "id") {
		i = last
	}
	if i < 0 {
		return "", false
	}
	return x.plainValue(x.values[i]), true
}

// plainValue is the value of a variable without what its style puts before it.
func (x *exchange) plainValue(v pathmatch.Value) string {
	text := v.Text
	for _, p := range x.op.Parameters {
		if p.In != apidoc.InPath || plainName(p.Name) != plainName(v.Name) {
			continue
		}
		switch p.Style {
		case "label":
			text = strings.TrimPrefix(text, ".")
		case "matrix":
			text = strings.TrimPrefix(strings.TrimPrefix(text, ";"), p.Name+"=")
		}
	}
	return decodePath(text)
}

// plainName is the name of a variable without what some descriptions write before
// and behind it.
func plainName(name string) string { return strings.Trim(name, ";.?+*/#& ") }

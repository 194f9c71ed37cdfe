package mock

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/pathmatch"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/sample"
)

// echo puts values of the path into what is made up.
type echo struct {
	op      *apidoc.Operation
	values  []pathmatch.Value // of the variables of the path
	schemas *schemas
}

// into puts the values of path parameters into the members of an object of a schema that
// have their names, and that of the last one, when it is an identifier such as petId,
// into "id". The schema accepts the object as it did before.
func (e *echo) into(object json.RawMessage, s *apidoc.Schema) json.RawMessage {
	if len(e.values) == 0 {
		return object
	}
	sent := sample.Members(object, func(name string, value json.RawMessage) json.RawMessage {
		if sent := e.member(name, value); bytes.Equal(sent, value) || e.accepts(e.schemas.member(s, name), sent) {
			return sent
		}
		return value
	})
	if bytes.Equal(sent, object) || e.accepts(s, sent) || !e.accepts(s, object) {
		return sent
	}
	return object
}

func (e *echo) accepts(s *apidoc.Schema, value json.RawMessage) bool {
	return s == nil || len(e.schemas.checker.Check(value, s, core.InResponse).Faults) == 0
}

// member is what stands for a member: what the path says, if that is of the same
// type.
func (e *echo) member(name string, value json.RawMessage) json.RawMessage {
	text, ok := e.named(name)
	switch t := typeOf(value); {
	case ok && t == "string":
		return quote(text)
	case ok && t == "number" && isNumber(text):
		return json.RawMessage(text)
	}
	return value
}

// named is the value of the path parameter that a member is named after.
func (e *echo) named(member string) (string, bool) {
	i := slices.IndexFunc(e.values, func(v pathmatch.Value) bool { return plainName(v.Name) == member })
	if last := len(e.values) - 1; i < 0 && member == "id" && strings.HasSuffix(e.op.Path, "}") && strings.HasSuffix(strings.ToLower(plainName(e.values[last].Name)), "id") {
		i = last
	}
	if i < 0 {
		return "", false
	}
	return e.plain(e.values[i]), true
}

// plain is the value of a variable without what its style puts before it.
func (e *echo) plain(v pathmatch.Value) string {
	text := v.Text
	for _, p := range e.op.Parameters {
		if p.In != apidoc.InPath || plainName(p.Name) != plainName(v.Name) {
			continue
		}
		switch p.Style {
		case "label":
			text = strings.TrimPrefix(text, ".")
		case "matrix":
			text = strings.TrimPrefix(withValues(&p, text, false), p.Name+"=")
		}
	}
	return decodePath(text)
}

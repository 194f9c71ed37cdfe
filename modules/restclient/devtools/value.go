package devtools

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/exact"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/redact"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
)

// The most that is shown of one value, in bytes.
const (
	maxInRow = 600
	maxAlone = 200_000
)

// keyText is a key as it identifies something, secrets included.
func keyText(key any) string {
	if k, ok := key.(store.ListKey); ok {
		return k.ID()
	}
	return fmt.Sprint(key)
}

// keyName is a key as it is shown. Those of lists and values have URLs in them.
func keyName(kind string, key any) string {
	text := keyText(key)
	if kind == "entity" {
		return text
	}
	if k, ok := key.(store.ListKey); ok && k.Text == "" {
		return listName(k)
	}
	method, url, ok := strings.Cut(text, " ")
	if !ok {
		return redact.URL(text)
	}
	return method + " " + redact.URL(url)
}

func listName(k store.ListKey) string {
	name := k.Collection
	for i, a := range k.Args {
		separator := "&"
		if i == 0 {
			separator = "?"
		}
		name += separator + a.Name + "=" + a.Value
	}
	return redact.URL(name)
}

// form says how JSON is written: in lines of its own, or in one.
type form []jsontext.Options

var (
	inLines = form{jsontext.WithIndent("  ")}
	inOne   = form{jsontext.SpaceAfterComma(true), jsontext.SpaceAfterColon(true)}
)

// text is a value as JSON, without secrets, limited to a number of bytes. What
// has no JSON may say itself what it is.
func (f form) text(value any, limit int) string {
	text, err := f.json(value)
	if err != nil {
		text = fmt.Sprintf("%T, which has no JSON", value)
	}
	if s, ok := value.(fmt.Stringer); ok && (err != nil || text == "{}") {
		text = redact.Text(s.String())
	}
	if len(text) > limit {
		return strings.ToValidUTF8(text[:limit], "") + " …"
	}
	return text
}

// json writes JSON. The values of members whose names mean secrets are left out.
func (f form) json(value any) (_ string, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	data, err := exact.Marshal(value, json.Deterministic(true))
	if err != nil {
		return "", err
	}
	var b bytes.Buffer
	in := jsontext.NewDecoder(bytes.NewReader(data), jsontext.AllowDuplicateNames(true))
	out := jsontext.NewEncoder(&b, append(f, jsontext.AllowDuplicateNames(true))...)
	for {
		if err := copyToken(out, in); err == io.EOF {
			return strings.TrimSpace(b.String()), nil
		} else if err != nil {
			return "", err
		}
	}
}

// copyToken copies one token, without the secrets of a URL. After the name of a
// secret it copies a mark instead of the value.
func copyToken(out *jsontext.Encoder, in *jsontext.Decoder) error {
	t, err := in.ReadToken()
	if err != nil {
		return err
	}
	if t.Kind() != jsontext.KindString {
		return out.WriteToken(t)
	}
	text := t.String()
	if !isMemberName(in) {
		return out.WriteToken(jsontext.String(redact.Text(text)))
	}
	if err := out.WriteToken(jsontext.String(text)); err != nil || !redact.Member(text) {
		return err
	}
	if err := in.SkipValue(); err != nil {
		return err
	}
	return out.WriteToken(jsontext.String(redact.Mark))
}

// isMemberName reports whether the token that was read last is the name of a
// member.
func isMemberName(in *jsontext.Decoder) bool {
	kind, n := in.StackIndex(in.StackDepth())
	return kind == jsontext.KindBeginObject && n%2 == 1
}

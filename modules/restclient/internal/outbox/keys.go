package outbox

import (
	"encoding"
	"reflect"
	"strconv"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
)

// Keys writes primary keys out for a journal, and reads them, in the JSON of a codec.
type Keys struct {
	Codec interface {
		Marshal(v any) ([]byte, error)
		Unmarshal(data []byte, v any) error
	}
}

// Of writes a primary key out; none for nil.
func (n Keys) Of(k *store.Kind, key any) Key {
	if key == nil {
		return Key{}
	}
	data, err := n.Codec.Marshal(key)
	if err != nil {
		return Key{}
	}
	return Key{Type: kindName(k), Text: keyText(key, data), JSON: data}
}

func kindName(k *store.Kind) string { return k.Type().PkgPath() + "." + k.Type().Name() }

// keyText returns a key as it is in URLs. For keys of several fields, that is
// their JSON: they are compared, but never looked for in a URL.
func keyText(key any, data []byte) string {
	if m, ok := key.(encoding.TextMarshaler); ok {
		if text, err := m.MarshalText(); err == nil {
			return string(text)
		}
	}
	switch v := reflect.ValueOf(key); {
	case v.Kind() == reflect.String:
		return v.String()
	case v.CanInt():
		return strconv.FormatInt(v.Int(), 10)
	case v.CanUint():
		return strconv.FormatUint(v.Uint(), 10)
	}
	return string(data)
}

// Read reads a primary key; nil for a key of another kind.
func (n Keys) Read(k *store.Kind, name Key) any {
	if name.IsZero() || name.Type != kindName(k) {
		return nil
	}
	to := reflect.New(k.KeyType())
	if err := n.Codec.Unmarshal(name.JSON, to.Interface()); err != nil {
		return nil
	}
	return to.Elem().Interface()
}

// Rename says that the server has given what an entry made the key made; nil when
// that is the key that it had before.
func (n Keys) Rename(k *store.Kind, entry Entry, made any) *Rename {
	if entry.Draft.IsZero() || made == nil {
		return nil
	}
	to := n.Of(k, made)
	if to.IsZero() || to.Text == entry.Draft.Text {
		return nil
	}
	return &Rename{From: entry.Draft, To: to}
}

package restclient

import (
	"context"
	"encoding"
	"reflect"
	"strconv"

	"github.com/trefoil-go/trefoil/modules/restclient/entity"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/outbox"
)

// journalOf is the journal of one identity.
type journalOf struct {
	Journal
	id string
}

func (j journalOf) Append(record []byte) error {
	return j.Journal.Append(context.Background(), j.id, record)
}

func (j journalOf) Rewrite(records [][]byte) error {
	return j.Journal.Rewrite(context.Background(), j.id, records)
}

// keyNames writes primary keys out for a journal, and reads them.
type keyNames struct{ codec Codec }

// of writes a primary key out; none for nil.
func (n keyNames) of(k *entity.Kind, key any) outbox.Key {
	if key == nil {
		return outbox.Key{}
	}
	data, err := n.codec.Marshal(key)
	if err != nil {
		return outbox.Key{}
	}
	return outbox.Key{Type: kindName(k), Text: keyText(key, data), JSON: data}
}

func kindName(k *entity.Kind) string { return k.Type().PkgPath() + "." + k.Type().Name() }

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

// keyOf reads a primary key; nil when it is none of that kind.
func (n keyNames) keyOf(k *entity.Kind, name outbox.Key) any {
	if name.IsZero() || name.Type != kindName(k) {
		return nil
	}
	to := reflect.New(k.KeyType())
	if err := n.codec.Unmarshal(name.JSON, to.Interface()); err != nil {
		return nil
	}
	return to.Elem().Interface()
}

// rename says that the server has given what an entry made the key made; nil when
// that is the key that it had before.
func (n keyNames) rename(e *endpoint, entry outbox.Entry, made any) *outbox.Rename {
	k, ok := e.schema.(keyed)
	if !ok || entry.Draft.IsZero() || made == nil {
		return nil
	}
	to := n.of(k.Kind(), made)
	if to.IsZero() || to.Text == entry.Draft.Text {
		return nil
	}
	return &outbox.Rename{From: entry.Draft, To: to}
}

package restclient

import (
	"errors"
	"fmt"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/trefoil-go/trefoil/modules/restclient/entity"
)

// rowStore is a schema of lists whose rows come in parts.
type rowStore[E any] interface {
	decodeRow(s session, data []byte) (entity.Row[E], error)
	decodeArray(s session, data []byte) ([]entity.Row[E], error)
	// appendRows adds rows to the end of a list.
	appendRows(s session, w entity.Write, list entity.ListKey, rows []entity.Row[E]) List[E]
	// putRows stores rows, and appends to dst what is stored afterwards.
	putRows(s session, w entity.Write, rows []entity.Row[E], dst []E) []E
}

func (listSchema[E, K]) decodeRow(s session, data []byte) (entity.Row[E], error) {
	return entity.TableOf[E](s.store()).Decode(data)
}

func (listSchema[E, K]) decodeArray(s session, data []byte) ([]entity.Row[E], error) {
	var items []jsontext.Value
	if err := s.client.codec.Unmarshal(data, &items); err != nil {
		return nil, err
	}
	if items == nil {
		return nil, errors.New("want a JSON array, have null")
	}
	table := entity.TableOf[E](s.store())
	rows := make([]entity.Row[E], 0, len(items))
	for i, item := range items {
		row, err := table.Decode(item)
		if err != nil {
			return nil, fmt.Errorf("item %d: %w", i, err)
		}
		rows = append(rows, row)
	}
	return rows, nil
}

func (listSchema[E, K]) appendRows(s session, w entity.Write, list entity.ListKey, rows []entity.Row[E]) List[E] {
	var page List[E]
	s.commit(w, func(w entity.Write) { page = entity.TableOf[E](s.store()).Append(w, list, rows) })
	return page
}

func (listSchema[E, K]) putRows(s session, w entity.Write, rows []entity.Row[E], dst []E) []E {
	table := entity.TableOf[E](s.store())
	s.commit(w, func(w entity.Write) {
		for _, row := range rows {
			dst = append(dst, table.Put(w, row))
		}
	})
	return dst
}

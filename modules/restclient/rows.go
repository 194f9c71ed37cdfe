package restclient

import (
	"errors"
	"fmt"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/trefoil-go/trefoil/modules/restclient/entity"
)

// rowStore is a schema of lists whose rows come in parts.
type rowStore interface {
	decodeRow(s session, data []byte) (entity.AnyRow, error)
	decodeArray(s session, data []byte) ([]entity.AnyRow, error)
	// appendRows adds rows to the end of a list, and returns the list of them.
	appendRows(s session, w entity.Write, list entity.ListKey, rows []entity.AnyRow) entity.AnyList
	// putRows stores rows, and appends to dst what is stored afterwards.
	putRows(s session, w entity.Write, rows []entity.AnyRow, dst []any) []any
}

func (ls listSchema) decodeRow(s session, data []byte) (entity.AnyRow, error) {
	return ls.table(s).Decode(data)
}

func (ls listSchema) decodeArray(s session, data []byte) ([]entity.AnyRow, error) {
	var items []jsontext.Value
	if err := s.client.codec.Unmarshal(data, &items); err != nil {
		return nil, err
	}
	if items == nil {
		return nil, errors.New("want a JSON array, have null")
	}
	table := ls.table(s)
	rows := make([]entity.AnyRow, 0, len(items))
	for i, item := range items {
		row, err := table.Decode(item)
		if err != nil {
			return nil, fmt.Errorf("item %d: %w", i, err)
		}
		rows = append(rows, row)
	}
	return rows, nil
}

func (ls listSchema) appendRows(s session, w entity.Write, list entity.ListKey, rows []entity.AnyRow) (page entity.AnyList) {
	s.commit(w, func(w entity.Write) { page = ls.table(s).Append(w, list, rows) })
	return page
}

func (ls listSchema) putRows(s session, w entity.Write, rows []entity.AnyRow, dst []any) []any {
	table := ls.table(s)
	s.commit(w, func(w entity.Write) {
		for _, row := range rows {
			dst = append(dst, table.Put(w, row))
		}
	})
	return dst
}

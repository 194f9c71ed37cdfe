package main

import (
	"fmt"
	"slices"

	"github.com/trefoil-go/trefoil/modules/restclient/entity"
)

// hotKeys are read and written in turns.
const hotKeys = 64

const smallTable = 1000

func readOf(n int) string  { return fmt.Sprintf("read, N=%d", n) }
func writeOf(n int) string { return fmt.Sprintf("write, N=%d", n) }

func tableScenario() scenario {
	return scenario{
		name: "table", title: "Tables that grow",
		note: fmt.Sprintf("Reads and writes of %d entities that are spread over a table of N, by `entity.Table`. Every write changes the title.", hotKeys),
		build: func(at scale) (*bench, error) {
			b := &bench{}
			for _, n := range []int{smallTable, at.entities} {
				if err := b.addTable(n); err != nil {
					return nil, err
				}
			}
			return b, nil
		},
	}
}

func (b *bench) addTable(n int) error {
	store := entity.NewStore()
	table, err := fill(store, n)
	if err != nil {
		return err
	}
	var keys [hotKeys]int
	var rows [2][hotKeys]entity.Row[Todo]
	for i := range hotKeys {
		at := i * n / hotKeys
		keys[i] = at + 1
		for version := range 2 {
			if rows[version][i], err = table.Decode(encoded(todo(at, version))); err != nil {
				return err
			}
		}
	}
	reads, writes := 0, 0
	read := func() (Todo, error) {
		t, status := table.Get(keys[reads%hotKeys])
		reads++
		if status != entity.Fresh {
			return t, fmt.Errorf("an entity is %v", status)
		}
		return t, nil
	}
	write := func() (Todo, error) {
		writes++
		return table.Put(writeNow(store), rows[writes/hotKeys%2][writes%hotKeys]), nil
	}
	b.add(
		asking(readOf(n), read, func(got Todo) error { return same(got, todo(keys[(reads-1)%hotKeys]-1, 0)) }),
		asking(writeOf(n), write, func(got Todo) error {
			stored, _ := table.Get(keys[writes%hotKeys])
			if err := same(stored, got); err != nil {
				return err
			}
			return same(got, rows[writes/hotKeys%2][writes%hotKeys].Value())
		}),
	)
	return nil
}

func same[T comparable](got, want T) error {
	if got != want {
		return fmt.Errorf("%v, want %v", got, want)
	}
	return nil
}

func sameRows(got, want []Todo) error {
	if !slices.Equal(got, want) {
		return fmt.Errorf("%d rows %v, want %d rows %v", len(got), got[:min(3, len(got))], len(want), want[:min(3, len(want))])
	}
	return nil
}

// writeNow is a write whose request begins now.
func writeNow(s *entity.Store) entity.Write { return entity.Write{Start: s.Begin(), TTL: long} }

// fill stores n todos.
func fill(store *entity.Store, n int) (*entity.Table[Todo, int], error) {
	table := entity.TableOf[Todo](store)
	for i := range n {
		row, err := table.Decode(encoded(todo(i, 0)))
		if err != nil {
			return nil, err
		}
		table.Put(writeNow(store), row)
	}
	return table, nil
}

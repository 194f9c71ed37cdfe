package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/entity"
)

// reusedRows are in the list whose memo survives an unrelated write.
const reusedRows = 1000

// The variants about memos.
const (
	sortAgain    = "sort 1000 rows again"
	writeOnly    = "unrelated write"
	writeAndMemo = "unrelated write, then the memo"
)

func memoOf(rows int) string { return fmt.Sprintf("query, %d rows", rows) }

func memoScenarios() []scenario {
	return []scenario{
		{
			name: "memo", title: "Ask a query again", base: sortAgain,
			note: "A query that sorts a list by title, through `Query.Use`, while nothing changes. What is computed once is kept with the list.",
			build: func(scale) (*bench, error) {
				b := &bench{}
				for _, n := range []int{100, 1000, 10_000} {
					if err := b.addMemo(n, n == 1000); err != nil {
						return nil, err
					}
				}
				return b, nil
			},
		},
		{
			name: "reuse", title: "Keep a memo across an unrelated write", base: writeOnly,
			note:  fmt.Sprintf("A memo of a list of %d rows, by `entity.Memo`; another entity of the same type, which is not in the list, changes each time.", reusedRows),
			build: func(scale) (*bench, error) { return reusing() },
		},
	}
}

// loaded is a client that has a list of todos.
type loaded struct {
	client   *restclient.Client
	resource todoResource
	todos    boundTodos
}

// load makes a client that has a list of n rows, and gets it again when asked.
func (b *bench) load(n int) (*loaded, error) {
	client, err := restclient.New(&canned{bodies: [][]byte{encoded(someTodos(n, 0))}}, restclient.WithMaxEntities(0))
	if err != nil {
		return nil, err
	}
	b.closeWith(client.Close)
	resource := todosAt(origin)
	l := &loaded{client, resource, resource.On(client)}
	_, err = fetchAll(l.todos)()
	return l, err
}

func byTitle(l restclient.List[Todo], _ restclient.None) []Todo {
	return slices.SortedFunc(slices.Values(l.Slice()), func(x, y Todo) int { return cmp.Compare(y.Title, x.Title) })
}

// addMemo adds the query over n rows and, if asked, the sort that it saves.
func (b *bench) addMemo(n int, again bool) error {
	l, err := b.load(n)
	if err != nil {
		return err
	}
	list, err := l.todos.List(context.Background(), restclient.None{})
	if err != nil {
		return err
	}
	query := restclient.NewQuery(l.resource.GetList, byTitle)
	want := byTitle(list, restclient.None{})
	kept, ok := query.Use(l.client, restclient.None{})
	if !ok || !slices.Equal(kept, want) {
		return fmt.Errorf("the query over %d rows gives %v", n, kept)
	}
	b.add(asking(memoOf(n), func() ([]Todo, error) {
		sorted, ok := query.Use(l.client, restclient.None{})
		if !ok {
			return nil, errors.New("the query has no value")
		}
		return sorted, nil
	}, func(got []Todo) error { return same(&got[0], &kept[0]) }))
	if again {
		b.add(asking(sortAgain, func() ([]Todo, error) { return byTitle(list, restclient.None{}), nil }, func(got []Todo) error {
			return sameRows(got, want)
		}))
	}
	return nil
}

// reusing compares a write with a write and a look at the memo of a list.
func reusing() (*bench, error) {
	store := entity.NewStore()
	table := entity.TableOf[Todo](store)
	rows := make([]entity.Row[Todo], 0, reusedRows)
	for _, t := range someTodos(reusedRows, 0) {
		row, err := table.Decode(encoded(t))
		if err != nil {
			return nil, err
		}
		rows = append(rows, row)
	}
	key := entity.ListKey{Collection: "/todos"}
	table.Replace(writeNow(store), key, rows)
	write, err := unrelatedWrite(store, table, 2*reusedRows)
	if err != nil {
		return nil, err
	}
	id, computed := new(int), 0
	memo := func() (int, error) {
		if _, err := write(); err != nil {
			return 0, err
		}
		l, _ := table.List(key)
		return entity.Memo(l, id, func() int {
			computed++
			return l.Len()
		}), nil
	}
	b := &bench{}
	b.add(alternating(writeOnly, write), asking(writeAndMemo, memo, func(got int) error {
		if got != reusedRows || computed != 1 {
			return fmt.Errorf("%d rows after %d computations", got, computed)
		}
		return nil
	}))
	return b, nil
}

// unrelatedWrite changes todo i of the table each time it is called.
func unrelatedWrite(store *entity.Store, table *entity.Table[Todo, int], i int) (func() (Todo, error), error) {
	var versions [2]entity.Row[Todo]
	var err error
	for version := range versions {
		if versions[version], err = table.Decode(encoded(todo(i, version))); err != nil {
			return nil, err
		}
	}
	writes := 0
	return func() (Todo, error) {
		writes++
		return table.Put(writeNow(store), versions[writes%2]), nil
	}, nil
}

// alternating is the variant of a write that never stores the same twice.
func alternating(name string, write func() (Todo, error)) variant {
	last := Todo{}
	return asking(name, write, func(got Todo) error {
		if got == last || got.ID == 0 {
			return fmt.Errorf("wrote %v after %v", got, last)
		}
		last = got
		return nil
	})
}

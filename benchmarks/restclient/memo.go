package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/trefoil-go/trefoil/modules/restclient"
)

const sortAgain = "sort 1000 rows again"

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

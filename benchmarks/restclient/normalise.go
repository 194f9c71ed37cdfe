package main

import (
	"context"
	"fmt"

	jsonv2 "github.com/go-json-experiment/json"

	"github.com/trefoil-go/trefoil/modules/restclient"
)

const (
	normalisedRows = 2000
	fewRows        = 100
)

func unmarshalOf(rows int) string     { return fmt.Sprintf("Unmarshal, %d rows", rows) }
func unmarshalPartOf(rows int) string { return fmt.Sprintf("Unmarshal, %d rows without users", rows) }
func unchangedOf(rows int) string     { return fmt.Sprintf("fetch unchanged, %d rows", rows) }
func changedWithoutUser(rows int) string {
	return fmt.Sprintf("fetch changed, %d rows without users", rows)
}

func normaliseScenarios() []scenario {
	return []scenario{
		{
			name: "normalise", title: "Normalise and commit 2 000 rows", base: unmarshalOf(normalisedRows),
			note: "`FetchList` through a transport that answers at once, to `Unmarshal` of go-json-experiment of the same bytes. " +
				"Rows without users are merged: what they lack stays as it is stored.",
			build: func(scale) (*bench, error) {
				b := &bench{}
				return b, b.addNormalise(normalisedRows)
			},
		},
		{
			name: "linear", title: "Normalise lists that grow", base: unchangedOf(fewRows),
			build: func(at scale) (*bench, error) {
				b := &bench{}
				for _, n := range []int{fewRows, at.rows} {
					if err := b.addUnchanged(n); err != nil {
						return nil, err
					}
				}
				return b, nil
			},
		},
	}
}

func (b *bench) addNormalise(n int) error {
	b.addUnmarshal(unmarshalOf(n), encoded(someTodos(n, 0)))
	b.addUnmarshal(unmarshalPartOf(n), encoded(partialTodos(n, 0)))
	if err := b.addUnchanged(n); err != nil {
		return err
	}
	return b.addMerge(n)
}

func (b *bench) addUnmarshal(name string, body []byte) {
	b.add(asking(name, func() (rows []Todo, err error) {
		err = jsonv2.Unmarshal(body, &rows)
		return rows, err
	}, func(rows []Todo) error { return same(rows[len(rows)-1].Title, todo(len(rows)-1, 0).Title) }))
}

func (b *bench) addUnchanged(n int) error {
	l, err := b.load(n)
	if err != nil {
		return err
	}
	want := someTodos(n, 0)
	b.add(asking(unchangedOf(n), fetchAll(l.todos), func(got restclient.List[Todo]) error {
		return sameRows(got.Slice(), want)
	}))
	return nil
}

// addMerge adds answers that change every title and lack the users.
func (b *bench) addMerge(n int) error {
	full, bodies := encoded(someTodos(n, 0)), [][]byte{encoded(partialTodos(n, 1)), encoded(partialTodos(n, 2))}
	transport := &canned{bodies: [][]byte{full}}
	client, err := restclient.New(transport, restclient.WithMaxEntities(0))
	if err != nil {
		return err
	}
	b.closeWith(client.Close)
	todos := todosAt(origin).On(client)
	if _, err := fetchAll(todos)(); err != nil {
		return err
	}
	transport.bodies = bodies
	b.add(asking(changedWithoutUser(n), fetchAll(todos), func(got restclient.List[Todo]) error {
		version := 1 + (transport.sent-1)%2
		for i, t := range got.All() {
			if err := same(t, todo(i, version)); err != nil {
				return err
			}
		}
		return same(got.Len(), n)
	}))
	return nil
}

func fetchAll(todos boundTodos) func() (restclient.List[Todo], error) {
	return func() (restclient.List[Todo], error) { return todos.FetchList(context.Background(), restclient.None{}) }
}

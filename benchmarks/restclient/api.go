package main

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/trefoil-go/trefoil/modules/restclient"
)

// Todo is the entity of all scenarios: 40 bytes.
type Todo struct {
	ID        int    `json:"id"`
	UserID    int    `json:"userId"`
	Title     string `json:"title"`
	Completed bool   `json:"completed"`
}

// PK is the primary key.
func (t Todo) PK() int { return t.ID }

// origin is where the API is when it is in process.
const origin = "http://in.process"

// long is an expiry that no scenario lives to see.
const long = 24 * time.Hour

type (
	todoResource = restclient.Resource[Todo, int, restclient.None]
	boundTodos   = *restclient.Bound[Todo, int, restclient.None]
)

func todosAt(origin string) todoResource {
	return restclient.Must(restclient.CreateResource[Todo, int, restclient.None]("/todos/:id",
		restclient.WithURLPrefix(origin), restclient.WithExpiry(long)))
}

// todo is row i of a list, counted from 0, as some version of it.
func todo(i, version int) Todo {
	return Todo{ID: i + 1, UserID: i % 10, Title: fmt.Sprintf("todo number %d of the list, version %d", i+1, version), Completed: i%3 == 0}
}

// someTodos are n rows, of which the first one is of the given version and the
// others of version 0.
func someTodos(n, version int) []Todo {
	rows := make([]Todo, 0, n)
	for i := range n {
		rows = append(rows, todo(i, 0))
	}
	rows[0] = todo(0, version)
	return rows
}

// partial is a Todo as an answer that leaves the user out.
type partial struct {
	ID        int    `json:"id"`
	Title     string `json:"title"`
	Completed bool   `json:"completed"`
}

// partialTodos are n rows of one version without users.
func partialTodos(n, version int) []partial {
	rows := make([]partial, 0, n)
	for i := range n {
		t := todo(i, version)
		rows = append(rows, partial{t.ID, t.Title, t.Completed})
	}
	return rows
}

// encoded is for values that cannot fail to be written as JSON.
func encoded(v any) []byte {
	data, err := json.Marshal(v)
	if err != nil {
		panic(fmt.Errorf("write the JSON of a scenario: %w", err))
	}
	return data
}

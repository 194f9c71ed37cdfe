// Package resources declares two resources of other types.
package resources

import "github.com/trefoil-go/trefoil/modules/restclient"

// Filter is what is asked for.
type Filter struct {
	Owner string `json:"owner"`
}

// Todo is an entity.
type Todo struct {
	ID   int    `json:"id"`
	Text string `json:"text"`
}

// PK is the id.
func (t Todo) PK() int { return t.ID }

// Todos is the declaration.
var Todos = restclient.CreateResource[Todo, int, Filter]("/todos/:id")

// FilterTwo is what is asked for.
type FilterTwo struct {
	OwnerTwo string `json:"owner"`
}

// TodoTwo is an entity.
type TodoTwo struct {
	IDTwo   int    `json:"id"`
	TextTwo string `json:"text"`
}

// PK is the id.
func (t TodoTwo) PK() int { return t.IDTwo }

// TodosTwo is the declaration.
var TodosTwo = restclient.CreateResource[TodoTwo, int, FilterTwo]("/todostwo/:id")

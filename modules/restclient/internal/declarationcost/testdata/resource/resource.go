// Package resource declares one resource.
package resource

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

// Package extended holds declarations that work, with every tag there is.
package extended

import (
	"time"

	"github.com/trefoil-go/trefoil/modules/restclient"
)

type Todo struct {
	ID int `json:"id,omitzero"`
}

func (t Todo) PK() int { return t.ID }

type Range struct {
	From *time.Time `query:"from"`
	To   *time.Time `query:"to"`
}

type Paging struct {
	PageQuery int `query:"page,omitempty,cursor"`
}

type Filter struct {
	*Paging
	Tags    []string          `query:"tag,comma"`
	IDs     []int             `query:"id,brackets,omitempty"`
	Created Range             `query:"created"`
	Updated *Range            `query:"updated,nofilter"`
	Labels  map[string]string `query:"labels,omitempty"`
	Tenant  string            `header:"X-Tenant"`
	Prefer  *string           `header:"Prefer,omitempty"`
	Sizes   []int             `query:"size,pipe,nofilter"`
	Text    string            `query:"text,reserved"`
	Span    Range             `query:"span,comma"`
	Between Range             `query:"between,exploded"`
	Theme   string            `cookie:"theme,omitempty"`
	Flags   map[string]bool   `cookie:"flags,exploded"`
}

type Place struct {
	IDs   []int `path:"ids,comma"`
	Of    int   `path:"of,label"`
	Range Range `path:"range,matrix,exploded"`
}

type Key struct {
	ID   int    `path:"id"`
	ETag string `header:"If-Match,omitempty"`
}

var (
	List   = restclient.CreateResource[Todo, int, Filter]("/todos/:id")
	Paged  = restclient.CreateResource[Todo, Key, Filter]("/todos/:id", restclient.WithPaginationField("page"))
	Search = restclient.RestEndpoint[Filter, []string]("/search")
	Lock   = restclient.RestMutation[Key, restclient.None, Todo]("/todos/:id/lock")
	Placed = restclient.RestEndpoint[Place, Todo]("/todos/:ids/:of/:range")
	SameAs = restclient.RestEndpoint[struct {
		PageQuery int    `query:"page"`
		Header    string `header:"PageQuery"`
	}, []string]("/todos")
)

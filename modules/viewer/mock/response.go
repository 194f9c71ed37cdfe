package mock

import (
	"cmp"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/sample"
)

// wished is the response that is asked for, or else the first that says that all is
// well, and its status. It is nil when the description has none.
func wished(all []apidoc.Response, w wishes) (*apidoc.Response, int) {
	if w.code > 0 {
		return covering(all, w.code), w.code
	}
	list := sorted(all)
	if i := slices.IndexFunc(list, func(r *apidoc.Response) bool { return w.example != "" && hasExample(r, w.example) }); i >= 0 {
		return list[i], statusOf(list[i])
	}
	if len(list) == 0 {
		return nil, http.StatusOK
	}
	return list[0], statusOf(list[0])
}

// refusing is the response for one of some statuses, nil when the description has
// none that says anything.
func refusing(all []apidoc.Response, statuses []int) (*apidoc.Response, int) {
	for _, status := range statuses {
		if r := exactly(all, status); r != nil && len(r.Content) > 0 {
			return r, status
		}
	}
	r := covering(all, statuses[0])
	if r == nil || len(r.Content) == 0 || len(all) == 1 {
		return nil, 0
	}
	return r, statuses[0]
}

// sorted are responses in the order in which they are wanted: 2xx, then default,
// then 3xx and the others, the lowest first.
func sorted(all []apidoc.Response) []*apidoc.Response {
	list := make([]*apidoc.Response, 0, len(all))
	for i := range all {
		list = append(list, &all[i])
	}
	rank := func(r *apidoc.Response) int {
		if r.Status == "default" {
			return 300
		}
		return statusOf(r)
	}
	slices.SortStableFunc(list, func(a, b *apidoc.Response) int {
		return cmp.Or(rank(a)-rank(b), strings.Count(a.Status, "X")-strings.Count(b.Status, "X"))
	})
	return list
}

// statusOf is a status that a response stands for.
func statusOf(r *apidoc.Response) int {
	return sample.StatusOf(r.Status, http.StatusOK)
}

// covering is the response for a status: the one that has it, or its range, or
// default.
func covering(all []apidoc.Response, status int) *apidoc.Response {
	return cmp.Or(exactly(all, status), spelled(all, strconv.Itoa(status/100)+"XX"), spelled(all, "default"))
}

func exactly(all []apidoc.Response, status int) *apidoc.Response {
	return spelled(all, strconv.Itoa(status))
}

// spelled is the response whose status is spelled so.
func spelled(all []apidoc.Response, status string) *apidoc.Response {
	if i := slices.IndexFunc(all, func(r apidoc.Response) bool { return strings.EqualFold(r.Status, status) }); i >= 0 {
		return &all[i]
	}
	return nil
}

func hasExample(r *apidoc.Response, name string) bool {
	return slices.ContainsFunc(r.Content, func(m apidoc.MediaType) bool { return exampleNamed(&m, name) != nil })
}

// exampleNamed is the example of a name whose value is at hand: what stands
// elsewhere is never fetched.
func exampleNamed(m *apidoc.MediaType, name string) *apidoc.Example {
	for i := range m.Examples {
		if e := &m.Examples[i]; e.Name == name && (e.Value != nil || e.Serialized != "") {
			return e
		}
	}
	return nil
}

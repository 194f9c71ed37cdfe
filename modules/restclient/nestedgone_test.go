package restclient_test

import (
	"context"
	"net/http"
	"slices"
	"testing"
	"testing/synctest"

	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient"
)

// chest holds pieces in all ways.
type (
	piece struct {
		ID   int    `json:"id"`
		Kind string `json:"kind"`
	}
	chest struct {
		ID    int                                       `json:"id"`
		First *piece                                    `json:"first"`
		All   []piece                                   `json:"all"`
		Named restclient.Map[piece]                     `json:"named"`
		Plain map[string]piece                          `json:"plain"`
		Items []restclient.OneOf[interface{ PK() int }] `json:"items"`
	}
)

func (p piece) PK() int { return p.ID }
func (c chest) PK() int { return c.ID }

func (chest) Nested() []restclient.Nested {
	return []restclient.Nested{restclient.EntityOf[piece](), restclient.UnionOf[interface{ PK() int }]("kind", restclient.Case("piece", restclient.EntityOf[piece]()))}
}

// shown are the keys of the pieces that each of the fields shows.
func (c chest) shown() (fields [][]int) {
	fields = make([][]int, 5)
	if c.First != nil {
		fields[0] = append(fields[0], c.First.ID)
	}
	for _, p := range c.All {
		fields[1] = append(fields[1], p.ID)
	}
	for _, p := range c.Named.All() {
		fields[2] = append(fields[2], p.ID)
	}
	for _, p := range c.Plain {
		fields[3] = append(fields[3], p.ID)
	}
	for _, item := range c.Items {
		if p, ok := item.Value(); ok {
			fields[4] = append(fields[4], p.PK())
		}
	}
	return fields
}

func TestWhatIsDeletedWhileAnEntityWithItIsReadForTheFirstTimeIsNotInIt(t *testing.T) {
	pieces := restclient.CreateResource[piece, int, restclient.None]("/pieces/:id", apiPrefix, restclient.WithOptimistic())
	chests := restclient.CreateResource[chest, int, restclient.None]("/chests/:id", apiPrefix)
	with, without := slices.Repeat([][]int{{1}}, 5), make([][]int, 5)
	for name, c := range map[string]struct {
		status  int     // of the deletion
		slow    float64 // seconds until it is answered
		delete  func(context.Context, *restclient.Client) error
		at, end [][]int // what is shown when the read is answered, and in the end
	}{
		"and is answered before": {204, 1, nil, without, without},
		"and is answered later":  {204, 3, nil, without, without},
		"and is refused later":   {409, 3, nil, without, with},
		"and is refused before":  {409, 1, nil, with, with},
		"by a push": {0, 0, func(ctx context.Context, client *restclient.Client) error {
			return pieces.On(client).Ingest(ctx, pushes(restclient.Deleted(1)))
		}, without, without},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				g := NewWithT(t)
				client, ctx := clientFor(t, newScript(func(_ int, r *core.Request) (int, string) {
					if r.Method == http.MethodDelete {
						sleep(c.slow)
						return c.status, `{}`
					}
					sleep(2)
					const one = `{"id":1,"kind":"piece"}`
					return 200, `{"id":7,"first":` + one + `,"all":[` + one + `],"named":{"a":` + one + `},"plain":{"a":` + one + `},"items":[` + one + `]}`
				}))
				if c.delete == nil {
					c.delete = func(ctx context.Context, client *restclient.Client) error {
						go func() { _ = pieces.On(client).Delete(ctx, 1) }()
						return nil
					}
				}
				read := make(chan chest)
				go func() {
					is, _ := chests.On(client).Get(ctx, 7)
					read <- is
				}()
				synctest.Wait()

				g.Expect(c.delete(ctx, client)).To(Succeed())

				g.Expect((<-read).shown()).To(Equal(c.at))
				sleep(2)
				is, ok := restclient.UseCache(ctx, chests.Get, 7)
				g.Expect(ok).To(BeTrue())
				g.Expect(is.shown()).To(Equal(c.end))
			})
		})
	}
}

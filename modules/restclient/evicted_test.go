package restclient_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient"
)

// slowDisk takes a second to save.
type slowDisk struct {
	mu    sync.Mutex
	saved map[string][]restclient.SavedTable
	calls []string
}

func (d *slowDisk) note(what, identity string) {
	if identity != "" {
		d.calls = append(d.calls, what+" "+identity)
	}
}

// told are the first calls.
func (d *slowDisk) told(n int) []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Clone(d.calls[:min(n, len(d.calls))])
}

func (d *slowDisk) Load(_ context.Context, identity string) ([]restclient.SavedTable, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.note("load", identity)
	return slices.Clone(d.saved[identity]), nil
}

func (d *slowDisk) Save(_ context.Context, identity string, tables []restclient.SavedTable) error {
	time.Sleep(time.Second)
	d.mu.Lock()
	defer d.mu.Unlock()
	d.note("save", identity)
	d.saved[identity] = tables
	return nil
}

func (d *slowDisk) Forget(_ context.Context, identity string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.saved, identity)
	return nil
}

func TestAnIdentityThatComesBackFindsWhatIsJustBeingSaved(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, disk, asked := NewWithT(t), &slowDisk{saved: map[string][]restclient.SavedTable{}}, 0
		client, ctx := clientFor(t, core.TransportFunc(func(context.Context, *core.Request) (*core.Response, error) {
			asked++
			return written(200, nil, fmt.Sprintf(`{"id":1,"title":"%d"}`, asked)), nil
		}), restclient.WithPersistence(disk, restclient.Keep(Todos)), restclient.WithMaxIdentities(1))
		_, err := Todos.On(client.ForIdentity("ida")).Get(ctx, 1)
		g.Expect(err).NotTo(HaveOccurred())

		go client.ForIdentity("bob")
		synctest.Wait()
		title, ok := restclient.UseCache(client.ForIdentity("ida").Context(ctx), Todos.Get, 1)

		g.Expect(ok).To(BeTrue())
		g.Expect(title).To(HaveField("Title", "1"))
		g.Expect(disk.told(2)).To(HaveExactElements("load ida", "save ida"))
	})
}

func TestACloseWaitsForIdentitiesThatAreJustBeingSaved(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, disk := NewWithT(t), &slowDisk{saved: map[string][]restclient.SavedTable{}}
		client, _ := clientFor(t, todoScript(), restclient.WithPersistence(disk, restclient.Keep(Todos)), restclient.WithMaxIdentities(1))
		put(client.ForIdentity("ida"), "first", 1)
		go client.ForIdentity("bob")
		synctest.Wait()

		client.Close()

		kept, _ := disk.Load(t.Context(), "ida")
		g.Expect(kept).NotTo(BeEmpty())
	})
}

func TestAClientWhoseIdentityHasGoneQueuesNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, journal := NewWithT(t), &memoryJournal{}
		offline := restclient.NewSwitch(false)
		client, ctx := clientFor(t, core.TransportFunc(func(context.Context, *core.Request) (*core.Response, error) {
			return nil, errors.New("nothing is sent")
		}), restclient.WithOutbox(journal, restclient.Queue(Todos)), restclient.WithConnectivity(offline), restclient.WithMaxIdentities(1))
		ida := client.ForIdentity("ida")
		client.ForIdentity("bob")

		_, err := Todos.On(ida).PartialUpdate(ctx, 1, restclient.Fields{"title": "late"})

		g.Expect(err).To(MatchError(restclient.ErrClosed))
		g.Expect(err).NotTo(MatchError(restclient.ErrQueued))
		g.Expect(journal.records).To(BeEmpty())
		_, err = Todos.On(client.ForIdentity("ida")).PartialUpdate(ctx, 1, restclient.Fields{"title": "in time"})
		g.Expect(err).To(MatchError(restclient.ErrQueued))
		g.Expect(client.ForIdentity("ida").Outbox().Len()).To(Equal(1))
	})
}

func TestAMutationIsQueuedWhoseIdentityMakesRoomForOthersMeanwhile(t *testing.T) {
	for name, mutate := range map[string]func(ctx context.Context, c *restclient.Client) error{
		"PartialUpdate": func(ctx context.Context, c *restclient.Client) error {
			_, err := Todos.On(c).PartialUpdate(ctx, 1, restclient.Fields{"title": "new"})
			return err
		},
		"Edit": func(ctx context.Context, c *restclient.Client) error {
			_, err := Todos.On(c).Edit(ctx, 1, func(todo *Todo) { todo.Title = "new" })
			return err
		},
		"Mutate": func(ctx context.Context, c *restclient.Client) error {
			_, err := restclient.Mutate(c.Context(ctx), Todos.Delete, 1, restclient.None{})
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				g := NewWithT(t)
				client, _ := clientFor(t, core.TransportFunc(func(_ context.Context, r *core.Request) (*core.Response, error) {
					if r.Method == http.MethodGet {
						return written(200, nil, `{"id":1}`), nil
					}
					time.Sleep(time.Second)
					return nil, &net.OpError{Op: "dial", Err: errors.New("no route")}
				}), restclient.WithOutbox(&memoryJournal{}, restclient.Queue(Todos)), restclient.WithIdentity(identityOf), restclient.WithMaxIdentities(1))
				var err error
				var sending sync.WaitGroup
				sending.Go(func() { err = mutate(as(t.Context(), "ida"), client) })
				sleep(0.5)
				client.ForIdentity("bob")
				sending.Wait()

				g.Expect(err).To(MatchError(restclient.ErrQueued))
				g.Expect(client.ForIdentity("ida").Outbox().Len()).To(Equal(1))
			})
		})
	}
}

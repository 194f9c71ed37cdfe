package filepersist_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/filepersist"
	"github.com/trefoil-go/trefoil/modules/restclient/restfake"
)

type Note struct {
	ID     int    `json:"id,omitzero"`
	TodoID int    `json:"todoId"`
	Text   string `json:"text"`
}

func (n Note) PK() int { return n.ID }

type NoteKey struct {
	TodoID int `path:"todoId"`
	ID     int `path:"id"`
}

type NoteFilter struct {
	TodoID int `path:"todoId"`
}

var Notes = restclient.CreateResource[Note, NoteKey, NoteFilter]("/todos/:todoId/notes/:id", restclient.WithURLPrefix(api))

// news collects the events of a queue.
type news struct {
	mu  sync.Mutex
	all []restclient.OutboxEvent
}

func (n *news) add(e restclient.OutboxEvent) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.all = append(n.all, e)
}

func (n *news) kinds() (all []restclient.OutboxEventKind) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, e := range n.all {
		all = append(all, e.Kind)
	}
	return all
}

func (n *news) last() restclient.OutboxEvent {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.all[len(n.all)-1]
}

// field is a run of a program whose user has no network at times.
type field struct {
	*run
	path string
	net  *restclient.Switch
	news *news
}

func queueing(dir *filepersist.Dir, n *news, more ...restclient.OutboxOption) restclient.Option {
	opts := append([]restclient.OutboxOption{restclient.Queue(Todos, Notes), restclient.WithOutboxHandler(n.add)}, more...)
	return restclient.WithOutbox(dir, opts...)
}

// startOffline begins a run without a network.
func startOffline(path string, fake *restfake.Server, opts ...restclient.OutboxOption) *field {
	GinkgoHelper()
	f := &field{path: path, net: restclient.NewSwitch(false), news: &news{}}
	dir, err := filepersist.Open(path)
	Expect(err).NotTo(HaveOccurred())
	client, err := restclient.New(fake, keep(dir), queueing(dir, f.news, opts...), restclient.WithConnectivity(f.net))
	Expect(err).NotTo(HaveOccurred())
	f.run = &run{dir, client, fake}
	DeferCleanup(f.stop)
	return f
}

func (f *field) todos() *restclient.Bound[Todo, int, TodoFilter] { return Todos.On(f.client) }

func (f *field) title(ctx context.Context, id int) string {
	t, _ := restclient.UseCache(f.ctx(ctx), Todos.Get, id)
	return t.Title
}

func (f *field) list(ctx context.Context, filter TodoFilter) []string {
	l, _ := restclient.UseCache(f.ctx(ctx), Todos.GetList, filter)
	return titles(l)
}

func rename(title string) restclient.Fields { return restclient.Fields{"title": title} }

// requests are the calls of a server, without those that only read.
func requests(fake *restfake.Server) []string {
	all := []string{}
	for _, c := range fake.Calls() {
		if c.Method != http.MethodGet {
			all = append(all, fmt.Sprintf("%s %s %s", c.Method, strings.TrimPrefix(c.URL, api), c.Body))
		}
	}
	return all
}

// keys are the idempotency keys that a server has got.
func keys(fake *restfake.Server) map[string]int {
	all := map[string]int{}
	for _, c := range fake.Calls() {
		if c.Method != http.MethodGet {
			all[c.Header.Get("Idempotency-Key")]++
		}
	}
	return all
}

// seen is a directory in which a client has left what it has read.
func seen(ctx context.Context) string {
	GinkgoHelper()
	path := GinkgoT().TempDir()
	first := start(path, server())
	Expect(second(Todos.On(first.client).List(ctx, one(1)))).To(Succeed())
	Expect(second(Todos.On(first.client).List(ctx, TodoFilter{}))).To(Succeed())
	first.stop()
	return path
}

func queued(value any, err error) any {
	GinkgoHelper()
	Expect(err).To(MatchError(restclient.ErrQueued))
	var failure *restclient.Error
	Expect(errors.As(err, &failure)).To(BeTrue())
	Expect(failure.Kind).To(Equal(restclient.KindQueued))
	Expect(failure.OutcomeUnknown).To(BeFalse())
	return value
}

// photo is an upload.
type photo struct{}

func (photo) Body() (restclient.Body, error) { return restclient.Body{}, errors.New("no photo") }

// startAgain is the next run on the directory of a run, without a queue.
func startAgain(f *field) *run {
	GinkgoHelper()
	f.stop()
	return start(f.path, nil)
}

package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/trefoil-go/trefoil/apps/demo/app"
	"github.com/trefoil-go/trefoil/apps/demo/replicas"
	"github.com/trefoil-go/trefoil/modules/core/pgstore/pgtest"
	"github.com/trefoil-go/trefoil/modules/core/valkeystore/valkeytest"
)

// asDemo in the environment makes the demo of this program.
const asDemo = "TREFOIL_TEST_IS_DEMO"

func TestMain(m *testing.M) {
	if os.Getenv(asDemo) != "" {
		main()
	}
	os.Exit(m.Run())
}

// cluster is a service of three replicas over PostgreSQL and Redis, behind a balancer.
type cluster struct {
	t         testing.TB
	program   string
	postgres  *pgtest.Server
	redis     *valkeytest.Server
	processes []*replicas.Process
	addresses []string
	url       string
	log       lockedBuffer
}

// lockedBuffer holds what several programs write.
type lockedBuffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (b *lockedBuffer) Write(text []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(text)
}

func (b *lockedBuffer) last() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	text := b.text.String()
	return text[max(0, len(text)-4000):]
}

// startCluster starts one, which ends with the test.
func startCluster(t testing.TB, flags ...string) *cluster {
	t.Helper()
	t.Setenv(asDemo, "1")
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := &cluster{t: t, program: program, postgres: pgtest.Start(t), redis: valkeytest.Start(t)}
	for range 3 {
		c.start(flags...)
	}
	balancer := replicas.NewBalancer(c.addresses, replicas.Options{Logger: slog.New(slog.NewTextHandler(&c.log, nil))})
	ctx, stop := context.WithCancel(context.Background())
	var watching sync.WaitGroup
	watching.Go(func() { balancer.Watch(ctx) })
	server := httptest.NewServer(balancer)
	c.url = server.URL
	t.Cleanup(func() { stop(); watching.Wait(); server.Close() })
	c.waitFor(3)
	return c
}

// start starts another replica, which ends with the test.
func (c *cluster) start(flags ...string) {
	c.t.Helper()
	address, err := replicas.FreeAddress()
	if err != nil {
		c.t.Fatal(err)
	}
	p := &replicas.Process{Program: c.program, Output: &c.log, Args: append([]string{
		"-addr", address, "-store", c.postgres.URL, "-shared", "redis://" + c.redis.Address,
		"-behind", "127.0.0.1/32", "-delay", "1s", "-seats", "1000000",
	}, flags...)}
	if err := p.Start(); err != nil {
		c.t.Fatal(err)
	}
	c.t.Cleanup(p.Kill)
	c.processes, c.addresses = append(c.processes, p), append(c.addresses, address)
}

// waitFor waits until so many replicas are ready.
func (c *cluster) waitFor(n int) {
	c.t.Helper()
	for begin := time.Now(); c.ready() < n; {
		if time.Since(begin) > 2*time.Minute {
			c.t.Fatalf("%d replicas are ready of %d:\n%s", c.ready(), n, c.log.last())
		}
		c.revive()
		time.Sleep(20 * time.Millisecond) // another process has no clock of ours
	}
}

// revive starts what has ended by itself: a replica that comes while PostgreSQL is away.
func (c *cluster) revive() {
	c.t.Helper()
	for _, p := range c.processes {
		if p.Running() {
			continue
		}
		if err := p.Start(); err != nil {
			c.t.Error(err)
		}
	}
}

func (c *cluster) ready() (n int) {
	for _, address := range c.addresses {
		client := http.Client{Timeout: time.Second}
		if answer, err := client.Get("http://" + address + "/readyz"); err == nil {
			_ = answer.Body.Close()
			if answer.StatusCode == http.StatusOK {
				n++
			}
		}
	}
	return n
}

// clientFrom is a client with an address of its own on loopback.
func clientFrom(ip string) *http.Client {
	dialer := &net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(ip)}, Timeout: time.Second}
	return &http.Client{Transport: &http.Transport{DialContext: dialer.DialContext}, Timeout: 10 * time.Second}
}

// book sends a booking, and returns its status, or 0 and an error.
func (c *cluster) book(client *http.Client, passenger, key string) (status, id int, err error) {
	body := fmt.Sprintf(`{"trip":%d,"passenger":%q}`, 1+len(key)%12, passenger)
	r, err := http.NewRequest(http.MethodPost, c.url+"/bookings", strings.NewReader(body))
	if err != nil {
		return 0, 0, err
	}
	r.SetBasicAuth(app.User, app.Password)
	r.Header.Set("Content-Type", "application/json")
	if key != "" {
		r.Header.Set("Idempotency-Key", key)
	}
	answer, err := client.Do(r)
	if err != nil {
		return 0, 0, err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusCreated {
		return answer.StatusCode, 0, err
	}
	var booked struct{ ID int }
	if err := json.Unmarshal(text, &booked); err != nil {
		return 0, 0, err
	}
	return answer.StatusCode, booked.ID, nil
}

// phase is a part of a run.
type phase int

const (
	before phase = iota
	during
	after
)

// attempts are the requests of one phase.
type attempts struct {
	times   []time.Duration
	unmet   int // neither done nor told to come again
	waiting int // 409: the first one is not answered yet
	limited int // 429
}

func (a *attempts) percentile(of int) time.Duration {
	sorted := slices.Sorted(slices.Values(a.times))
	if len(sorted) == 0 {
		return 0
	}
	return sorted[min(len(sorted)-1, len(sorted)*of/100)]
}

// trial is one run of bookings while replicas and stores die.
type trial struct {
	*cluster
	bookings int
	rate     float64 // that the replicas grant each client

	next  atomic.Int64
	phase atomic.Int64
	mu    sync.Mutex
	ids   map[string]int // of the bookings that were acknowledged, by passenger
	found [3]attempts
	kills int
	calm  chan struct{} // closed when nothing is killed any more

	attacked time.Duration // how long one client asked for more than the limit
	granted  int           // and what it got
}

const workers = 16

// perform books everything, and returns when all of it was acknowledged.
func (r *trial) perform() {
	var booking, faults sync.WaitGroup
	done := make(chan struct{})
	faults.Go(func() { r.attack(done) })
	for i := range workers {
		client := clientFrom(fmt.Sprintf("127.0.1.%d", i+1))
		booking.Go(func() { r.work(client) })
	}
	r.until(r.bookings * 15 / 100)
	r.phase.Store(int64(during))
	faults.Go(func() { r.killStores() })
	for r.next.Load() < int64(r.bookings*85/100) {
		r.killReplica()
	}
	r.waitFor(3)
	r.phase.Store(int64(after))
	close(r.calm)
	booking.Wait()
	close(done)
	faults.Wait()
}

// until waits until so many bookings have begun.
func (r *trial) until(n int) {
	for r.next.Load() < int64(n) {
		time.Sleep(5 * time.Millisecond)
	}
}

// work makes bookings, each until it is acknowledged, every tenth twice at once.
func (r *trial) work(client *http.Client) {
	for {
		i := r.next.Add(1)
		if i > int64(r.bookings) {
			return
		}
		if i > int64(r.bookings*85/100) {
			<-r.calm
		}
		passenger := "passenger " + strconv.FormatInt(i, 10)
		var both sync.WaitGroup
		if i%10 == 0 {
			both.Go(func() { r.insist(client, passenger) })
		}
		r.insist(client, passenger)
		both.Wait()
	}
}

// insist sends one booking until it is acknowledged.
func (r *trial) insist(client *http.Client, passenger string) {
	for {
		now, began := phase(r.phase.Load()), time.Now()
		status, id, err := r.book(client, passenger, passenger)
		r.note(now, passenger, status, id, time.Since(began))
		if err == nil && status == http.StatusCreated {
			return
		}
		time.Sleep(time.Duration(20+rand.IntN(60)) * time.Millisecond)
	}
}

func (r *trial) note(p phase, passenger string, status, id int, took time.Duration) {
	r.mu.Lock()
	defer r.mu.Unlock()
	a := &r.found[p]
	a.times = append(a.times, took)
	switch status {
	case http.StatusCreated:
		if known := r.ids[passenger]; known != 0 && known != id {
			r.t.Errorf("%s was acknowledged as booking %d and %d", passenger, known, id)
		}
		r.ids[passenger] = id
	case http.StatusConflict:
		a.waiting++
	case http.StatusTooManyRequests:
		a.limited++
	default:
		a.unmet++
	}
}

// killReplica kills one of the replicas, starts it again, and lets the rest of a second pass.
func (r *trial) killReplica() {
	second := time.After(time.Second)
	r.revive()
	if r.ready() > 1 { // the service as a whole is not what is killed
		p := r.processes[r.kills%len(r.processes)]
		r.kills++
		p.Kill()
		if err := p.Start(); err != nil {
			r.t.Error(err)
		}
	}
	<-second
}

// killStores kills Redis and PostgreSQL, one after the other, each for half a second.
func (r *trial) killStores() {
	r.until(r.bookings * 35 / 100)
	r.redis.Kill()
	time.Sleep(500 * time.Millisecond)
	r.redis.Restart(r.t)
	r.until(r.bookings * 60 / 100)
	r.postgres.Kill()
	time.Sleep(500 * time.Millisecond)
	r.postgres.Restart(r.t)
}

// attack asks for more than one client is granted.
func (r *trial) attack(done <-chan struct{}) {
	client := clientFrom("127.0.2.1")
	began := time.Now()
	for {
		select {
		case <-done:
			r.attacked = time.Since(began)
			return
		case <-time.After(5 * time.Millisecond):
		}
		if answer, err := client.Get(r.url + "/trips"); err == nil {
			_, _ = io.Copy(io.Discard, answer.Body)
			_ = answer.Body.Close()
			if answer.StatusCode == http.StatusOK {
				r.granted++
			}
		}
	}
}

// overshoot is by how many bursts the client was granted more than the limit allows.
func (r *trial) overshoot() float64 {
	burst := 2 * r.rate
	return max(0, (float64(r.granted)-r.rate*r.attacked.Seconds()-burst)/burst)
}

// verdict is what the database has of the bookings.
type verdict struct{ twice, lost, unknown int }

// judge reads the database.
func (r *trial) judge() (v verdict) {
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, r.postgres.URL)
	if err != nil {
		r.t.Fatal(err)
	}
	defer func() { _ = conn.Close(ctx) }()
	rows, err := conn.Query(ctx, "SELECT id, passenger FROM bookings WHERE passenger LIKE 'passenger %'")
	if err != nil {
		r.t.Fatal(err)
	}
	stored := map[string][]int{}
	var id int
	var passenger string
	if _, err := pgx.ForEachRow(rows, []any{&id, &passenger}, func() error {
		stored[passenger] = append(stored[passenger], id)
		return nil
	}); err != nil {
		r.t.Fatal(err)
	}
	for passenger, ids := range stored {
		if len(ids) > 1 {
			v.twice++
		}
		if r.ids[passenger] == 0 {
			v.unknown++
		}
	}
	for passenger, id := range r.ids {
		if !slices.Contains(stored[passenger], id) {
			v.lost++
		}
	}
	return v
}

// newRun starts a cluster for a run.
func newRun(t testing.TB, bookings int, rate float64) *trial {
	return &trial{
		cluster: startCluster(t, "-strict", "-rate", fmt.Sprint(rate)), bookings: bookings, rate: rate, ids: map[string]int{}, calm: make(chan struct{}),
	}
}

func (r *trial) check() {
	r.t.Helper()
	if v := r.judge(); v != (verdict{}) {
		r.t.Errorf("of %d bookings %d were made twice, %d acknowledged ones are lost, %d were never acknowledged", r.bookings, v.twice, v.lost, v.unknown)
	}
	if r.kills == 0 || r.granted == 0 || r.found[during].unmet == 0 {
		r.t.Errorf("nothing went wrong: %d replicas were killed, %d requests granted, %d not served", r.kills, r.granted, r.found[during].unmet)
	}
	if len(r.ids) != r.bookings {
		r.t.Errorf("%d of %d bookings were acknowledged", len(r.ids), r.bookings)
	}
	if o := r.overshoot(); o > 1 {
		r.t.Errorf("a client was granted %d requests in %v: %.2f bursts more than the limit", r.granted, r.attacked, o)
	}
	if r.t.Failed() {
		r.t.Log(r.log.last())
	}
}

func TestBookingsAreMadeOnceWhileReplicasAndStoresDie(t *testing.T) {
	r := newRun(t, 1000, 30)
	r.perform()
	r.check()
	t.Logf("%d replicas were killed; a client was granted %d requests in %v\n%s", r.kills, r.granted, r.attacked, r.table())
}

// table are the figures of a run.
func (r *trial) table() string {
	var b strings.Builder
	fmt.Fprintln(&b, "| | requests | not served | 409, still in work | 429 | p50 | p99 | slowest |")
	fmt.Fprintln(&b, "|---|--:|--:|--:|--:|--:|--:|--:|")
	for i, name := range []string{"before", "during", "after"} {
		a := &r.found[i]
		fmt.Fprintf(&b, "| %s | %d | %d (%.1f %%) | %d | %d | %.1f ms | %.1f ms | %.1f ms |\n", name, len(a.times), a.unmet, 100*float64(a.unmet)/float64(max(1, len(a.times))), a.waiting, a.limited,
			inMillis(a.percentile(50)), inMillis(a.percentile(99)), inMillis(a.percentile(100)))
	}
	return b.String()
}

func inMillis(d time.Duration) float64 { return float64(d) / 1e6 }

func TestAReplicaThatIsToldToStopFailsNoRequest(t *testing.T) {
	c := startCluster(t, "-rate", "100000")
	done := make(chan struct{})
	var load sync.WaitGroup
	var served atomic.Int64
	for i := range 8 {
		client := clientFrom(fmt.Sprintf("127.0.1.%d", i+1))
		client.Timeout = 2 * time.Minute // all book seats of one trip: on a busy machine the database lets one wait for long
		load.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
				}
				if status, _, err := c.book(client, "Ada", ""); status != http.StatusCreated { // and no key: it must not be sent again
					t.Errorf("a booking is answered with %d, %v", status, err)
					return
				}
				served.Add(1)
			}
		})
	}
	for _, p := range c.processes {
		p.Stop()
		if err := p.Start(); err != nil {
			t.Error(err)
		}
		c.waitFor(3)
	}
	close(done)
	load.Wait()
	if t.Failed() {
		t.Log(c.log.last())
	}
	t.Logf("%d bookings were served", served.Load())
}

func TestReplicasServeTogetherAndStopTogether(t *testing.T) {
	t.Setenv(asDemo, "1")
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	command := exec.CommandContext(t.Context(), program, "-store", filepath.Join(t.TempDir(), "demo.db"), "-seats", "9", "replicas", "-n", "2", "-at", "127.0.0.1:0")
	var log lockedBuffer
	command.Stderr = &log
	out, err := command.StdoutPipe()
	if err == nil {
		err = command.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	var addresses []string
	for lines := bufio.NewScanner(out); len(addresses) < 3 && lines.Scan(); {
		if address := regexp.MustCompile(`http://127\.0\.0\.1:\d+`).FindString(lines.Text()); address != "" {
			addresses = append(addresses, address)
		}
	}
	c := &cluster{t: t, url: addresses[0]}
	for _, address := range addresses[1:] {
		c.addresses = append(c.addresses, strings.TrimPrefix(address, "http://"))
	}
	c.waitFor(2)

	_, first, err := c.book(http.DefaultClient, "Ada", "")
	_, second, otherErr := c.book(http.DefaultClient, "Ada", "")
	if first != 3 || second != 4 { // one replica and the other, with one store
		t.Errorf("bookings %d and %d, %v\n%s", first, second, errors.Join(err, otherErr), log.last())
	}
	for range 3 { // whichever replica is asked
		if status, id, err := c.book(http.DefaultClient, "Grace", "once"); status != http.StatusCreated || id != 5 {
			t.Errorf("a booking that is sent again is answered with %d, booking %d, %v\n%s", status, id, err, log.last())
		}
	}
	if err := command.Process.Signal(syscall.SIGTERM); err != nil {
		t.Error(err)
	}
	if err := command.Wait(); err != nil {
		t.Errorf("%v\n%s", err, log.last())
	}
	if n := c.ready(); n != 0 {
		t.Errorf("%d replicas are left", n)
	}
}

// soakedHeading begins the part of the page that TestSoak writes.
const soakedHeading = "## Replicas that die\n"

// TestSoak writes its part at the end of the page that TREFOIL_SOAK names, in place of the
// one before.
func TestSoak(t *testing.T) {
	path := os.Getenv("TREFOIL_SOAK")
	if path == "" {
		t.Skip("make soak measures this")
	}
	bookings := 1_000_000
	if n, err := strconv.Atoi(os.Getenv("TREFOIL_SOAK_BOOKINGS")); err == nil {
		bookings = n
	}
	r := newRun(t, bookings, 100)
	began := time.Now()
	r.perform()
	r.check()
	v := r.judge()
	page, err := os.ReadFile(filepath.Clean(path))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	others, _, _ := strings.Cut(string(page), soakedHeading)
	text := strings.TrimRight(others, "\n") + "\n\n" + soakedHeading + fmt.Sprintf(`
Three replicas of the demo behind its balancer, with bookings and keys in PostgreSQL and limits in Redis: %d clients made %d bookings in %.0f s, each sent with one key until it was acknowledged, every tenth twice at once.
Meanwhile a replica was killed every second and started again, %d times, and so were Redis and PostgreSQL, once each for half a second.
The limit was told to refuse what it cannot count, so that requests are refused while there is no Redis.

| promise | found |
|---|--:|
| bookings made twice | %d |
| acknowledged bookings lost | %d |
| requests of a client beyond its limit, in bursts (one is allowed: Redis forgets) | %.2f |

%s`, workers, bookings, time.Since(began).Seconds(), r.kills, v.twice, v.lost, r.overshoot(), r.table())
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

package store_test

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/thorough"
)

// account is an entity of which the sum of all balances never changes.
type account struct {
	ID      int    `json:"id"`
	Branch  string `json:"branch"`
	Balance int    `json:"balance"`
}

func (a account) PK() int { return a.ID }

// bank is a store with accounts, all in one list and each in that of its branch.
// Each commit moves money between two accounts, and one account to the other
// branch.
type bank struct {
	st       *store.Store
	accounts *Table[account, int]
	totals   *Values[int] // how often each account was written, summed up

	mu        sync.Mutex
	committed map[uint64][accounts]account // by the number of the commit
}

const (
	accounts = 8
	opening  = 100
)

var (
	everyone = store.ListKey{Collection: "accounts"}
	branches = []store.ListKey{
		{Collection: "accounts", Args: []store.Arg{{Name: "branch", Value: "north"}}},
		{Collection: "accounts", Args: []store.Arg{{Name: "branch", Value: "south"}}},
	}
)

func newBank(t *testing.T) *bank {
	t.Helper()
	st := store.New()
	b := &bank{st: st, accounts: TableOf[account](st), totals: ValuesOf[int](st), committed: map[uint64][accounts]account{}}
	var rows []Row[account]
	for id := range accounts {
		rows = append(rows, b.row(account{id, []string{"north", "south"}[id%2], opening}))
	}
	st.Commit(b.begin(), func(w store.Write) {
		b.accounts.Replace(w, everyone, rows)
		b.totals.Set(w, "sum", accounts*opening)
		for i, key := range branches {
			b.accounts.Replace(w, key, []Row[account]{rows[i], rows[i+2], rows[i+4], rows[i+6]})
		}
	})
	st.OnCommit(b.log)
	b.log(store.Commit{Seq: st.Seq()})
	return b
}

func (b *bank) begin() store.Write {
	return store.Write{Start: b.st.Begin(), TTL: time.Hour}
}

func (b *bank) row(a account) Row[account] {
	row, err := b.accounts.Decode(fmt.Appendf(nil, `{"id":%d,"branch":%q,"balance":%d}`, a.ID, a.Branch, a.Balance))
	if err != nil {
		panic(err)
	}
	return row
}

// log remembers what a commit has left. It runs before the next one begins.
func (b *bank) log(c store.Commit) {
	var state [accounts]account
	for id := range state {
		state[id], _ = b.accounts.Get(id)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.committed[c.Seq] = state
}

// transfer makes one commit of three writes. Reading inside a commit finds what
// was before it.
func (b *bank) transfer(random *rand.Rand) {
	from, to, amount := random.IntN(accounts), random.IntN(accounts), random.IntN(20)
	if from == to {
		return
	}
	b.st.Commit(b.begin(), func(w store.Write) {
		payer, _ := b.accounts.Get(from)
		payee, _ := b.accounts.Get(to)
		payer.Balance, payee.Balance = payer.Balance-amount, payee.Balance+amount
		payer.Branch, payee.Branch = payee.Branch, payer.Branch
		w.Start = b.st.Begin()
		b.accounts.Put(w, b.row(payer))
		b.totals.Set(w, "sum", 0) // nobody may ever see it
		b.accounts.Put(w, b.row(payee))
		b.totals.Set(w, "sum", accounts*opening)
	})
}

// check reads everything through sn, nil for lists alone, and tells what is
// wrong.
func (b *bank) check(sn *store.Snapshot) error {
	if sum, _ := b.totals.GetAt(sn, "sum"); sum != accounts*opening {
		return fmt.Errorf("the value is %d", sum)
	}
	if err := b.checkList(sn); err != nil || sn == nil {
		return err
	}
	var state [accounts]account
	for id := range state {
		state[id], _ = b.accounts.GetAt(sn, id)
	}
	b.mu.Lock()
	want, ok := b.committed[sn.Seq()]
	b.mu.Unlock()
	if ok && state != want {
		return fmt.Errorf("snapshot %d is %v, the commit left %v", sn.Seq(), state, want)
	}
	rows := 0
	for _, key := range branches {
		l, _ := b.accounts.ListAt(sn, key)
		rows += l.Len()
		for _, a := range l.All() {
			if a != state[a.ID] || a.Branch != key.Args[0].Value {
				return fmt.Errorf("list %v shows %v, the account is %v", key.Args, a, state[a.ID])
			}
		}
	}
	if rows != accounts {
		return fmt.Errorf("%d accounts are in the two branches", rows)
	}
	return nil
}

// checkList checks the sum of one list, and of a query over it.
func (b *bank) checkList(sn *store.Snapshot) error {
	l, _ := b.accounts.ListAt(sn, everyone)
	sum := func() (n int) {
		for _, a := range l.All() {
			n += a.Balance
		}
		return n
	}
	if l.Len() != accounts || sum() != accounts*opening || Memo(l, b, sum) != accounts*opening {
		return fmt.Errorf("the list is %v", l.Slice())
	}
	return nil
}

// TestIsolation has writers and readers of all kinds at work at once. No reader
// sees a part of a commit, and each snapshot is what some commit left.
func TestIsolation(t *testing.T) {
	b := newBank(t)
	var done atomic.Bool
	var writers, readers sync.WaitGroup
	for i := range 3 {
		random := rand.New(rand.NewPCG(26, uint64(i)))
		writers.Go(func() {
			for range thorough.Times(500, 5000) {
				b.transfer(random)
			}
		})
	}
	reads := map[string]func() error{
		"a list": func() error { return b.check(nil) },
		"a snapshot": func() error {
			sn := b.st.Snapshot()
			defer sn.Release()
			if err := b.check(sn); err != nil {
				return err
			}
			return b.check(sn) // again, while others write
		},
		"a watch": b.watched(b.st.Watch()),
	}
	var counts [3]atomic.Int64
	i := 0
	for name, read := range reads {
		count := &counts[i]
		i++
		readers.Go(func() {
			for !done.Load() || count.Load() == 0 {
				if err := read(); err != nil {
					t.Errorf("%s: %v", name, err)
					return
				}
				count.Add(1)
			}
		})
	}
	writers.Wait()
	done.Store(true)
	readers.Wait()
}

func (b *bank) watched(w *store.Watch) func() error {
	return func() (err error) {
		w.Read(func(sn *store.Snapshot) { err = b.check(sn) })
		return err
	}
}

// TestReadDuringCommit reads everything while a commit is held open: reads do
// not wait, and see nothing of it.
func TestReadDuringCommit(t *testing.T) {
	b := newBank(t)
	sn := b.st.Snapshot()
	defer sn.Release()
	before := b.st.Seq()
	inside, release, committed := make(chan struct{}), make(chan struct{}), make(chan struct{})
	go func() {
		defer close(committed)
		b.st.Commit(b.begin(), func(w store.Write) {
			b.accounts.Put(w, b.row(account{0, "north", 7}))
			b.accounts.Delete(w, 1)
			close(inside)
			<-release
		})
	}()
	<-inside
	read := make(chan error)
	go func() { // a reader that waits for the commit waits for ever
		if err := b.check(nil); err != nil {
			read <- err
			return
		}
		other := b.st.Snapshot()
		defer other.Release()
		if one, _ := b.accounts.Get(0); one.Balance != opening || b.st.Seq() != before {
			read <- fmt.Errorf("account 0 is %v at commit %d", one, b.st.Seq())
			return
		}
		if err := b.check(other); err != nil {
			read <- err
			return
		}
		read <- b.check(sn)
	}()
	select {
	case err := <-read:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(time.Minute):
		t.Error("a reader waits for a commit that is under way")
	}
	close(release)
	<-committed
	if one, _ := b.accounts.Get(0); one.Balance != 7 {
		t.Errorf("account 0 is %v after the commit", one)
	}
}

// TestReleaseWhileReading releases a snapshot that others are reading: they see
// it, or what is newest, and no part of either.
func TestReleaseWhileReading(t *testing.T) {
	b := newBank(t)
	random := rand.New(rand.NewPCG(26, 0))
	for range thorough.Times(500, 5000) {
		sn := b.st.Snapshot()
		b.transfer(random)
		var group sync.WaitGroup
		group.Go(func() {
			if l, status := b.accounts.ListAt(sn, everyone); status != store.Fresh || l.Len() != accounts {
				t.Errorf("the list is %v (%s)", l.Slice(), status)
			}
			if _, status := b.accounts.GetAt(sn, 3); status != store.Fresh {
				t.Errorf("the account is %s", status)
			}
		})
		sn.Release()
		b.transfer(random)
		group.Wait()
	}
}

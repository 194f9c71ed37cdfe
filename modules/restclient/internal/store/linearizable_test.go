package store_test

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/thorough"
)

// registerInput is one operation on one key of the store.
type registerInput struct {
	key  int
	op   registerOp
	text string // of a putOp
	call int64
}

type registerOp int

const (
	get registerOp = iota
	putOp
	remove
	invalidate
	operations
)

// registerState is a key as a register: what it holds, and how far it can be
// trusted.
type registerState struct {
	text   string
	status store.Status // Missing, Invalid, or Fresh
}

// trusted is a registerState that knows until when the last invalidation took. A
// putOp from before that leaves what it stores invalid.
type trusted struct {
	registerState
	invalidUntil int64
}

// register is the sequential specification of one key.
var register = (&porcupine.NondeterministicModel{
	Partition: func(history []porcupine.Operation) [][]porcupine.Operation {
		byKey := map[int][]porcupine.Operation{}
		for _, o := range history {
			key := o.Input.(registerInput).key
			byKey[key] = append(byKey[key], o)
		}
		var parts [][]porcupine.Operation
		for _, part := range byKey {
			parts = append(parts, part)
		}
		return parts
	},
	Init:  func() []any { return []any{trusted{}} },
	Equal: func(a, b any) bool { return a == b },
	Step: func(state, input, output any) []any {
		s, in := state.(trusted), input.(registerInput)
		switch in.op {
		case putOp:
			fresh := trusted{registerState: registerState{in.text, store.Fresh}}
			if s.status == store.Invalid && in.call < s.invalidUntil {
				s.text = in.text
				return []any{fresh, s}
			}
			return []any{fresh}
		case remove:
			return []any{trusted{}}
		case invalidate:
			if s.status != store.Missing {
				s.status, s.invalidUntil = store.Invalid, max(s.invalidUntil, output.(int64))
			}
			return []any{s}
		}
		if output != s.registerState {
			return nil
		}
		return []any{s}
	},
}).ToModel()

// TestLinearizable checks random histories of eight workers: each key of the
// store is a linearizable register.
func TestLinearizable(t *testing.T) {
	const workers, perWorker, keys = 8, 4, 2
	for n := range thorough.Times(500, 10_000) {
		h := &history{st: store.New(), seed: uint64(n)}
		h.table = TableOf[slug](h.st)
		all := h.run(workers, perWorker, keys)
		if !porcupine.CheckOperations(register, all) {
			t.Fatalf("history %d is not linearizable: %+v", n, all)
		}
	}
}

type history struct {
	st    *store.Store
	table *Table[slug, string]
	seed  uint64
	clock atomic.Int64
}

func (h *history) run(workers, perWorker, keys int) []porcupine.Operation {
	all := make([]porcupine.Operation, workers*perWorker)
	var group sync.WaitGroup
	begin := make(chan struct{})
	for w := range workers {
		random := rand.New(rand.NewPCG(h.seed, uint64(w)))
		group.Go(func() {
			<-begin
			for i := range perWorker {
				in := registerInput{random.IntN(keys), registerOp(random.IntN(int(operations))), fmt.Sprintf("%d-%d", w, i), h.clock.Add(1)}
				output := h.do(in)
				end := h.clock.Add(1)
				if in.op == invalidate {
					output = end
				}
				all[w*perWorker+i] = porcupine.Operation{ClientId: w, Input: in, Call: in.call, Output: output, Return: end}
			}
		})
	}
	close(begin)
	group.Wait()
	return all
}

// do does one operation as a client does: a putOp is the answer to a request that
// begins with it.
func (h *history) do(in registerInput) any {
	key := fmt.Sprint("k", in.key)
	switch in.op {
	case putOp:
		start := h.st.Begin()
		row, err := h.table.Decode(fmt.Appendf(nil, `{"slug":%q,"text":%q}`, key, in.text))
		if err != nil {
			panic(err)
		}
		h.table.Put(store.Write{Start: start, TTL: time.Hour}, row)
	case remove:
		h.table.Delete(store.Write{}, key)
	case invalidate:
		h.table.Touch(key, store.Invalidate)
	default:
		value, status := h.table.Get(key)
		if status == store.Stale {
			status = store.Fresh // freshness is no part of the value
		}
		return registerState{value.Text, status}
	}
	return registerState{}
}

// Package valkeystore keeps the state that processes share in Valkey, or in Redis from
// version 7 on: it is a state.Counter, a state.Blobs and a state.Signals.
//
//	client, err := valkey.NewClient(valkey.MustParseURL("redis://127.0.0.1:6379"))
//	…
//	defer client.Close()
//	store, err := valkeystore.New(client)
//	r.Install(flagpack.Limit("LIMIT", flagpack.LimitOptions{Rate: 10, Counter: store}))
//
// What a server that is not replicated held is lost when it loses its memory: limits
// are full again then, and blobs are gone. What it has acknowledged may also be lost when
// a replica takes its place, because replication does not wait. One without memory for more
// says so, as state.ErrFull, with the maxmemory-policy noeviction, which is the default: with
// another it forgets limits and blobs before their time. One that saves to a disk and cannot,
// such as a full one, is full, too.
package valkeystore

import (
	"cmp"
	"context"
	"crypto/sha1"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/valkey-io/valkey-go"

	"github.com/trefoil-go/trefoil/modules/core/state"
)

// Store is a Counter, Blobs and Signals. It is safe for concurrent use.
type Store struct {
	client valkey.Client
	prefix string
}

var (
	_ state.Counter    = (*Store)(nil)
	_ state.Blobs      = (*Store)(nil)
	_ state.ManyGetter = (*Store)(nil)
	_ state.Signals    = (*Store)(nil)
)

// Option changes a setting of New. Options apply in order, the last wins.
type Option func(*Store)

// WithPrefix sets what the keys and topics of the store begin with, so that several
// services may use one server. Default: "trefoil:". A cluster keeps limits that are
// taken together in one slot when the prefix has a hash tag, such as "{trefoil}:"; all
// keys are then of one node.
func WithPrefix(prefix string) Option { return func(s *Store) { s.prefix = prefix } }

// New returns a store that uses the client, which the caller closes. No request is
// sent.
func New(client valkey.Client, opts ...Option) (*Store, error) {
	if client == nil {
		return nil, errors.New("valkeystore: the client is nil")
	}
	s := &Store{client: client, prefix: "trefoil:"}
	for _, opt := range opts {
		opt(s)
	}
	return s, nil
}

// take reads and writes when each bucket is full, in microseconds of the server's
// clock. What is no number counts as a full bucket. Its arguments are interval, burst
// and what is asked for, for each key; it answers with how long each bucket takes to be
// full, and whether it had too little. That of one key is one number, the time twice and
// one more for a bucket that had too little, because a list costs the client more to read.
// A bucket that takes longer to be full than an empty one was kept for a larger limit, or on
// a clock that was ahead: it is an empty one from now on.
const take = `
local clock = redis.call('TIME')
local now = clock[1] * 1000000 + clock[2]
local function keep(key, owed)
	redis.call('SET', key, string.format('%.0f', now + owed), 'PX', math.ceil(owed / 1000))
end
local answer, ends, refused = {}, {}, false
for i, key in ipairs(KEYS) do
	local interval, burst, asked = tonumber(ARGV[3*i-2]), tonumber(ARGV[3*i-1]), tonumber(ARGV[3*i])
	local full = tonumber(redis.call('GET', key) or now) or now
	local owed = math.min(math.max(full - now, 0), interval * burst)
	local wanting = owed + asked * interval > interval * burst
	if asked > 0 and full - now > owed then
		keep(key, owed)
	end
	refused = refused or wanting
	answer[i], ends[i] = 2 * owed + (wanting and 1 or 0), owed + asked * interval
end
if not refused then
	for i, key in ipairs(KEYS) do
		answer[i] = 2 * ends[i]
		if tonumber(ARGV[3*i]) > 0 then
			keep(key, ends[i])
		end
	end
end
if #KEYS == 1 then
	return answer[1]
end
return answer
`

// takeName is what the server calls the script.
var takeName = func() string { sum := sha1.Sum([]byte(take)); return hex.EncodeToString(sum[:]) }()

// Take takes from all limits at once, as state.Counter says, in one round trip.
func (s *Store) Take(ctx context.Context, limits ...state.Limit) ([]state.Budget, error) {
	switch err := cmp.Or(ctx.Err(), state.CheckLimits(limits)); {
	case err != nil:
		return nil, err
	case len(limits) == 0:
		return nil, nil
	}
	result := s.run(ctx, limits)
	if wrong, ok := valkey.IsValkeyErr(result.Error()); ok && wrong.IsNoScript() {
		result = s.load(ctx, limits)
	}
	budgets := make([]state.Budget, len(limits))
	if len(limits) == 1 {
		answer, err := result.AsInt64()
		if err != nil {
			return nil, failed("take", err)
		}
		budgets[0] = budget(limits[0], answer)
		return budgets, nil
	}
	answer, err := result.AsIntSlice()
	if err == nil && len(answer) != len(limits) {
		err = fmt.Errorf("the server answers with %d numbers for %d limits", len(answer), len(limits))
	}
	if err != nil {
		return nil, failed("take", err)
	}
	for i, l := range limits {
		budgets[i] = budget(l, answer[i])
	}
	return budgets, nil
}

// run runs the script that the server has.
func (s *Store) run(ctx context.Context, limits []state.Limit) valkey.ValkeyResult {
	var space [8]string
	keys, args := s.words(space[:0], limits)
	return s.client.Do(ctx, s.client.B().Evalsha().Sha1(takeName).Numkeys(int64(len(keys))).Key(keys...).Arg(args...).Build())
}

// load runs the script and lets the server keep it.
func (s *Store) load(ctx context.Context, limits []state.Limit) valkey.ValkeyResult {
	keys, args := s.words(nil, limits)
	return s.client.Do(ctx, s.client.B().Eval().Script(take).Numkeys(int64(len(keys))).Key(keys...).Arg(args...).Build())
}

// words appends the keys and the arguments of the script to a list, in one piece of memory.
func (s *Store) words(list []string, limits []state.Limit) (keys, args []string) {
	var space [256]byte
	text := space[:0]
	for _, l := range limits {
		text = append(append(append(text, s.prefix...), "limit:"...), l.Key...)
	}
	for _, l := range limits {
		text = strconv.AppendInt(text, l.Interval.Microseconds(), 10)
		text = strconv.AppendInt(append(text, ' '), int64(l.Burst), 10)
		text = append(strconv.AppendInt(append(text, ' '), int64(l.Take), 10), ' ')
	}
	all := string(text)
	for _, l := range limits {
		n := len(s.prefix) + len("limit:") + len(l.Key)
		list, all = append(list, all[:n]), all[n:]
	}
	n := len(list)
	for range 3 * len(limits) {
		word, rest, _ := strings.Cut(all, " ")
		list, all = append(list, word), rest
	}
	return list[:n], list[n:]
}

// budget reads the answer to one limit.
func budget(l state.Limit, answer int64) state.Budget {
	l.Interval = l.Interval.Truncate(time.Microsecond)
	owed := min(max(answer/2, 0), int64(l.Burst)*l.Interval.Microseconds()) // whatever the server says
	return state.BudgetOf(l, time.Duration(owed)*time.Microsecond, answer%2 == 1)
}

// Get returns a value, as state.Blobs says.
func (s *Store) Get(ctx context.Context, key string) (value []byte, found bool, err error) {
	if err := cmp.Or(ctx.Err(), state.CheckKey(key)); err != nil {
		return nil, false, err
	}
	value, err = s.client.Do(ctx, s.client.B().Get().Key(s.blob(key)).Build()).AsBytes()
	switch {
	case valkey.IsValkeyNil(err):
		return nil, false, nil
	case err != nil:
		return nil, false, failed("get", err)
	}
	return value, true, nil
}

// GetMany returns several values, as state.ManyGetter says: in one round trip, and in a
// cluster in one to each node.
func (s *Store) GetMany(ctx context.Context, keys ...string) ([][]byte, error) {
	if err := ctx.Err(); err != nil || len(keys) == 0 {
		return nil, err
	}
	for _, key := range keys {
		if err := state.CheckKey(key); err != nil {
			return nil, err
		}
	}
	texts, err := s.texts(ctx, s.blobs(keys))
	if err == nil && len(texts) != len(keys) {
		err = fmt.Errorf("the server answers with %d values for %d keys", len(texts), len(keys))
	}
	if err != nil {
		return nil, failed("get", err)
	}
	values := make([][]byte, len(keys))
	for i := range texts {
		value, err := texts[i].AsBytes()
		switch {
		case valkey.IsValkeyNil(err):
		case err != nil:
			return nil, failed("get", err)
		case value == nil: // an empty value is one
			values[i] = []byte{}
		default:
			values[i] = value
		}
	}
	return values, nil
}

// texts asks for the texts of keys, which in a cluster are on several nodes.
func (s *Store) texts(ctx context.Context, keys []string) ([]valkey.ValkeyMessage, error) {
	if s.client.Mode() != valkey.ClientModeCluster {
		return s.client.Do(ctx, s.client.B().Mget().Key(keys...).Build()).ToArray()
	}
	commands := make([]valkey.Completed, 0, len(keys))
	for _, key := range keys {
		commands = append(commands, s.client.B().Get().Key(key).Build())
	}
	texts := make([]valkey.ValkeyMessage, 0, len(keys))
	for _, result := range s.client.DoMulti(ctx, commands...) {
		text, err := result.ToMessage()
		if err != nil && !valkey.IsValkeyNil(err) {
			return nil, err
		}
		texts = append(texts, text)
	}
	return texts, nil
}

// replace keeps a value in place of one that is as long or longer, which takes no memory, so
// that a server without any allows it.
const replace = `#!lua flags=allow-oom
local there = redis.call('GET', KEYS[1])
if not there or #there < #ARGV[1] then
	return 0
end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1
`

// Put keeps a value, as state.Blobs says. A server without memory for more takes one that is
// no longer than the one in its place.
func (s *Store) Put(ctx context.Context, key string, value []byte, lifetime time.Duration) error {
	if err := cmp.Or(ctx.Err(), state.CheckKey(key), state.CheckLifetime(lifetime)); err != nil {
		return err
	}
	var command valkey.Completed
	if lifetime == 0 {
		command = s.client.B().Del().Key(s.blob(key)).Build()
	} else {
		command = s.client.B().Set().Key(s.blob(key)).Value(string(value)).PxMilliseconds(lifetime.Milliseconds()).Build()
	}
	err := s.client.Do(ctx, command).Error()
	if err == nil {
		return nil
	}
	err = failed("put", err)
	if errors.Is(err, state.ErrFull) {
		command = s.client.B().Eval().Script(replace).Numkeys(1).Key(s.blob(key)).Arg(string(value), strconv.FormatInt(lifetime.Milliseconds(), 10)).Build()
		if replaced, _ := s.client.Do(ctx, command).AsInt64(); replaced == 1 {
			return nil
		}
	}
	return err
}

// PutAbsent keeps a value where the key has no value, as state.Blobs says.
func (s *Store) PutAbsent(ctx context.Context, key string, value []byte, lifetime time.Duration) (put bool, err error) {
	switch err := cmp.Or(ctx.Err(), state.CheckKey(key), state.CheckLifetime(lifetime)); {
	case err != nil:
		return false, err
	case lifetime == 0:
		return false, state.ErrLifetime
	}
	err = s.client.Do(ctx, s.client.B().Set().Key(s.blob(key)).Value(string(value)).Nx().PxMilliseconds(lifetime.Milliseconds()).Build()).Error()
	switch {
	case valkey.IsValkeyNil(err):
		return false, nil
	case err != nil:
		return false, failed("put", err)
	}
	return true, nil
}

func (s *Store) blob(key string) string { return s.prefix + "blob:" + key }

// blobs are the blob of each key, in one allocation.
func (s *Store) blobs(keys []string) []string {
	size := 0
	for _, key := range keys {
		size += len(s.prefix) + len("blob:") + len(key)
	}
	var all strings.Builder
	all.Grow(size)
	names := make([]string, len(keys))
	for i, key := range keys {
		begin := all.Len()
		all.WriteString(s.prefix)
		all.WriteString("blob:")
		all.WriteString(key)
		names[i] = all.String()[begin:]
	}
	return names
}

// Publish sends a signal, as state.Signals says.
func (s *Store) Publish(ctx context.Context, topic string, payload []byte) error {
	if err := state.CheckSignal(ctx, topic, payload); err != nil {
		return err
	}
	err := s.client.Do(ctx, s.client.B().Publish().Channel(s.prefix+topic).Message(string(payload)).Build()).Error()
	if err != nil {
		return failed("publish", err)
	}
	return nil
}

// Subscribe receives signals, as state.Signals says. All subscriptions of a client share
// a connection, which is made again when it breaks.
func (s *Store) Subscribe(ctx context.Context, topic string, receive func(payload []byte)) error {
	if err := state.CheckSignal(ctx, topic, nil); err != nil {
		return err
	}
	// The connection waits for nobody: what comes goes into the inbox.
	in := state.NewInbox()
	listening, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		hooked := valkey.WithOnSubscriptionHook(listening, func(p valkey.PubSubSubscription) {
			if p.Kind == "subscribe" {
				in.Lose()
			}
		})
		err := s.client.Receive(hooked, s.client.B().Subscribe().Channel(s.prefix+topic).Build(), func(m valkey.PubSubMessage) {
			in.Put([]byte(m.Message))
		})
		stop(err)
	}()
	_ = in.Serve(listening, receive) // the cause says why it ends
	stop(nil)
	<-ended
	if err := ctx.Err(); err != nil {
		return err
	}
	return fmt.Errorf("valkeystore: subscribe: %w", context.Cause(listening))
}

// failed is the error of what was asked of the server. One that has no memory for another
// value is full, and so is one that takes none because its disk is.
func failed(what string, err error) error {
	if said, ok := valkey.IsValkeyErr(err); ok && (strings.HasPrefix(said.Error(), "OOM ") || strings.HasPrefix(said.Error(), "MISCONF ")) {
		err = fmt.Errorf("%w: %w", state.ErrFull, err)
	}
	return fmt.Errorf("valkeystore: %s: %w", what, err)
}

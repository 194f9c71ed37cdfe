package valkeystore_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/valkey-io/valkey-go"

	"github.com/trefoil-go/trefoil/modules/core/coretest"
	"github.com/trefoil-go/trefoil/modules/core/state"
	"github.com/trefoil-go/trefoil/modules/core/valkeystore"
	"github.com/trefoil-go/trefoil/modules/core/valkeystore/valkeytest"
)

// open returns a client of a server that is empty.
func open(t *testing.T, server *valkeytest.Server) valkey.Client {
	t.Helper()
	client, err := valkey.NewClient(valkey.ClientOption{InitAddress: []string{server.Address}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	return client
}

func newStore(t *testing.T, client valkey.Client, opts ...valkeystore.Option) *valkeystore.Store {
	t.Helper()
	s, err := valkeystore.New(client, opts...)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// pass moves all that is stored into the past.
func pass(t *testing.T, client valkey.Client) func(time.Duration) {
	return func(d time.Duration) {
		t.Helper()
		keys, err := client.Do(t.Context(), client.B().Keys().Pattern("*").Build()).AsStrSlice()
		for _, key := range keys {
			err = errors.Join(err, age(t.Context(), client, key, d))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

func age(ctx context.Context, client valkey.Client, key string, d time.Duration) error {
	left, err := client.Do(ctx, client.B().Pttl().Key(key).Build()).AsInt64()
	if err != nil {
		return err
	}
	left -= d.Milliseconds()
	if left <= 0 {
		return client.Do(ctx, client.B().Del().Key(key).Build()).Error()
	}
	text, err := client.Do(ctx, client.B().Get().Key(key).Build()).ToString()
	if full, wrong := strconv.ParseInt(text, 10, 64); wrong == nil { // a limit
		text = strconv.FormatInt(full-d.Microseconds(), 10)
	}
	return errors.Join(err, client.Do(ctx, client.B().Set().Key(key).Value(text).PxMilliseconds(left).Build()).Error())
}

func flush(t *testing.T, client valkey.Client) {
	t.Helper()
	if err := client.Do(t.Context(), client.B().Flushall().Build()).Error(); err != nil {
		t.Fatal(err)
	}
}

func TestConformance(t *testing.T) {
	server := valkeytest.Start(t)
	client := open(t, server)
	other := open(t, server)
	coretest.TestCounter(t, func(t *testing.T) (state.Counter, func(time.Duration)) {
		flush(t, client)
		return newStore(t, client), pass(t, client)
	})
	coretest.TestBlobs(t, func(t *testing.T) (state.Blobs, func(time.Duration)) {
		flush(t, client)
		return newStore(t, client), pass(t, client)
	})
	coretest.TestSignals(t, func(t *testing.T) (here, there state.Signals) {
		return newStore(t, client), newStore(t, other)
	})
}

func TestPrefixesKeepServicesApart(t *testing.T) {
	client := open(t, valkeytest.Start(t))
	one, other := newStore(t, client), newStore(t, client, valkeystore.WithPrefix("other:"))
	if err := one.Put(t.Context(), "k", []byte("v"), time.Hour); err != nil {
		t.Fatal(err)
	}
	if _, found, err := other.Get(t.Context(), "k"); found || err != nil {
		t.Errorf("found %v, error %v", found, err)
	}
}

func TestAValueThatIsNoNumberIsAFullBucket(t *testing.T) {
	client := open(t, valkeytest.Start(t))
	if err := client.Do(t.Context(), client.B().Set().Key("trefoil:limit:k").Value("garbage").Build()).Error(); err != nil {
		t.Fatal(err)
	}
	budgets, err := newStore(t, client).Take(t.Context(), state.Limit{Key: "k", Interval: time.Hour, Burst: 3, Take: 1})
	if err != nil || budgets[0].Left != 2 {
		t.Errorf("%v, error %v", budgets, err)
	}
}

func TestAKeyOfAnotherTypeIsAnError(t *testing.T) {
	client := open(t, valkeytest.Start(t))
	for _, key := range []string{"trefoil:limit:k", "trefoil:blob:k"} {
		if err := client.Do(t.Context(), client.B().Lpush().Key(key).Element("x").Build()).Error(); err != nil {
			t.Fatal(err)
		}
	}
	s := newStore(t, client)
	_, takeErr := s.Take(t.Context(), state.Limit{Key: "k", Interval: time.Hour, Burst: 3, Take: 1})
	_, _, getErr := s.Get(t.Context(), "k")
	if takeErr == nil || getErr == nil {
		t.Errorf("take: %v, get: %v", takeErr, getErr)
	}
}

func TestAServerWithoutMemoryIsFullAndIsRead(t *testing.T) {
	client := open(t, valkeytest.Start(t))
	s := newStore(t, client)
	if err := s.Put(t.Context(), "k", []byte("v"), time.Hour); err != nil {
		t.Fatal(err)
	}
	if err := client.Do(t.Context(), client.B().ConfigSet().ParameterValue().ParameterValue("maxmemory", "1").Build()).Error(); err != nil {
		t.Fatal(err)
	}
	putErr := s.Put(t.Context(), "other", nil, time.Hour)
	_, absentErr := s.PutAbsent(t.Context(), "other", nil, time.Hour)
	_, takeErr := s.Take(t.Context(), state.Limit{Key: "k", Interval: time.Hour, Burst: 3, Take: 1})
	for _, err := range []error{putErr, absentErr, takeErr} {
		if !errors.Is(err, state.ErrFull) {
			t.Errorf("%v", err)
		}
	}
	if value, found, err := s.Get(t.Context(), "k"); !found || err != nil || string(value) != "v" {
		t.Errorf("%q, found %v, error %v", value, found, err)
	}
}

func TestAServerWithoutMemoryTakesAValueThatIsNoLongerThanTheOneInItsPlace(t *testing.T) {
	client := open(t, valkeytest.Start(t))
	s := newStore(t, client)
	if err := s.Put(t.Context(), "k", []byte("value"), time.Hour); err != nil {
		t.Fatal(err)
	}
	if err := client.Do(t.Context(), client.B().ConfigSet().ParameterValue().ParameterValue("maxmemory", "1").Build()).Error(); err != nil {
		t.Fatal(err)
	}
	for _, value := range []string{"other", "new"} {
		if err := s.Put(t.Context(), "k", []byte(value), time.Minute); err != nil {
			t.Errorf("%q: %v", value, err)
		}
		if got, _, err := s.Get(t.Context(), "k"); err != nil || string(got) != value {
			t.Errorf("got %q, %v", got, err)
		}
	}
	left, err := client.Do(t.Context(), client.B().Pttl().Key("trefoil:blob:k").Build()).AsInt64()
	if err != nil || left <= 0 || left > time.Minute.Milliseconds() {
		t.Errorf("it is kept for %d ms, %v", left, err)
	}
	if err := s.Put(t.Context(), "k", []byte("longer"), time.Hour); !errors.Is(err, state.ErrFull) {
		t.Errorf("a longer value: %v", err)
	}
	if err := s.Put(t.Context(), "none", nil, time.Hour); !errors.Is(err, state.ErrFull) {
		t.Errorf("an empty value in no place: %v", err)
	}
}

func TestAServerThatCannotWriteToItsDiskIsFullAndIsRead(t *testing.T) {
	client := open(t, valkeytest.Start(t))
	s := newStore(t, client)
	limit := state.Limit{Key: "k", Interval: time.Hour, Burst: 3, Take: 1}
	err := s.Put(t.Context(), "k", []byte("v"), time.Hour)
	_, takeErr := s.Take(t.Context(), limit) // it has the script
	if err := errors.Join(err, takeErr, loseDisk(t.Context(), client)); err != nil {
		t.Fatal(err)
	}
	putErr := s.Put(t.Context(), "other", nil, time.Hour)
	_, absentErr := s.PutAbsent(t.Context(), "other", nil, time.Hour)
	_, takeErr = s.Take(t.Context(), limit)
	for _, err := range []error{putErr, absentErr, takeErr} {
		if !errors.Is(err, state.ErrFull) {
			t.Errorf("%v", err)
		}
	}
	if value, found, err := s.Get(t.Context(), "k"); !found || err != nil || string(value) != "v" {
		t.Errorf("%q, found %v, error %v", value, found, err)
	}
}

// loseDisk removes the directory of a server that saves there.
func loseDisk(ctx context.Context, client valkey.Client) error {
	directory, err := client.Do(ctx, client.B().ConfigGet().Parameter("dir").Build()).AsStrMap()
	if err == nil {
		err = os.RemoveAll(directory["dir"])
	}
	saveErr := client.Do(ctx, client.B().ConfigSet().ParameterValue().ParameterValue("save", "3600 1").Build()).Error()
	beginErr := client.Do(ctx, client.B().Bgsave().Build()).Error()
	for err = errors.Join(err, saveErr, beginErr); err == nil; {
		var info string
		info, err = client.Do(ctx, client.B().Info().Section("persistence").Build()).ToString()
		if strings.Contains(info, "rdb_last_bgsave_status:err") {
			break
		}
	}
	return err
}

func TestAServerThatDiesIsAnErrorAndUsedAgainWhenItIsBack(t *testing.T) {
	server := valkeytest.Start(t)
	s := newStore(t, open(t, server))
	if err := s.Put(t.Context(), "k", []byte("v"), time.Hour); err != nil {
		t.Fatal(err)
	}
	server.Kill()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second) // ends what hangs
	defer cancel()
	if _, err := s.PutAbsent(ctx, "k", nil, time.Hour); err == nil {
		t.Error("a server that is dead has put")
	}
	server.Restart(t)
	if _, _, err := s.Get(ctx, "k"); err != nil {
		t.Errorf("behind the restart: %v", err)
	}
}

func TestASubscriptionLearnsOfAServerThatWasAway(t *testing.T) {
	server := valkeytest.Start(t)
	s := newStore(t, open(t, server))
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second) // ends what hangs
	defer cancel()
	begun := 0
	err := s.Subscribe(ctx, "t", func(payload []byte) {
		if begun++; begun == 1 {
			server.Kill()
			server.Restart(t)
			return
		}
		cancel()
	})
	if begun < 2 && !errors.Is(err, context.Canceled) && ctx.Err() == nil {
		return // it has ended with an error, which tells it too
	}
	if begun < 2 {
		t.Errorf("it was told %d times that it has begun, error %v", begun, err)
	}
}

func ExampleNew() {
	client, err := valkey.NewClient(valkey.ClientOption{InitAddress: []string{"127.0.0.1:1"}}) // nobody is there
	if err != nil {
		fmt.Println("the application starts without a store, or not at all")
		return
	}
	defer client.Close()
	_, err = valkeystore.New(client)
	fmt.Println(err)
	// Output:
	// the application starts without a store, or not at all
}

func BenchmarkTake(b *testing.B) {
	client, err := valkey.NewClient(valkey.ClientOption{InitAddress: []string{valkeytest.Start(b).Address}})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(client.Close)
	s, err := valkeystore.New(client)
	if err != nil {
		b.Fatal(err)
	}
	limits := []state.Limit{{Key: "k", Interval: time.Microsecond, Burst: 1 << 30, Take: 1}}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := s.Take(context.Background(), limits...); err != nil {
			b.Fatal(err)
		}
	}
}

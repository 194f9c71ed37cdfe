package filepersist_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"reflect"
	"testing"
	"testing/synctest"
	"time"

	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/restfake"
)

// saving runs a client on a Persistence in memory, in time that does not pass.
func saving(t *testing.T, f func(t *testing.T, m *memory, client *restclient.Client), routes ...func(*restfake.Server)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		m := &memory{saved: map[string][]restclient.SavedTable{}}
		client, err := restclient.New(server(routes...), keep(m))
		if err != nil {
			t.Fatal(err)
		}
		defer client.Close()
		f(t, m, client)
	})
}

func fetch(t *testing.T, client *restclient.Client, id int) {
	t.Helper()
	if _, err := Todos.On(client).Fetch(context.Background(), id); err != nil {
		t.Fatal(err)
	}
}

func wantTimes(t *testing.T, have []time.Duration, want ...time.Duration) {
	t.Helper()
	if fmt.Sprint(have) != fmt.Sprint(want) {
		t.Fatalf("saved after %v, want %v", have, want)
	}
}

func TestSavesASecondAfterTheLastChange(t *testing.T) {
	saving(t, func(t *testing.T, m *memory, client *restclient.Client) {
		begin := time.Now()
		fetch(t, client, 1)
		time.Sleep(700 * time.Millisecond)
		fetch(t, client, 2)
		time.Sleep(time.Hour)
		wantTimes(t, m.since(begin), 1700*time.Millisecond)

		begin = time.Now()
		m.clear()
		fetch(t, client, 3)
		time.Sleep(time.Hour)
		wantTimes(t, m.since(begin), time.Second)
	})
}

func TestSavesAtLeastEveryTenSecondsWhileThereAreChanges(t *testing.T) {
	counting := func(fake *restfake.Server) {
		n := 0
		fake.On("GET", "/todos/1", func(*restfake.Request) restfake.Reply {
			n++
			return restfake.JSON(200, Todo{1, 1, fmt.Sprint(n)})
		})
	}
	saving(t, func(t *testing.T, m *memory, client *restclient.Client) {
		begin := time.Now()
		for range 35 {
			fetch(t, client, 1)
			time.Sleep(700 * time.Millisecond)
		}
		time.Sleep(time.Hour)
		wantTimes(t, m.since(begin), 10*time.Second, 20500*time.Millisecond, 24800*time.Millisecond)
	}, counting)
}

func TestSavesWhatIsFreshAgainWithoutHurry(t *testing.T) {
	saving(t, func(t *testing.T, m *memory, client *restclient.Client) {
		fetch(t, client, 1)
		time.Sleep(time.Hour)
		begin := time.Now()
		m.clear()
		fetch(t, client, 1)
		time.Sleep(time.Hour)
		wantTimes(t, m.since(begin), time.Minute)
	})
}

func TestSavesWhenItIsClosed(t *testing.T) {
	saving(t, func(t *testing.T, m *memory, client *restclient.Client) {
		begin := time.Now()
		fetch(t, client, 1)
		client.Close()
		wantTimes(t, m.since(begin), 0)
		client.Close()
		wantTimes(t, m.since(begin), 0)
		if at := client.SaveState().At; !at.Equal(begin) {
			t.Fatalf("saved at %v, want %v", at, begin)
		}
	})
}

func TestSavesNothingThatIsAsItWas(t *testing.T) {
	saving(t, func(t *testing.T, m *memory, client *restclient.Client) {
		fetch(t, client, 1)
		time.Sleep(time.Hour)
		m.clear()
		if _, err := Todos.On(client).Get(context.Background(), 2); err != nil {
			t.Fatal(err)
		}
		if err := client.Save(context.Background()); err != nil {
			t.Fatal(err)
		}
		if err := client.Save(context.Background()); err != nil {
			t.Fatal(err)
		}
		client.Close()
		if len(m.times) != 1 {
			t.Fatalf("saved %d times", len(m.times))
		}
	})
}

// A disk that is full is an error, and the client lives.
func TestTriesAgainWhatCouldNotBeSaved(t *testing.T) {
	saving(t, func(t *testing.T, m *memory, client *restclient.Client) {
		full := errors.New("no room on the disk")
		m.fail(full)
		begin := time.Now()
		fetch(t, client, 1)
		time.Sleep(22 * time.Second)
		wantTimes(t, m.since(begin), time.Second, 11*time.Second, 21*time.Second)
		if state := client.SaveState(); state.Errors != 3 || !errors.Is(state.Err, full) || !state.At.IsZero() {
			t.Fatalf("state %+v", state)
		}
		if err := client.Save(context.Background()); !errors.Is(err, full) {
			t.Fatalf("error %v", err)
		}

		m.fail(nil)
		time.Sleep(time.Hour)
		wantTimes(t, m.since(begin)[4:], 31*time.Second)
		if len(m.saved[""]) == 0 {
			t.Fatal("nothing was saved")
		}
	})
}

func TestDoesNotSaveWhatWasReset(t *testing.T) {
	saving(t, func(t *testing.T, m *memory, client *restclient.Client) {
		ctx := context.Background()
		fetch(t, client, 1)
		client.Reset(ctx)
		time.Sleep(time.Hour)
		client.Close()
		if len(m.saved) > 0 {
			t.Fatalf("saved %v", m.saved)
		}
	})
}

func TestNeedsNoPersistenceToWork(t *testing.T) {
	m := &memory{err: errors.New("not today")}
	client, err := restclient.New(server(), keep(m))
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	fetch(t, client, 1)
	client.Reset(context.Background())
	fetch(t, client, 1)
	if state := client.SaveState(); state.Errors != 2 { // to load, to forget
		t.Fatalf("state %+v", state)
	}
}

func TestRefusesWhatCannotBeKept(t *testing.T) {
	m := &memory{}
	type User struct{ keyed } // another one of that name
	others := restclient.CreateResource[User, int, restclient.None]("/others/:id")
	for name, option := range map[string]restclient.Option{
		"no port": keep(nil),
		"nothing": restclient.WithPersistence(m),
		"nil":     restclient.WithPersistence(m, restclient.Keep(nil)),
		"a body":  restclient.WithPersistence(m, restclient.Keep(restclient.RestEndpoint[int, io.ReadCloser]("/files/:id"))),
		"a private one": restclient.WithPersistence(m, restclient.Keep(
			restclient.RestEndpoint[restclient.None, string]("/x", restclient.WithoutPersistence()))),
		"a faulty one":    restclient.WithPersistence(m, restclient.Keep((*restclient.Read[int, Todo])(nil))),
		"two of one name": restclient.WithPersistence(m, restclient.Keep(Users, others)),
	} {
		if client, err := restclient.New(server(), option); err == nil || client != nil {
			t.Errorf("%s: client %v, error %v", name, client, err)
		}
	}
}

func TestStateWithoutPersistence(t *testing.T) {
	client, err := restclient.New(server())
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	if state := client.SaveState(); !reflect.DeepEqual(state, restclient.SaveState{}) {
		t.Errorf("state %+v", state)
	}
	if err := client.Save(context.Background()); err != nil {
		t.Error(err)
	}
	var none *restclient.Client
	if err := none.Save(context.Background()); !errors.Is(err, restclient.ErrNoController) {
		t.Error(err)
	}
	_ = none.SaveState()
}

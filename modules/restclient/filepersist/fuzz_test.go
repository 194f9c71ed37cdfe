package filepersist_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/filepersist"
)

// written returns a file that a Dir has written.
func written(f *testing.F, name string, write func(*filepersist.Dir) error) []byte {
	f.Helper()
	path := f.TempDir()
	dir, err := filepersist.Open(path)
	if err != nil {
		f.Fatal(err)
	}
	defer dir.Close()
	if err := write(dir); err != nil {
		f.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(path, name))
	if err != nil {
		f.Fatal(err)
	}
	return data
}

func FuzzStore(f *testing.F) {
	good := written(f, "client.store", func(d *filepersist.Dir) error {
		return d.Save(context.Background(), "", []restclient.SavedTable{{Name: "a", Fingerprint: "f", Data: []byte("{}")}, {Name: "b"}})
	})
	f.Add(good)
	f.Add(good[:len(good)-1])
	f.Add(good[:8])
	f.Fuzz(func(t *testing.T, data []byte) {
		tables, err := filepersist.DecodeStore(data)
		if (err == nil) != (tables != nil) {
			t.Fatalf("tables %v, error %v", tables, err)
		}
		if err != nil {
			return
		}
		path := t.TempDir()
		dir, err := filepersist.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer dir.Close()
		if err := dir.Save(context.Background(), "", tables); err != nil {
			t.Fatal(err)
		}
		again, err := dir.Load(context.Background(), "")
		if err != nil || len(again) != len(tables) || len(tables) > 0 && !reflect.DeepEqual(again, tables) {
			t.Fatalf("saved %v, loaded %v, error %v", tables, again, err)
		}
	})
}

func FuzzQueue(f *testing.F) {
	good := written(f, "client.queue", func(d *filepersist.Dir) error {
		return d.Rewrite(context.Background(), "", [][]byte{[]byte("one"), {}, []byte("three")})
	})
	f.Add(good)
	f.Add(good[:len(good)-1])
	f.Add(good[:20])
	f.Fuzz(func(t *testing.T, data []byte) {
		ctx := context.Background()
		path := t.TempDir()
		if err := os.WriteFile(filepath.Join(path, "client.queue"), data, 0o600); err != nil {
			t.Fatal(err)
		}
		dir, err := filepersist.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer dir.Close()
		readable, _, _ := filepersist.DecodeQueue(data)
		records, _ := dir.Records(ctx, "") // repairs the file
		if !equal(records, readable) {
			t.Fatalf("read %q, want %q", records, readable)
		}
		if err := dir.Append(ctx, "", []byte("last")); err != nil {
			t.Fatal(err)
		}
		again, err := dir.Records(ctx, "")
		if err != nil || !equal(again, append(records, []byte("last"))) {
			t.Fatalf("had %q, appended one, have %q, error %v", records, again, err)
		}
	})
}

func equal(a, b [][]byte) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !bytes.Equal(a[i], b[i]) {
			return false
		}
	}
	return true
}

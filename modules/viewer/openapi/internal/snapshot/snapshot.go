// Package snapshot keeps the outlines of descriptions in a directory. Few are kept, those
// that were used last.
//
//	file := snapshot.File(dir, text, options)
//	kept, err := snapshot.Read(file)
//	err = snapshot.Write(file, &snapshot.Snapshot{Outline: outline})
package snapshot

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/gob"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

const (
	// magic begins every snapshot; the digit is its format.
	magic = "trefoil outline 1\n"
	// ending is how the names of snapshots end.
	ending = ".outline"
	// maxBytes bounds a snapshot in bytes, read or written.
	maxBytes = 64 << 20
	// most is how many a directory holds at most.
	most = 16
)

// Snapshot is what is kept of a description.
type Snapshot struct {
	Outline apidoc.Outline
	JSON    bool // the text is in JSON
}

// File returns the name of the file for a text: it changes with everything that the
// outline depends on, which is the text, the options and this program.
func File(dir string, text []byte, options ...any) string {
	sum := sha256.New()
	fmt.Fprintf(sum, "%s%s\n%s\n%v\n", magic, outlineShape(), build(), options)
	sum.Write(text)
	return filepath.Join(dir, hex.EncodeToString(sum.Sum(nil)[:20])+ending)
}

// outlineShape names the fields of an outline, so that a change of them is one of
// the format.
var outlineShape = sync.OnceValue(func() string {
	var b strings.Builder
	describe(&b, reflect.TypeFor[apidoc.Outline](), map[reflect.Type]bool{})
	return b.String()
})

func describe(b *strings.Builder, t reflect.Type, known map[reflect.Type]bool) {
	b.WriteString(t.String() + ";")
	if known[t] {
		return
	}
	known[t] = true
	switch t.Kind() {
	case reflect.Struct:
		for i := range t.NumField() {
			b.WriteString(t.Field(i).Name + " ")
			describe(b, t.Field(i).Type, known)
		}
	case reflect.Pointer, reflect.Slice, reflect.Array:
		describe(b, t.Elem(), known)
	case reflect.Map:
		describe(b, t.Key(), known)
		describe(b, t.Elem(), known)
	}
}

// build names the program as exactly as it can be told, because what reads a
// description changes with it: the versions of its modules, or the file itself
// where they have none.
var build = sync.OnceValue(func() string {
	info, ok := debug.ReadBuildInfo()
	name := ""
	if ok {
		name = info.String()
	}
	if ok && !strings.Contains(name, "(devel)") && !strings.Contains(name, "=>") {
		return name
	}
	if path, err := os.Executable(); err == nil {
		if file, err := os.Stat(path); err == nil {
			return fmt.Sprint(name, file.Size(), file.ModTime().UnixNano())
		}
	}
	return name
})

var errDamaged = errors.New("the snapshot is damaged")

// Read reads a snapshot. The error is fs.ErrNotExist when there is none.
func Read(file string) (*Snapshot, error) {
	info, err := os.Stat(file)
	if err != nil {
		return nil, err
	}
	if info.Size() > maxBytes || !info.Mode().IsRegular() {
		return nil, errDamaged
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	body, ok := bytes.CutPrefix(data, []byte(magic))
	if !ok || len(body) < sha256.Size {
		return nil, errDamaged
	}
	sum := sha256.Sum256(body[sha256.Size:])
	if !bytes.Equal(sum[:], body[:sha256.Size]) {
		return nil, errDamaged
	}
	kept := &Snapshot{}
	if err := gob.NewDecoder(bytes.NewReader(body[sha256.Size:])).Decode(kept); err != nil {
		return nil, fmt.Errorf("%w: %w", errDamaged, err)
	}
	now := time.Now()
	_ = os.Chtimes(file, now, now) // the ones used last are kept
	return kept, nil
}

// Write keeps a snapshot. Whoever reads the file sees all of it or nothing.
func Write(file string, s *Snapshot) error {
	var body bytes.Buffer
	if err := gob.NewEncoder(&body).Encode(s); err != nil {
		return fmt.Errorf("write a snapshot: %w", err)
	}
	if body.Len() > maxBytes-1024 {
		return fmt.Errorf("write a snapshot: %d bytes are too many", body.Len())
	}
	dir := filepath.Dir(file)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("write a snapshot: %w", err)
	}
	sum := sha256.Sum256(body.Bytes())
	whole := slices.Concat([]byte(magic), sum[:], body.Bytes())
	if err := replaceFile(file, whole); err != nil {
		return fmt.Errorf("write a snapshot: %w", err)
	}
	drop(dir)
	return nil
}

// replaceFile writes a file beside another and puts it in its place.
func replaceFile(file string, data []byte) error {
	f, err := os.CreateTemp(filepath.Dir(file), "*.tmp")
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), file)
	}
	if err != nil {
		_ = os.Remove(f.Name())
	}
	return err
}

// drop removes the snapshots that were not used for longest, and what
// an interrupted run has left.
func drop(dir string) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	var kept []os.FileInfo
	for _, e := range entries {
		info, err := e.Info()
		switch {
		case err != nil:
		case strings.HasSuffix(e.Name(), ending):
			kept = append(kept, info)
		case strings.HasSuffix(e.Name(), ".tmp") && time.Since(info.ModTime()) > time.Hour:
			_ = os.Remove(filepath.Join(dir, e.Name()))
		}
	}
	slices.SortFunc(kept, func(a, b os.FileInfo) int {
		return cmp.Or(b.ModTime().Compare(a.ModTime()), cmp.Compare(a.Name(), b.Name()))
	})
	for _, info := range kept[min(len(kept), most):] {
		_ = os.Remove(filepath.Join(dir, info.Name()))
	}
}

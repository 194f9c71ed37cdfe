package openapi

import (
	"bytes"
	"cmp"
	"context"
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
	// snapshotMagic begins every snapshot; the digit is its format.
	snapshotMagic = "trefoil outline 1\n"
	// snapshotEnd is how the names of snapshots end.
	snapshotEnd = ".outline"
	// maxSnapshot bounds a snapshot in bytes, read or written.
	maxSnapshot = 64 << 20
	// maxSnapshots is how many a directory holds at most.
	maxSnapshots = 16
)

// snapshot is what is kept of a description.
type snapshot struct {
	Outline apidoc.Outline
	JSON    bool // the text is in JSON
}

// snapshotFile returns the name of the file for a text: it changes with
// everything that the outline depends on.
func snapshotFile(c config, scheme string, data []byte) string {
	sum := sha256.New()
	fmt.Fprintf(sum, "%s%s\n%s\n%v\n%s\n", snapshotMagic, outlineShape(), build(), c.limits, scheme)
	sum.Write(data)
	return filepath.Join(c.cacheDir, hex.EncodeToString(sum.Sum(nil)[:20])+snapshotEnd)
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

var errSnapshot = errors.New("the snapshot is damaged")

// readSnapshot reads a snapshot. The error is fs.ErrNotExist when there is none.
func readSnapshot(file string) (*snapshot, error) {
	info, err := os.Stat(file)
	if err != nil {
		return nil, err
	}
	if info.Size() > maxSnapshot || !info.Mode().IsRegular() {
		return nil, errSnapshot
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	body, ok := bytes.CutPrefix(data, []byte(snapshotMagic))
	if !ok || len(body) < sha256.Size {
		return nil, errSnapshot
	}
	sum := sha256.Sum256(body[sha256.Size:])
	if !bytes.Equal(sum[:], body[:sha256.Size]) {
		return nil, errSnapshot
	}
	kept := &snapshot{}
	if err := gob.NewDecoder(bytes.NewReader(body[sha256.Size:])).Decode(kept); err != nil {
		return nil, fmt.Errorf("%w: %w", errSnapshot, err)
	}
	now := time.Now()
	_ = os.Chtimes(file, now, now) // the ones used last are kept
	return kept, nil
}

// writeSnapshot keeps the outline of a document. Whoever reads the file sees all
// of it or nothing.
func writeSnapshot(file string, doc *apidoc.Document) error {
	var body bytes.Buffer
	if err := gob.NewEncoder(&body).Encode(snapshot{doc.Outline, !isYAML(doc.Text)}); err != nil {
		return fmt.Errorf("write a snapshot: %w", err)
	}
	if body.Len() > maxSnapshot-1024 {
		return fmt.Errorf("write a snapshot: %d bytes are too many", body.Len())
	}
	dir := filepath.Dir(file)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("write a snapshot: %w", err)
	}
	sum := sha256.Sum256(body.Bytes())
	whole := slices.Concat([]byte(snapshotMagic), sum[:], body.Bytes())
	if err := replaceFile(file, whole); err != nil {
		return fmt.Errorf("write a snapshot: %w", err)
	}
	dropSnapshots(dir)
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

// dropSnapshots removes the snapshots that were not used for longest, and what
// an interrupted run has left.
func dropSnapshots(dir string) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	var kept []os.FileInfo
	for _, e := range entries {
		info, err := e.Info()
		switch {
		case err != nil:
		case strings.HasSuffix(e.Name(), snapshotEnd):
			kept = append(kept, info)
		case strings.HasSuffix(e.Name(), ".tmp") && time.Since(info.ModTime()) > time.Hour:
			_ = os.Remove(filepath.Join(dir, e.Name()))
		}
	}
	slices.SortFunc(kept, func(a, b os.FileInfo) int {
		return cmp.Or(b.ModTime().Compare(a.ModTime()), cmp.Compare(a.Name(), b.Name()))
	})
	for _, info := range kept[min(len(kept), maxSnapshots):] {
		_ = os.Remove(filepath.Join(dir, info.Name()))
	}
}

// restored makes a document of a snapshot. The text is parsed when something
// behind the outline is asked for.
func restored(kept *snapshot, data []byte, scheme string, c config) (*apidoc.Document, error) {
	text := apidoc.Text{Data: data, MediaType: "application/yaml"}
	if kept.JSON {
		text.MediaType = "application/json"
	}
	stored, err := decoded(data, c)
	if err != nil {
		return nil, err
	}
	text.Data = stored
	return apidoc.New(kept.Outline, &lateReader{parse: sync.OnceValues(func() (*reader, error) {
		_, passed, err := pass(data, c)
		if err != nil {
			return nil, err
		}
		return newReader(newDescription(passed, scheme)), nil
	})}, text), nil
}

// lateReader parses a description when it is first asked for something.
type lateReader struct{ parse func() (*reader, error) }

var (
	_ apidoc.Reader          = (*lateReader)(nil)
	_ apidoc.UsesReader      = (*lateReader)(nil)
	_ apidoc.ComponentReader = (*lateReader)(nil)
)

func (l *lateReader) ready(ctx context.Context) (*reader, error) { return guard(ctx, l.parse) }

// ReadOperation reads an operation as reader does.
func (l *lateReader) ReadOperation(ctx context.Context, o *apidoc.OperationSummary) (*apidoc.Operation, error) {
	r, err := l.ready(ctx)
	if err != nil {
		return nil, err
	}
	return r.ReadOperation(ctx, o)
}

// ReadSchema reads a schema as reader does.
func (l *lateReader) ReadSchema(ctx context.Context, ref string) (*apidoc.Schema, error) {
	r, err := l.ready(ctx)
	if err != nil {
		return nil, err
	}
	return r.ReadSchema(ctx, ref)
}

// ReadUses finds the users of a model as reader does.
func (l *lateReader) ReadUses(ctx context.Context, ref string) (apidoc.References, error) {
	r, err := l.ready(ctx)
	if err != nil {
		return apidoc.References{}, err
	}
	return r.ReadUses(ctx, ref)
}

// ReadComponent reads a component as reader does.
func (l *lateReader) ReadComponent(ctx context.Context, c *apidoc.ComponentSummary) (*apidoc.Component, error) {
	r, err := l.ready(ctx)
	if err != nil {
		return nil, err
	}
	return r.ReadComponent(ctx, c)
}

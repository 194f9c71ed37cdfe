package filepersist

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/trefoil-go/trefoil/modules/restclient"
)

// DefaultMaxBytes is how long a file can be unless WithMaxBytes says otherwise.
const DefaultMaxBytes = 256 << 20

var (
	// ErrTooLarge says that a file is, or would be, longer than WithMaxBytes
	// allows.
	ErrTooLarge = errors.New("the file is too large")
	// ErrUnfinished says that a run has ended before it could save what it knew had changed:
	// what was saved is of before.
	ErrUnfinished = errors.New("the run before has not saved all that it had changed")
	// ErrClosed says that the Dir is closed.
	ErrClosed = errors.New("the directory is closed")
)

// CorruptError says that a file is not what was written. It was moved aside.
type CorruptError struct {
	File  string // its name
	Moved string // the name that it has now; empty when it could not be moved
	Err   error
}

// Error names the file and where it is now.
func (e *CorruptError) Error() string {
	if e.Moved == "" {
		return fmt.Sprintf("%s is damaged: %v", e.File, e.Err)
	}
	return fmt.Sprintf("%s is damaged, moved to %s: %v", e.File, e.Moved, e.Err)
}

// Unwrap returns what is wrong with the file.
func (e *CorruptError) Unwrap() error { return e.Err }

// Dir is a directory with the data of a client. It is safe for concurrent use.
type Dir struct {
	path     string
	maxBytes int64
	lock     lockedFile
	syncDir  func(path string) error // makes names durable that were added to or removed from it

	stores sync.Mutex // held while a store is read or written
	behind []string   // files that lack what has changed since
	unsaid bool       // the directory does not name all of these

	mu     sync.Mutex // held while a journal is read or written
	whole  map[string]int64
	loose  bool // the names of journals may not be durable: at first, those of the run before
	closed bool // guarded by both

	claimed atomic.Bool // a client has the journal
}

var (
	_ restclient.Persistence      = (*Dir)(nil)
	_ restclient.BehindNoter      = (*Dir)(nil)
	_ restclient.ExclusiveJournal = (*Dir)(nil)
)

// Option changes a setting of Open.
type Option func(*Dir)

// WithMaxBytes bounds each file: a longer one is not written, and one that is
// found is not read. Default: DefaultMaxBytes.
func WithMaxBytes(n int64) Option { return func(d *Dir) { d.maxBytes = n } }

// Open uses a directory, which it makes when there is none. It holds a lock in
// it until Close: a second Open, by whatever process, is ErrLocked. The lock of a
// process that has ended is none.
func Open(path string, opts ...Option) (*Dir, error) {
	d := &Dir{path: path, maxBytes: DefaultMaxBytes, syncDir: syncDir, whole: map[string]int64{}, loose: true}
	for _, opt := range opts {
		opt(d)
	}
	if d.maxBytes <= 0 {
		return nil, errors.New("filepersist: the limit is not positive")
	}
	if err := d.make(path); err != nil {
		return nil, fmt.Errorf("filepersist: %w", err)
	}
	lock, err := lockFile(filepath.Join(path, "lock"))
	if err != nil {
		return nil, fmt.Errorf("filepersist: lock %s: %w", path, err)
	}
	d.lock = lockedFile{File: lock}
	behind, err := d.lock.names()
	if err != nil {
		return nil, errors.Join(fmt.Errorf("filepersist: lock %s: %w", path, err), lock.Close())
	}
	for _, name := range behind {
		d.behind = append(d.behind, filepath.Join(path, name))
	}
	return d, nil
}

// make makes a directory and those above it, as far as they are missing. Where one cannot be
// read, what was made in it is as durable as the system has it.
func (d *Dir) make(path string) error {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return nil
	}
	above := filepath.Dir(path)
	if above != path {
		if err := d.make(above); err != nil {
			return err
		}
	}
	if err := os.Mkdir(path, 0o700); err != nil && !errors.Is(err, os.ErrExist) {
		return err
	}
	if err := d.syncDir(above); err != nil && !errors.Is(err, os.ErrPermission) {
		return err
	}
	return nil
}

// Claim gives the journal to one client, until it is released. While another one has it,
// the error is ErrLocked. It is called by New.
func (d *Dir) Claim() (release func(), err error) {
	if !d.claimed.CompareAndSwap(false, true) {
		return nil, fmt.Errorf("filepersist: the journal in %s: %w", d.path, ErrLocked)
	}
	return sync.OnceFunc(func() { d.claimed.Store(false) }), nil
}

// Close gives the directory back; every method is ErrClosed from then on. Close
// the clients that use it first: they save what they have when they are closed.
func (d *Dir) Close() error {
	d.stores.Lock()
	defer d.stores.Unlock()
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed {
		return nil
	}
	d.closed = true
	return d.lock.Close()
}

// Behind notes, before it returns, whether the tables of an identity lack something that
// has changed: then Load says ErrUnfinished, in this run and in the next ones. On a disk that
// has no room for the note, the tables become those that Save would keep besides.
func (d *Dir) Behind(ctx context.Context, identity string, behind bool) error {
	d.stores.Lock()
	defer d.stores.Unlock()
	if err := d.usable(ctx); err != nil {
		return err
	}
	if err := d.note(d.base(identity), behind); err != nil {
		return fmt.Errorf("filepersist: %w", err)
	}
	return nil
}

// note is Behind for a file. The mutex of the stores is held.
func (d *Dir) note(base string, behind bool) error {
	next := slices.DeleteFunc(slices.Clone(d.behind), func(other string) bool { return other == base })
	switch {
	case behind == (len(next) < len(d.behind)):
		return nil
	case behind:
		next = append(next, base) // what is there already stays where it is, should this fail
	}
	full := d.lock.keep(next)
	if full != nil && behind {
		full = errors.Join(supersede(base+storeSuffix), d.syncDir(d.path))
		d.unsaid = true
	}
	if full != nil {
		return full
	}
	d.behind = next
	return nil
}

// say names those that are behind, if that failed before.
func (d *Dir) say() error {
	if !d.unsaid {
		return nil
	}
	err := d.lock.keep(d.behind)
	d.unsaid = err != nil
	return err
}

// supersede has Load find no tables but those besides, which are behind.
func supersede(name string) error {
	if err := os.Rename(name, name+".old"); !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}

// Forget deletes all files of an identity.
func (d *Dir) Forget(ctx context.Context, identity string) error {
	d.stores.Lock()
	defer d.stores.Unlock()
	d.mu.Lock()
	defer d.mu.Unlock()
	if err := d.usable(ctx); err != nil {
		return err
	}
	base := d.base(identity)
	delete(d.whole, base+queueSuffix)
	var names []string
	// What stands in for another file goes before it, so that it never does.
	for _, suffix := range []string{storeSuffix + ".old", storeSuffix, queueSuffix} {
		name := base + suffix
		names = append(names, name+".new", name+".corrupt", name)
	}
	if err := errors.Join(remove(names...), d.syncDir(d.path), d.note(base, false)); err != nil {
		return fmt.Errorf("filepersist: %w", err)
	}
	return nil
}

// usable is called with a mutex held.
func (d *Dir) usable(ctx context.Context) error {
	if d.closed {
		return fmt.Errorf("filepersist: %w", ErrClosed)
	}
	return ctx.Err()
}

// The ends of the names of files.
const (
	storeSuffix = ".store"
	queueSuffix = ".queue"
)

// base is how the names of the files of an identity begin.
func (d *Dir) base(identity string) string {
	name := "client"
	if identity != "" {
		sum := sha256.Sum256([]byte(identity))
		name = "id-" + hex.EncodeToString(sum[:16])
	}
	return filepath.Join(d.path, name)
}

// read returns a file, nothing when there is none.
func (d *Dir) read(name string) ([]byte, error) {
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, err
	case info.Size() > d.maxBytes:
		return nil, fmt.Errorf("%w: %d bytes, the limit is %d", ErrTooLarge, info.Size(), d.maxBytes)
	}
	return os.ReadFile(name)
}

// aside moves a file away that cannot be read.
func aside(name string, cause error) error {
	e := &CorruptError{File: filepath.Base(name), Err: cause}
	if os.Rename(name, name+".corrupt") == nil {
		e.Moved = e.File + ".corrupt"
	}
	return e
}

// write makes a file, and returns when it is on the disk. F need not look at
// errors.
func write(name string, f func(*bufio.Writer)) error {
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(file, 64<<10)
	f(w)
	if err := errors.Join(w.Flush(), file.Sync(), file.Close()); err != nil {
		return errors.Join(err, os.Remove(name))
	}
	return nil
}

// remove deletes files that may not be there, in that order.
func remove(names ...string) error {
	for _, name := range names {
		if err := os.Remove(name); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	return nil
}

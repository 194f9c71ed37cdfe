package filepersist

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/recordio"
)

// queueMagic begins a journal. Then there are its records.
const queueMagic = "tfqueue\x01"

var (
	errNoQueue = errors.New("it is no journal")
	errUnread  = errors.New("the journal could not be read, and is left as it is")
)

// unread is the length of a journal that could not be read.
const unread = -1

// Records returns the records of a journal. One that was not written to its end
// is dropped. When others are damaged, that is a *CorruptError: the journal as
// it was is kept aside, and what is before the damage remains. To a journal that the system
// does not let it read, nothing is added until it does.
func (d *Dir) Records(ctx context.Context, identity string) ([][]byte, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if err := d.usable(ctx); err != nil {
		return nil, err
	}
	name := d.base(identity) + queueSuffix
	records, err := d.scan(name)
	if _, known := d.whole[name]; err != nil && !known {
		d.whole[name] = unread
	}
	if err != nil {
		return records, fmt.Errorf("filepersist: %w", err)
	}
	return records, nil
}

// scan reads a journal, and notes where its last whole record ends.
func (d *Dir) scan(name string) ([][]byte, error) {
	data, err := d.read(name)
	switch {
	case errors.Is(err, ErrTooLarge):
		d.whole[name] = 0
		return nil, aside(name, err)
	case err != nil:
		return nil, err
	}
	records, whole, err := decodeQueue(data)
	if err == nil || errors.Is(err, recordio.ErrTorn) {
		d.whole[name] = whole
		return records, nil
	}
	fault := aside(name, err)
	d.whole[name] = 0
	if len(records) > 0 {
		return records, errors.Join(fault, d.rewrite(name, records))
	}
	return records, fault
}

// decodeQueue returns the records, which are parts of data, and how many bytes
// of a journal are whole. An empty one is torn.
func decodeQueue(data []byte) (records [][]byte, whole int64, err error) {
	rest, ok := bytes.CutPrefix(data, []byte(queueMagic))
	switch {
	case !ok && bytes.HasPrefix([]byte(queueMagic), bytes.TrimRight(data, "\x00")): // some file systems leave zeros
		return nil, 0, recordio.ErrTorn
	case !ok:
		return nil, 0, errNoQueue
	}
	records, n, err := recordio.Split(rest)
	return records, int64(len(queueMagic) + n), err
}

// Append adds a record to a journal, and returns when it is on the disk.
func (d *Dir) Append(ctx context.Context, identity string, record []byte) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if err := d.usable(ctx); err != nil {
		return err
	}
	if err := d.append(d.base(identity)+queueSuffix, record); err != nil {
		return fmt.Errorf("filepersist: %w", err)
	}
	return nil
}

func (d *Dir) append(name string, record []byte) error {
	whole, known := d.whole[name]
	if !known || whole > 0 && isShorter(name, whole) {
		if _, err := d.scan(name); err != nil {
			return err
		}
		whole = d.whole[name]
	}
	if whole == unread {
		return errUnread
	}
	var data []byte
	if whole == 0 {
		data = []byte(queueMagic)
	}
	data = recordio.Append(data, record)
	if whole+int64(len(data)) > d.maxBytes {
		return fmt.Errorf("%w: the limit is %d bytes", ErrTooLarge, d.maxBytes)
	}
	d.loose = d.loose || whole == 0
	if err := writeAt(name, whole, data); err != nil {
		return err
	}
	if err := d.fasten(); err != nil {
		return errors.Join(err, os.Truncate(name, whole)) // the record must not come back
	}
	d.whole[name] = whole + int64(len(data))
	return nil
}

// isShorter reports whether others have cut a file, or removed it. What is written behind
// its end would not be read.
func isShorter(name string, length int64) bool {
	info, err := os.Stat(name)
	return errors.Is(err, os.ErrNotExist) || err == nil && info.Mode().IsRegular() && info.Size() < length
}

// writeAt makes data the end of a file, from an offset on.
func writeAt(name string, offset int64, data []byte) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	err = f.Truncate(offset) // what an attempt before has left
	if err == nil {
		_, err = f.WriteAt(data, offset)
	}
	if err == nil {
		err = f.Sync()
	}
	if err != nil { // the record must not come back
		_ = f.Truncate(offset)
	}
	return errors.Join(err, f.Close())
}

// Rewrite replaces the records of a journal. With none it deletes the journal.
func (d *Dir) Rewrite(ctx context.Context, identity string, records [][]byte) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if err := d.usable(ctx); err != nil {
		return err
	}
	if err := d.rewrite(d.base(identity)+queueSuffix, records); err != nil {
		return fmt.Errorf("filepersist: %w", err)
	}
	return nil
}

func (d *Dir) rewrite(name string, records [][]byte) error {
	if d.whole[name] == unread {
		return errUnread
	}
	if len(records) == 0 {
		delete(d.whole, name)
		d.loose = true
		if err := remove(name, name+".new"); err != nil {
			return err
		}
		return d.fasten()
	}
	size := int64(len(queueMagic))
	for _, r := range records {
		size += int64(recordio.HeaderLen + len(r))
	}
	if size > d.maxBytes {
		return fmt.Errorf("%w: %d bytes, the limit is %d", ErrTooLarge, size, d.maxBytes)
	}
	err := write(name+".new", func(w *bufio.Writer) {
		_, _ = w.WriteString(queueMagic)
		for _, r := range records {
			writeRecord(w, r)
		}
	})
	if err != nil {
		return err
	}
	if err := os.Rename(name+".new", name); err != nil {
		return err
	}
	d.whole[name], d.loose = size, true
	return d.fasten()
}

// fasten makes the names of journals durable, before anything in one of them counts.
func (d *Dir) fasten() error {
	if !d.loose {
		return nil
	}
	err := d.syncDir(d.path)
	d.loose = err != nil
	return err
}

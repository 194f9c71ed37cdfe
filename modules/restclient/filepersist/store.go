package filepersist

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/recordio"
)

// storeMagic begins a file of tables. Then there is a record of what they are,
// and one for each of them.
const storeMagic = "tfstore\x01"

// described is a table in the first record.
type described struct {
	Name        string `json:"name"`
	Fingerprint string `json:"fingerprint"`
}

var errNoStore = errors.New("it is no file of tables")

// Load returns the tables that were saved last. When they are damaged, that is a
// *CorruptError, and it returns those of the time before with it. It returns them with
// ErrUnfinished when they are behind.
func (d *Dir) Load(ctx context.Context, identity string) ([]restclient.SavedTable, error) {
	d.stores.Lock()
	defer d.stores.Unlock()
	if err := d.usable(ctx); err != nil {
		return nil, err
	}
	base := d.base(identity)
	behind := slices.Contains(d.behind, base)
	name := base + storeSuffix
	tables, err := d.loadFile(name)
	if tables == nil {
		older, olderErr := d.loadFile(name + ".old")
		tables, err, behind = older, errors.Join(err, olderErr), true
	}
	if tables != nil && behind && err == nil {
		err = fmt.Errorf("filepersist: %s: %w", filepath.Base(name), ErrUnfinished)
	}
	return tables, err
}

// loadFile returns nil when there is no such file.
func (d *Dir) loadFile(name string) ([]restclient.SavedTable, error) {
	data, err := d.read(name)
	switch {
	case errors.Is(err, ErrTooLarge):
		return nil, fmt.Errorf("filepersist: %w", aside(name, err))
	case err != nil:
		return nil, fmt.Errorf("filepersist: %w", err)
	case data == nil:
		return nil, nil
	}
	tables, err := decodeStore(data)
	if err != nil {
		return nil, fmt.Errorf("filepersist: %w", aside(name, err))
	}
	return tables, nil
}

// decodeStore returns a slice that is not nil, whose data are parts of data.
func decodeStore(data []byte) ([]restclient.SavedTable, error) {
	rest, ok := bytes.CutPrefix(data, []byte(storeMagic))
	if !ok {
		return nil, errNoStore
	}
	records, _, err := recordio.Split(rest)
	if err != nil {
		return nil, err
	}
	var index []described
	if len(records) == 0 {
		return nil, recordio.ErrTorn
	}
	if err := json.Unmarshal(records[0], &index); err != nil {
		return nil, err
	}
	if len(records) != 1+len(index) {
		return nil, fmt.Errorf("%w: %d tables of %d", recordio.ErrTorn, len(records)-1, len(index))
	}
	tables := make([]restclient.SavedTable, len(index))
	for i, t := range index {
		tables[i] = restclient.SavedTable{Name: t.Name, Fingerprint: t.Fingerprint, Data: records[1+i]}
	}
	return tables, nil
}

// Save replaces the tables. Those that it replaces are kept besides.
func (d *Dir) Save(ctx context.Context, identity string, tables []restclient.SavedTable) error {
	d.stores.Lock()
	defer d.stores.Unlock()
	if err := d.usable(ctx); err != nil {
		return err
	}
	if err := d.save(d.base(identity)+storeSuffix, tables); err != nil {
		return fmt.Errorf("filepersist: %w", err)
	}
	return nil
}

func (d *Dir) save(name string, tables []restclient.SavedTable) error {
	if err := d.say(); err != nil {
		return err
	}
	index := make([]described, len(tables))
	size := int64(len(storeMagic))
	for i, t := range tables {
		index[i] = described{t.Name, t.Fingerprint}
		size += int64(recordio.HeaderLen + len(t.Data))
	}
	head, err := json.Marshal(index)
	if err != nil {
		return err
	}
	if size += int64(recordio.HeaderLen + len(head)); size > d.maxBytes {
		return fmt.Errorf("%w: %d bytes, the limit is %d", ErrTooLarge, size, d.maxBytes)
	}
	temp := name + ".new"
	if err := write(temp, func(w *bufio.Writer) { writeStore(w, head, tables) }); err != nil {
		return err
	}
	// Between these two steps there is only the old one, which Load takes.
	if err := supersede(name); err != nil {
		return err
	}
	if err := os.Rename(temp, name); err != nil {
		return err
	}
	return d.syncDir(d.path)
}

// writeStore leaves errors to the Flush of w.
func writeStore(w *bufio.Writer, head []byte, tables []restclient.SavedTable) {
	_, _ = w.WriteString(storeMagic)
	writeRecord(w, head)
	for _, t := range tables {
		writeRecord(w, t.Data)
	}
}

func writeRecord(w *bufio.Writer, record []byte) {
	_, _ = w.Write(recordio.Header(record))
	_, _ = w.Write(record)
}

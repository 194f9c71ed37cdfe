package routercli

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"

	"github.com/trefoil-go/trefoil/modules/core/apichange"
)

// doc writes the description indented, so that changes of a file are read line by
// line.
func doc(c *command) error {
	file := c.flags.String("o", "", "write the description to `FILE`; a breaking change leaves it as it is")
	against := c.flags.String("against", "", "print the changes since the description in `OLD.json`")
	if err := c.parse(); err != nil {
		return err
	}
	d, err := c.router.Load(context.Background())
	if err != nil {
		return err
	}
	var text bytes.Buffer
	if err := json.Indent(&text, d.Text.Data, "", "  "); err != nil {
		return fmt.Errorf("indent the description: %w", err)
	}
	if *against != "" {
		if err := c.compare(*against, d.Text.Data); err != nil {
			return err
		}
	}
	switch {
	case *file != "":
		return save(*file, text.Bytes())
	case *against == "":
		return c.write(text.Bytes())
	}
	return nil
}

// compare prints the changes since the description in a file.
func (c *command) compare(file string, now []byte) error {
	old, err := os.ReadFile(file)
	if err != nil {
		return fmt.Errorf("read the old description: %w", err)
	}
	changes, err := apichange.Compare(old, now)
	if err != nil {
		return fmt.Errorf("compare with %s: %w", file, err)
	}
	counts := map[apichange.Kind]int{}
	var text bytes.Buffer
	for _, change := range changes {
		counts[change.Kind]++
		fmt.Fprintln(&text, change)
	}
	fmt.Fprintf(&text, "%d breaking, %d compatible change(s)\n", counts[apichange.Breaking], counts[apichange.Compatible])
	if err := c.write(text.Bytes()); err != nil {
		return err
	}
	if counts[apichange.Breaking] > 0 {
		return errBreaking
	}
	return nil
}

// save writes a file, unless it has the text already, so that its time says when
// the description changed.
func save(file string, text []byte) error {
	if old, err := os.ReadFile(file); err == nil && bytes.Equal(old, text) {
		return nil
	}
	if err := os.WriteFile(file, text, 0o644); err != nil {
		return fmt.Errorf("write the description: %w", err)
	}
	return nil
}

// Package worktest counts what code does, so that specs can say what a text costs
// and how that grows without looking at a clock: the count is the same on every
// machine, however busy it is.
//
//	counter, err := worktest.Build(ctx, GinkgoT().TempDir())
//	steps, err := counter.Steps(ctx, "markdown", once, twice)
//	Expect(steps[1]).To(BeNumerically("<", 3*steps[0]))
//
// A step is a block of statements without a branch that is executed: of our
// packages, of the parsers of others, and of the standard library's packages for
// text. The program in counted is built with Go's coverage counters for that.
// Assembly is not seen: to find a byte in a text is one step, however long the
// text is.
package worktest

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/onsi/ginkgo/v2"
)

const program = "github.com/trefoil-go/trefoil/modules/viewer/internal/worktest/counted"

// watched are the packages whose statements are counted: none that the run time
// of Go needs to write its counters, such as bytes and slices.
const watched = "github.com/trefoil-go/trefoil/modules/viewer/...,github.com/trefoil-go/trefoil/modules/core/...," +
	"github.com/yuin/goldmark/...,github.com/microcosm-cc/bluemonday/...,golang.org/x/net/html/...," +
	"go.yaml.in/yaml/v4/...," +
	"strings,strconv,html,net/url,regexp/...,unicode/utf8"

// Large marks specs that read or show something large in one goroutine, where the race
// detector has nothing to find and costs ten times as much, and specs that count
// allocations, to which it adds its own. tools/test.sh runs them without it.
var Large = ginkgo.Label("large")

// Counter runs tasks and counts their steps. It is safe for concurrent use.
type Counter struct{ path string }

// Build builds the program that counts into a directory, which the caller
// removes.
func Build(ctx context.Context, dir string) (*Counter, error) {
	path := filepath.Join(dir, "counted")
	build := exec.CommandContext(ctx, "go", "build", "-o", path, "-ldflags=-s -w", "-cover", "-covermode=atomic", "-coverpkg="+watched, program)
	if out, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("build the program that counts: %w: %s", err, out)
	}
	return &Counter{path: path}, nil
}

// Steps does a task of the program with each text, and returns how many steps
// each has taken. A task that has not ended with ctx is an error.
func (c *Counter) Steps(ctx context.Context, task string, texts ...string) ([]int, error) {
	input := make([]io.Reader, 0, 2*len(texts))
	for _, text := range texts {
		size := binary.BigEndian.AppendUint64(nil, uint64(len(text)))
		input = append(input, bytes.NewReader(size), strings.NewReader(text))
	}
	var complaint bytes.Buffer
	cmd := exec.CommandContext(ctx, c.path, task)
	cmd.Stdin, cmd.Stderr = io.MultiReader(input...), &complaint
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("count the steps of %s: %w: %s", task, errors.Join(ctx.Err(), err), complaint.String())
	}
	var steps []int
	if err := json.Unmarshal(out, &steps); err != nil {
		return nil, fmt.Errorf("read the steps of %s: %w", task, err)
	}
	return steps, nil
}

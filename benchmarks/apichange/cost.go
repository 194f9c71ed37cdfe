//go:build oasdiff

package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"time"
)

// edits make the copy that GitHub's description is compared with: the first of each is
// replaced by the second, in mostPlaces at most.
var edits = [][2]string{
	{`"maxLength": `, `"maxLength": 1`},
	{`"operationId": "repos/get"`, `"operationId": "repos/got"`},
	{`"/zen":`, `"/zens":`},
	{`"full_name": {`, `"fullname": {`},
	{`"type": "integer"`, `"type": "string"`},
}

const mostPlaces = 3

// rounds is how often each comparison is measured.
const rounds = 5

// cost measures both comparisons of GitHub's description with an edited copy, and returns
// a part of the report.
func cost(corpus string) (string, error) {
	old, err := unpacked(filepath.Join(corpus, "github.json.gz"))
	if err != nil {
		return "", err
	}
	edited, places := old, 0
	for _, e := range edits {
		places += min(mostPlaces, bytes.Count(edited, []byte(e[0])))
		edited = bytes.Replace(edited, []byte(e[0]), []byte(e[1]), mostPlaces)
	}
	var rows [2]time.Duration
	for i, compare := range []func(old, new []byte) (verdicts, error){ours, theirs} {
		if rows[i], err = median(func() error { _, err := compare(old, edited); return err }); err != nil {
			return "", err
		}
	}
	return fmt.Sprintf("## Cost\n\nGitHub's description, %.1f MB, against a copy with edits in %d places, both read from the disk before: CPU, the median of %d.\n\n"+
		"| | CPU |\n|---|--:|\n| `core/apichange`, wanted is 0.5 s at most | %.2f s |\n| oasdiff v1.33.0 | %.2f s |\n\n",
		float64(len(old))/1e6, places, rounds, rows[0].Seconds(), rows[1].Seconds()), nil
}

func unpacked(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := gzip.NewReader(f)
	if err != nil {
		return nil, err
	}
	return io.ReadAll(text)
}

// median is the CPU that work takes of this process.
func median(work func() error) (time.Duration, error) {
	var took [rounds]time.Duration
	for i := range took {
		before := cpu()
		if err := work(); err != nil {
			return 0, err
		}
		took[i] = cpu() - before
	}
	slices.Sort(took[:])
	return took[rounds/2], nil
}

func cpu() time.Duration {
	var used syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &used) // it has no way to fail
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

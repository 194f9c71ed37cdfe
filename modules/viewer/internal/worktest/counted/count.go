package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"runtime/coverage"
)

// count returns how many blocks of statements some work executes.
func count(work func()) (int, error) {
	if err := coverage.ClearCounters(); err != nil {
		return 0, err
	}
	work()
	var counters bytes.Buffer
	if err := coverage.WriteCounters(&counters); err != nil {
		return 0, err
	}
	return sum(counters.Bytes())
}

// The format in which the run time of Go writes its counters, as far as it is
// needed: a header of the file and one of the only segment, its texts and
// arguments, and then for each function their number, two names and the counters.
const (
	version       = 1
	flavorULEB128 = 2
	atVersion     = 4
	atFlavor      = 24
	atSegment     = 32
	segmentHeader = 16
)

var errFormat = errors.New("the counters are in a format that is not known")

// sum adds up counters.
func sum(data []byte) (int, error) {
	if len(data) < atSegment+segmentHeader || binary.LittleEndian.Uint32(data[atVersion:]) != version || data[atFlavor] != flavorULEB128 {
		return 0, errFormat
	}
	segment := data[atSegment:]
	functions := binary.LittleEndian.Uint64(segment)
	skipped := uint64(segmentHeader) + uint64(binary.LittleEndian.Uint32(segment[8:])) + uint64(binary.LittleEndian.Uint32(segment[12:]))
	if skipped > uint64(len(segment)) {
		return 0, errFormat
	}
	in, total := bytes.NewReader(segment[skipped:]), 0
	for range functions {
		n, err := sumFunction(in)
		if err != nil {
			return 0, fmt.Errorf("%w: %w", errFormat, err)
		}
		total += n
	}
	return total, nil
}

// sumFunction adds up the counters of one function.
func sumFunction(in *bytes.Reader) (total int, err error) {
	var head [3]uint64 // how many counters, and of what
	for i := range head {
		if head[i], err = binary.ReadUvarint(in); err != nil {
			return 0, err
		}
	}
	for range head[0] {
		times, err := binary.ReadUvarint(in)
		if err != nil {
			return 0, err
		}
		total += int(times)
	}
	return total, nil
}

// Package recordio frames records, so that whoever reads them back can tell
// which are whole.
//
//	file := append([]byte(nil), magic...)
//	file = recordio.Append(file, record)
//	records, whole, err := recordio.Split(file[len(magic):])
//
// A record is its length and the checksum of that, then the checksum of its
// content, all little endian in four bytes, and then the content. Checksums are
// CRC-32C. They find what a disk or a crash has damaged, not what somebody has
// changed on purpose.
package recordio

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
)

// HeaderLen is how many bytes are before the content of a record.
const HeaderLen = 12

// MaxLen is how long a record can be.
const MaxLen = 1<<31 - 1

// The faults that Split finds.
var (
	// ErrTorn says that the end is missing: the writer did not come that far.
	ErrTorn = errors.New("the last record is not whole")
	// ErrCorrupt says that something in the midst is not what was written.
	ErrCorrupt = errors.New("a record is damaged")
)

var table = crc32.MakeTable(crc32.Castagnoli)

// Append adds a record, which is not longer than MaxLen, to dst.
func Append(dst, record []byte) []byte { return append(appendHeader(dst, record), record...) }

// Header returns what stands before a record, for writers that do not want a
// copy of it.
func Header(record []byte) []byte { return appendHeader(nil, record) }

func appendHeader(dst, record []byte) []byte {
	at := len(dst)
	dst = binary.LittleEndian.AppendUint32(dst, uint32(len(record)))
	dst = binary.LittleEndian.AppendUint32(dst, crc32.Checksum(dst[at:at+4], table))
	return binary.LittleEndian.AppendUint32(dst, crc32.Checksum(record, table))
}

// Split returns the records of data up to the first that is not whole, and how
// many bytes those are; the records are parts of data. The error is nil,
// ErrTorn or ErrCorrupt.
func Split(data []byte) (records [][]byte, whole int, err error) {
	for whole < len(data) {
		n, err := next(data[whole:])
		if err != nil {
			return records, whole, err
		}
		end := whole + HeaderLen + n
		records = append(records, data[whole+HeaderLen:end:end])
		whole = end
	}
	return records, whole, nil
}

// next returns how long the content of the first record is. A file whose end was not
// written may have zeros there.
func next(data []byte) (int, error) {
	if len(data) < HeaderLen {
		return 0, ErrTorn
	}
	if crc32.Checksum(data[:4], table) != binary.LittleEndian.Uint32(data[4:]) {
		return 0, damage(data[8:])
	}
	n, rest := binary.LittleEndian.Uint32(data), data[HeaderLen:]
	if uint64(n) > uint64(len(rest)) {
		return 0, ErrTorn
	}
	if crc32.Checksum(rest[:n], table) == binary.LittleEndian.Uint32(data[8:]) {
		return int(n), nil
	}
	return 0, damage(rest[n:])
}

// damage is that of a record which data follows: where that is zeros alone, a file was
// made longer and not written to, which some file systems leave after a crash.
func damage(data []byte) error {
	for _, b := range data {
		if b != 0 {
			return ErrCorrupt
		}
	}
	return ErrTorn
}

package shared

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"sync"
	"time"

	"github.com/trefoil-go/trefoil/modules/core/state"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/coding"
)

const (
	// within bounds one use of the store, and textWithin one that moves a text.
	within     = 250 * time.Millisecond
	textWithin = 5 * time.Second

	// kept is how long the store keeps a version that no replica shows any more.
	kept = 10 * time.Minute
	// asking is how long a replica may ask the source before another one does, and asked
	// how long a replica that starts takes the answer for new.
	asking = 30 * time.Second
	asked  = time.Minute

	maxText      = 256 << 20 // of a version, in bytes
	maxBehind    = 64        // versions that a replica may have missed
	ahead        = 24 * time.Hour
	betweenLines = time.Minute // of the log
)

// version is one version of a description. A later one has a greater number.
type version struct {
	Number int64  `json:"number"` // the time in milliseconds, or more
	Sum    string `json:"sum"`    // SHA-256 of the text
	Size   int    `json:"size"`   // of the text, in bytes
}

// after is the version of a text that comes after another one.
func (v version) after(text []byte) version {
	return version{max(v.Number+1, time.Now().UnixMilli()), sumOf(text), len(text)}
}

func sumOf(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// plausible is false for what nobody has written as a version.
func (v version) plausible() bool {
	return v.Number > 0 && v.Number <= time.Now().Add(ahead).UnixMilli() &&
		len(v.Sum) == 2*sha256.Size && v.Size > 0 && v.Size <= maxText
}

var (
	errGarbage = errors.New("what is stored is no version of a description")
	errNoText  = errors.New("the text of a version is not stored, or another one")
)

// store has the versions of one description: the newest one, the one after each of those
// before, their texts, and whether the source was asked. It is safe for concurrent use.
type store struct {
	blobs   state.Blobs
	signals state.Signals // nil for none
	topic   string        // what keys begin with, too
	log     *slog.Logger

	mu      sync.Mutex
	failing bool      // as the log was told
	told    time.Time // when it was
}

func newStore(name string, blobs state.Blobs, signals state.Signals, log *slog.Logger) *store {
	return &store{blobs: blobs, signals: signals, topic: "viewer:" + name, log: log}
}

func (s *store) headKey() string  { return s.topic + ":head" }
func (s *store) askedKey() string { return s.topic + ":asked" }
func (s *store) afterKey(before int64) string {
	return s.topic + ":after:" + strconv.FormatInt(before, 10)
}
func (s *store) textKey(sum string) string { return s.topic + ":text:" + sum }

// newest returns the newest version from one on that the caller knows, and the one that the
// store names as the newest, which may be behind or missing.
func (s *store) newest(ctx context.Context, known version) (newest, head version, err error) {
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	var wrong error // which is as good as none
	defer func() { s.note(errors.Join(err, wrong)) }()
	if head, err = s.version(ctx, s.headKey(), &wrong); err != nil {
		return known, head, err
	}
	newest = known
	if head.Number > known.Number {
		newest = head
	}
	for range maxBehind {
		next, err := s.version(ctx, s.afterKey(newest.Number), &wrong)
		if err != nil || next.Number <= newest.Number {
			return newest, head, err
		}
		newest = next
	}
	return newest, head, nil
}

// version reads one, the zero version for none. It is also that for what is no version,
// which wrong is set to say.
func (s *store) version(ctx context.Context, key string, wrong *error) (version, error) {
	value, found, err := s.blobs.Get(ctx, key)
	if err != nil || !found {
		return version{}, err
	}
	var v version
	if json.Unmarshal(value, &v) != nil || !v.plausible() {
		*wrong = errGarbage
		return version{}, nil
	}
	return v, nil
}

// text reads the text of a version. One that is not that of the version is an error.
func (s *store) text(ctx context.Context, v version) (text []byte, err error) {
	ctx, cancel := context.WithTimeout(ctx, textWithin)
	defer cancel()
	defer func() { s.note(err) }()
	packed, found, err := s.blobs.Get(ctx, s.textKey(v.Sum))
	switch {
	case err != nil:
		return nil, err
	case !found:
		return nil, errNoText
	}
	out := limited{text: make([]byte, 0, min(v.Size, 64*len(packed))), most: v.Size}
	if _, err := coding.Gunzip(&out, packed); err != nil || sumOf(out.text) != v.Sum {
		return nil, errNoText
	}
	return out.text, nil
}

// limited takes as many bytes as it may.
type limited struct {
	text []byte
	most int
}

func (l *limited) Write(p []byte) (int, error) {
	if len(l.text)+len(p) > l.most {
		return 0, errNoText
	}
	l.text = append(l.text, p...)
	return len(p), nil
}

// add makes a version the one after another, where that has none. It is false when it has.
func (s *store) add(ctx context.Context, before, v version, text []byte) (added bool, err error) {
	var wrong error // which is as good as none
	defer func() { s.note(errors.Join(err, wrong)) }()
	value, err := s.prepare(ctx, v, text)
	if err != nil {
		return false, err
	}
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	key := s.afterKey(before.Number)
	added, err = s.blobs.PutAbsent(ctx, key, value, kept)
	if err != nil {
		return false, err
	}
	if !added {
		next, err := s.version(ctx, key, &wrong)
		if err != nil || next.Number > before.Number {
			return false, err
		}
		if err := s.blobs.Put(ctx, key, value, kept); err != nil { // it is none
			return false, err
		}
	}
	if err := s.blobs.Put(ctx, s.headKey(), value, kept); err != nil || s.signals == nil {
		return true, err
	}
	return true, s.signals.Publish(ctx, s.topic, value)
}

// keep keeps a version that is shown, with its text, as the newest one.
func (s *store) keep(ctx context.Context, v version, text []byte) (err error) {
	defer func() { s.note(err) }()
	value, err := s.prepare(ctx, v, text)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	return s.blobs.Put(ctx, s.headKey(), value, kept)
}

// prepare stores the text of a version, unless it is nil, so that whoever finds the
// version finds it. It returns how the version is stored.
func (s *store) prepare(ctx context.Context, v version, text []byte) ([]byte, error) {
	if v.Size > maxText {
		return nil, fmt.Errorf("a description of %d bytes is not shared", v.Size)
	}
	if text != nil {
		ctx, cancel := context.WithTimeout(ctx, textWithin)
		defer cancel()
		if err := s.blobs.Put(ctx, s.textKey(v.Sum), coding.Gzip(text), kept); err != nil {
			return nil, err
		}
	}
	return json.Marshal(v)
}

// begin reports whether this replica is the one to ask the source.
func (s *store) begin(ctx context.Context) (mine bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	defer func() { s.note(err) }()
	return s.blobs.PutAbsent(ctx, s.askedKey(), nil, asking)
}

// end notes that the source was asked, and whether it had a description.
func (s *store) end(ctx context.Context, well bool) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), within)
	defer cancel()
	lifetime := time.Duration(0)
	if well {
		lifetime = asked
	}
	s.note(s.blobs.Put(ctx, s.askedKey(), nil, lifetime))
}

// note tells the log that the store fails and that it is back, one line a minute at most.
func (s *store) note(err error) {
	if errors.Is(err, context.Canceled) {
		return // which says nothing of the store
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err == nil && !s.failing || time.Since(s.told) < betweenLines {
		return
	}
	s.failing, s.told = err != nil, time.Now()
	if err == nil {
		s.log.Warn("replicas share the description again", "topic", s.topic)
		return
	}
	s.log.Warn("replicas do not share the description", "topic", s.topic, "err", err)
}

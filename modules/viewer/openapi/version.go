package openapi

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"time"
)

// seen is what a file was like when it was read for its version.
type seen struct {
	size    int64
	changed time.Time
	version string
}

// coarse is how exact the times of changes are, at worst. A file that has
// changed later than that before it is looked at may change again unnoticed.
const coarse = 3 * time.Second

// Version names the text that Load would read now: its hash. A file is read
// again only when its size or the time of its last change says so, or when it
// has changed just now; the text of a URL is fetched each time.
func (s *Source) Version(ctx context.Context) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stat != nil {
		info, err := s.stat()
		if err != nil {
			return "", s.fileError(err)
		}
		if s.seen.covers(info) {
			return s.seen.version, nil
		}
		version, err := s.hash(ctx)
		if err != nil {
			return "", err
		}
		s.seen = seen{info.Size(), info.ModTime(), version}
		return version, nil
	}
	return s.hash(ctx)
}

// covers reports whether a file can be taken for what it was.
func (s seen) covers(info fs.FileInfo) bool {
	return s.version != "" && info.Size() == s.size && info.ModTime().Equal(s.changed) && time.Since(s.changed) > coarse
}

func (s *Source) hash(ctx context.Context) (string, error) {
	data, err := s.read(ctx)
	if err != nil {
		return "", s.loadError(ctx, err)
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:16]), nil
}

package lifecycle

import (
	"context"
	"log/slog"
	"strings"
)

// errorLog is where net/http writes what has no request. What a client does wrong is told
// at Debug. The handshakes of TLS that fail are not among that: a certificate may be wrong.
type errorLog struct{ *slog.Logger }

var clientsDoing = []string{
	"http2: server connection error from ", "http2: server: error reading preface from client ", "timeout waiting for SETTINGS frames from ",
}

// Write logs one line.
func (l errorLog) Write(line []byte) (int, error) {
	level, text := slog.LevelWarn, strings.TrimSuffix(string(line), "\n")
	for _, doing := range clientsDoing {
		if strings.HasPrefix(text, doing) {
			level = slog.LevelDebug
		}
	}
	l.Log(context.Background(), level, text)
	return len(line), nil
}

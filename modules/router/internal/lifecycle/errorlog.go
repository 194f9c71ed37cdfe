package lifecycle

import (
	"context"
	"log/slog"
	"slices"
	"strings"
)

// errorLog is where net/http writes what has no request. What a client does wrong is told
// at Debug.
type errorLog struct{ *slog.Logger }

// clientsDoing is how lines begin that tell of it.
var clientsDoing = []string{"http2: server", "http2: received GOAWAY ", "timeout waiting for "}

// Write logs one line.
func (l errorLog) Write(line []byte) (int, error) {
	level, text := slog.LevelWarn, strings.TrimSuffix(string(line), "\n")
	if hasPrefix(text, clientsDoing) || breaksHandshake(text) {
		level = slog.LevelDebug
	}
	l.Log(context.Background(), level, text)
	return len(line), nil
}

// ofConnections is how reasons begin that crypto/tls and net give for the end of a
// handshake. Others are of functions of the tls.Config, such as one that gets certificates.
var ofConnections = []string{"tls: ", "remote error: ", "local error: ", "client sent an HTTP request", "EOF", "unexpected EOF", "read ", "write "}

// breaksHandshake reports whether a text is that of a handshake for whose end the client is
// to blame, which it is not when it does not trust the certificate of the server.
func breaksHandshake(text string) bool {
	handshake, ok := strings.CutPrefix(text, "http: TLS handshake error from ")
	_, reason, _ := strings.Cut(handshake, ": ") // behind the address
	alert, isAlert := strings.CutPrefix(reason, "remote error: ")
	return ok && hasPrefix(reason, ofConnections) && !(isAlert && strings.Contains(alert, "certificate"))
}

func hasPrefix(text string, prefixes []string) bool {
	return slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(text, p) })
}

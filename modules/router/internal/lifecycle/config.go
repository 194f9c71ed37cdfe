package lifecycle

import (
	"crypto/tls"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"time"
)

// Config is how a server listens and stops.
type Config struct {
	Address string // to listen at; port 0 is a free one
	Logger  *slog.Logger

	tls   *tls.Config
	serve func(*http.Server, net.Listener) error // nil: without TLS

	UnencryptedHTTP2 bool // beside HTTP/1.1, without TLS

	HeaderTimeout time.Duration // of the header of a request; zero: ReadTimeout
	ReadTimeout   time.Duration // of its body; zero or less: none
	WriteTimeout  time.Duration // from the end of the header to that of the response; zero or less: none
	IdleTimeout   time.Duration // of a connection between two requests; zero: ReadTimeout
	HeaderBytes   int           // at most, as http.Server.MaxHeaderBytes counts them

	DrainDelay   time.Duration // how long a server that is told to stop serves on
	DrainTimeout time.Duration // how long it waits then
	After        func(time.Duration) <-chan time.Time

	LivePath, ReadyPath string // of the health checks, empty: not served
}

// UseTLS makes the server serve TLS, nil without. Only here it is named how, so that
// a program that does not call it is linked without half of crypto/tls.
func (c *Config) UseTLS(t *tls.Config) {
	c.tls, c.serve = t, nil
	if t != nil {
		c.serve = func(s *http.Server, l net.Listener) error { return s.ServeTLS(l, "", "") } // the certificate is that of the configuration
	}
}

// Mistakes are those of the configuration.
func (c *Config) Mistakes() []string {
	var found []string
	for _, path := range []string{c.LivePath, c.ReadyPath} {
		if path != "" && !strings.HasPrefix(path, "/") {
			found = append(found, fmt.Sprintf("health path %q: it begins with a slash", path))
		}
	}
	if c.LivePath != "" && c.LivePath == c.ReadyPath {
		found = append(found, fmt.Sprintf("health path %q is given twice", c.LivePath))
	}
	if t := c.tls; t != nil && len(t.Certificates) == 0 && t.GetCertificate == nil && t.GetConfigForClient == nil {
		found = append(found, "the TLS configuration has no certificate")
	}
	if c.tls != nil && c.UnencryptedHTTP2 {
		found = append(found, "HTTP/2 without TLS beside TLS, which has it: leave one of the two options out")
	}
	return found
}

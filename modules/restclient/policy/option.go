package policy

import "time"

// Options of the constructors here; the last one of a kind wins.
type (
	// RetryOption changes a setting of Retry.
	RetryOption interface{ forRetry(*retryConfig) }
	// AuthOption changes a setting of Auth.
	AuthOption interface{ forAuth(*authConfig) }
	// CredentialsOption changes a setting of ClientCredentials.
	CredentialsOption interface{ forCredentials(*credentials) }
	// BreakerOption changes a setting of NewBreaker.
	BreakerOption interface{ forBreaker(*breakerConfig) }
	// HedgeOption changes a setting of Hedge.
	HedgeOption interface{ forHedge(*hedgeConfig) }
	// LogOption changes a setting of Log.
	LogOption interface{ forLog(*logConfig) }
)

type (
	retryOption   func(*retryConfig)
	authOption    func(*authConfig)
	tokenOption   func(*credentials)
	breakerOption func(*breakerConfig)
	hedgeOption   func(*hedgeConfig)
)

func (o retryOption) forRetry(c *retryConfig)       { o(c) }
func (o authOption) forAuth(c *authConfig)          { o(c) }
func (o tokenOption) forCredentials(c *credentials) { o(c) }
func (o breakerOption) forBreaker(c *breakerConfig) { o(c) }
func (o hedgeOption) forHedge(c *hedgeConfig)       { o(c) }

// Clock is the option that WithClock makes.
type Clock func() time.Time

// WithClock sets the clock of whatever measures time. It is called concurrently.
// Waiting is done with timers of package time, whatever the clock; in a bubble
// of testing/synctest both are fake. Default, and nil: time.Now, whose readings
// are monotonic, so that a step of the wall clock changes nothing.
func WithClock(now func() time.Time) Clock {
	if now == nil {
		return time.Now
	}
	return now
}

func (now Clock) forRetry(c *retryConfig)       { c.budget.now = now }
func (now Clock) forAuth(c *authConfig)         { c.now = now }
func (now Clock) forCredentials(c *credentials) { c.now = now }
func (now Clock) forBreaker(c *breakerConfig)   { c.now = now }
func (now Clock) forHedge(c *hedgeConfig)       { c.budget.now = now }
func (now Clock) forLog(c *logConfig)           { c.now = now }

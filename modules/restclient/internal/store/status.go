package store

// Status says how far a stored value can be trusted.
type Status uint8

// The statuses, from absent to good.
const (
	Missing Status = iota // never stored, or deleted
	Invalid               // stored, but no answer before it is read again; lists show it
	Stale                 // may be shown, and should be read again
	Fresh                 // good
)

// String returns the name of the status in lower case.
func (s Status) String() string {
	return [...]string{"missing", "invalid", "stale", "fresh"}[s]
}

// Touch is what is done to data that is not to be trusted.
type Touch bool

// What can be done to it.
const (
	Invalidate Touch = true  // it is not shown any more, until it is read again
	Expire     Touch = false // it is shown, and stale
)

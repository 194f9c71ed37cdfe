package delivery

import "time"

// EventKind says what has happened to a mutation.
type EventKind string

// The kinds of events.
const (
	EventQueued  EventKind = "queued"
	EventSent    EventKind = "sent"
	EventDelayed EventKind = "delayed"
	EventFailed  EventKind = "failed"
	EventDropped EventKind = "dropped"
	EventFault   EventKind = "fault" // of the journal
)

// Event is news of a queue.
type Event struct {
	Kind     EventKind
	Mutation Mutation // zero for a fault
	Err      error
}

// Mutation is a mutation in a queue.
type Mutation struct {
	ID       string
	Op       string
	Method   string
	URL      string // redacted
	At       time.Time
	Attempts int
	Err      error // of the last attempt
}

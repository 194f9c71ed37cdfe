package pgstore

import "time"

// SetQuiet sets how long subscriptions that hear nothing wait before they ask the server,
// and how long they wait for its answers.
func SetQuiet(s *Store, quiet, patience time.Duration) { s.quiet, s.patience = quiet, patience }

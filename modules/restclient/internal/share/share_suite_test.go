package share_test

import (
	"testing"

	"go.uber.org/goleak"
)

// TestMain reports every goroutine that outlives the tests.
func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

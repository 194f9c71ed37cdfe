//go:build !linux || (!amd64 && !arm64)

package worker_test

// loseSeccomp has nothing to take away here.
func loseSeccomp() {}

func disturb(int) error { return nil }

// inherited is looked at where there is a sandbox.
func inherited() error { return nil }

package core

import "context"

// Progress is how far a load has come.
type Progress struct {
	// Phase is what is going on, as a reader may be told: "Reading the file".
	Phase string
	// Bytes have been dealt with in this phase, of Total. Total is 0 when it is
	// not known, as Bytes is when nothing is counted.
	Bytes, Total int64
}

type progressKey struct{}

// WithProgress returns a context whose holder is told of progress by f. The
// viewer gives it to SpecSource.Load; f must be safe for concurrent use, return
// at once, and may be called after Load has returned.
func WithProgress(ctx context.Context, f func(Progress)) context.Context {
	return context.WithValue(ctx, progressKey{}, f)
}

// ReportProgress tells whoever waits for ctx how far the work has come. It does
// nothing when nobody wants to know, so sources call it freely.
func ReportProgress(ctx context.Context, p Progress) {
	if f, ok := ctx.Value(progressKey{}).(func(Progress)); ok && f != nil {
		f(p)
	}
}

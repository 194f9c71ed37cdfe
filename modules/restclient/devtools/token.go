package devtools

import (
	"fmt"
	"hash/maphash"
	"strconv"
)

// tokens stand for names that do not belong into a URL. They are the same as long as the
// handler is.
type tokens struct{ seed maphash.Seed }

func newTokens() tokens { return tokens{maphash.MakeSeed()} }

func (ts tokens) of(name string) string {
	return fmt.Sprintf("%016x", maphash.String(ts.seed, name))
}

// safeToken is a token that was found, without anything else that its text may have.
func safeToken(token string) string {
	n, _ := strconv.ParseUint(token, 16, 64)
	return fmt.Sprintf("%016x", n)
}

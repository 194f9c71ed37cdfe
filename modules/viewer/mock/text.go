package mock

import (
	"strconv"
	"strings"
	"time"

	"github.com/trefoil-go/trefoil/modules/core/httpfield"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/phrase"
)

// clip bounds what an answer repeats of a request.
func clip(text string) string { return phrase.Clip(text, 200) }

// headerText is a text as it may stand in a header.
func headerText(text string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, text))
}

// quotedValue writes a value of a preference: in quotes where it is no token.
func quotedValue(text string) string {
	if httpfield.IsToken(text) {
		return text
	}
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(headerText(text)) + `"`
}

// seconds is a time as a preference spells it.
func seconds(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', -1, 64) }

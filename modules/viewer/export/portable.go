package export

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path"
	"regexp"
	"strings"
)

// Names that Windows keeps for devices, whatever follows a dot, and characters that
// it takes in no name.
var (
	device    = regexp.MustCompile(`(?i)^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])\s*(\.|$)`)
	forbidden = regexp.MustCompile("[\\x00-\\x1f\\x7f<>:\"\\\\|?*]")
)

// portable is the name of a file as every file system takes it: Windows has names
// of devices and forbids characters, dots and spaces at the end. What is added
// begins with a tilde that neither 0 nor 1 follows: JSON pointers have only ~0 and
// ~1, slugs have no tilde.
//
// Slugs of one kind differ in more than case. Keys of schemas may not, so that the
// file of a page of a schema is told apart by a hash.
func portable(name string) string {
	segments := strings.Split(name, "/")
	for i, s := range segments {
		s = forbidden.ReplaceAllStringFunc(s, func(c string) string { return fmt.Sprintf("~x%02x", c[0]) })
		if at := device.FindStringSubmatchIndex(s); at != nil {
			s = s[:at[3]] + "~" + s[at[3]:]
		}
		if s != "." && s != ".." && strings.HasSuffix(strings.TrimRight(s, " "), ".") || strings.HasSuffix(s, " ") {
			s += "~"
		}
		segments[i] = s
	}
	if segments[0] == "schemas" && name != strings.ToLower(name) {
		sum := sha256.Sum256([]byte(name))
		last := segments[len(segments)-1]
		segments[len(segments)-1] = strings.TrimSuffix(last, path.Ext(last)) + "~h" + hex.EncodeToString(sum[:4]) + path.Ext(last)
	}
	return strings.Join(segments, "/")
}

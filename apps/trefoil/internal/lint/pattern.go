package lint

import (
	"regexp"
	"strings"
)

// groups are the beginnings of groups that ECMA-262, section 22.2.1, knows.
var groups = regexp.MustCompile(`^\(\?(?:[:=!]|<[=!]|<[\p{L}_$][\p{L}\p{N}_$]*>|[ims]*-?[ims]*:)`)

// escapes are the letters and digits that may stand behind a backslash in a pattern with
// the flag u, which JSON Schema asks for.
const escapes = "bBdDsSwWfnrtvcxupPk0123456789"

// ecmaScript says what JavaScript cannot read of a pattern, "" when nothing was found. It
// looks for what other languages have, and reads no grammar.
func ecmaScript(pattern string) string {
	class, escape := false, -1 // where the last escape ends
	open := 0                  // groups
	for i := 0; i < len(pattern); i++ {
		rest := pattern[i:]
		switch {
		case rest[0] == '\\' && len(rest) == 1:
			return "it ends with a backslash"
		case rest[0] == '\\':
			if letter(rest[1]) && !strings.ContainsRune(escapes, rune(rest[1])) {
				return rest[:2] + " is nothing there"
			}
			if i++; strings.IndexByte("pPu", rest[1]) >= 0 && strings.HasPrefix(rest[2:], "{") {
				i += strings.IndexByte(rest[2:], '}') + 1
			}
			escape = i
		case class:
			if strings.HasPrefix(rest, "[:") && strings.Contains(rest, ":]") {
				return "[: :] is no class there"
			}
			class = rest[0] != ']'
		case rest[0] == '[':
			class = true
		case strings.HasPrefix(rest, "(?") && !groups.MatchString(rest):
			return rest[:min(3, len(rest))] + " begins no group there"
		case rest[0] == '(':
			open++
		case rest[0] == ')':
			if open--; open < 0 {
				return "a group ends that does not begin"
			}
		case rest[0] == '+' && i > 0 && i-1 != escape && strings.IndexByte("*+?}", pattern[i-1]) >= 0:
			return "a quantifier cannot follow another there"
		}
	}
	switch {
	case class:
		return "a class does not end"
	case open > 0:
		return "a group does not end"
	}
	return ""
}

func letter(b byte) bool { return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' }

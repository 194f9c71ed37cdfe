package pathtemplate

import "unicode"

// isStart reports whether a name may begin with r: "$", "_" and what Unicode
// (UAX 31) lets an identifier begin with.
func isStart(r rune) bool {
	switch {
	case r == '$', r == '_', unicode.IsLetter(r):
		return true
	case r <= unicode.MaxASCII:
		return false
	}
	return unicode.In(r, unicode.Nl, unicode.Other_ID_Start)
}

// isContinue reports whether r may stand behind the beginning of a name. The two
// joiners U+200C and U+200D may.
func isContinue(r rune) bool {
	switch {
	case isStart(r), '0' <= r && r <= '9', r == '\u200c', r == '\u200d':
		return true
	case r <= unicode.MaxASCII:
		return false
	}
	return unicode.In(r, unicode.Nd, unicode.Mn, unicode.Mc, unicode.Pc, unicode.Other_ID_Continue)
}

func isIdentifier(s string) bool {
	for i, r := range s {
		if i == 0 && !isStart(r) || !isContinue(r) {
			return false
		}
	}
	return s != ""
}

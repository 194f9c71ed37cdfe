package markdown

import "strings"

// plain reports whether a description is one line without anything that Markdown gives a
// meaning, as most descriptions of properties are. It need not be parsed.
func plain(description string) bool {
	text := strings.TrimSpace(description)
	if text == "" || len(text) > 2000 || strings.Contains(text, "www.") || strings.Contains(text, "ftp:") {
		return false
	}
	for i := range len(text) {
		if c := text[i]; !plainBytes[c] || c == ':' && strings.HasPrefix(text[i:], "://") {
			return false
		}
	}
	return startsWord(text)
}

// startsWord leaves out lines that may begin a list, a rule, a heading or code.
func startsWord(text string) bool {
	c := text[0] | 0x20 // a letter in lower case
	return 'a' <= c && c <= 'z'
}

// plainBytes are the bytes that Markdown gives no meaning.
var plainBytes = func() (plain [256]bool) {
	const letters = "abcdefghijklmnopqrstuvwxyz"
	for _, c := range []byte(letters + strings.ToUpper(letters) + "0123456789" + " .,;:()'\"-/%?!+=") {
		plain[c] = true
	}
	return plain
}()

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

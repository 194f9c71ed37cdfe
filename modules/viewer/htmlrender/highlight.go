package htmlrender

import (
	"net/http"
	"strings"
)

func httpStatus(code int) string { return http.StatusText(code) }

// token is a piece of a sample with the class of its colour, "" for none.
type token struct{ class, text string }

// colour splits a sample into coloured tokens. When the page holds enough of
// them the rest of the sample stays plain.
func (v *view) colour(s snippet) []token {
	var tokens []token
	switch s.language {
	case "json":
		tokens = jsonTokens(s.text)
	case "shell", "bash", "sh", "curl":
		tokens = shellTokens(s.text)
	}
	if len(tokens) == 0 {
		return []token{{text: s.text}}
	}
	tokens, rest := split(tokens, maxTokens-v.tokens)
	v.tokens += len(tokens)
	if rest != "" {
		tokens = append(tokens, token{text: rest})
	}
	return tokens
}

// split returns the first n tokens, and the text of the others.
func split(tokens []token, n int) ([]token, string) {
	if len(tokens) <= n {
		return tokens, ""
	}
	var rest strings.Builder
	for _, t := range tokens[n:] {
		rest.WriteString(t.text)
	}
	return tokens[:n:n], rest.String()
}

// jsonTokens colours JSON, valid or not: names, strings, numbers and words.
func jsonTokens(text string) []token {
	var tokens []token
	for i := 0; i < len(text); {
		start := i
		switch c := text[i]; {
		case c == '"':
			i = endOfString(text, i)
			class := "t-string"
			if strings.HasPrefix(strings.TrimLeft(text[i:], " \n"), ":") {
				class = "t-name"
			}
			tokens = append(tokens, token{class, text[start:i]})
		case c == '-' || isDigit(c):
			for i < len(text) && strings.IndexByte("+-.eE0123456789", text[i]) >= 0 {
				i++
			}
			tokens = append(tokens, token{"t-number", text[start:i]})
		case 'a' <= c && c <= 'z':
			for i < len(text) && 'a' <= text[i] && text[i] <= 'z' {
				i++
			}
			tokens = append(tokens, token{"t-word", text[start:i]})
		default:
			for i < len(text) && text[i] != '"' && text[i] != '-' && !isDigit(text[i]) && (text[i] < 'a' || text[i] > 'z') {
				i++
			}
			tokens = append(tokens, token{"", text[start:i]})
		}
	}
	return tokens
}

// endOfString returns where the JSON string that begins at i ends.
func endOfString(text string, i int) int {
	for i++; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(text)
}

// shellTokens colours the commands that package sample writes: options and
// quoted text.
func shellTokens(text string) []token {
	var tokens []token
	for i := 0; i < len(text); {
		start := i
		switch {
		case text[i] == '\'':
			i = endOfQuote(text, i)
			tokens = append(tokens, token{"t-string", text[start:i]})
		case strings.HasPrefix(text[i:], "--"):
			for i < len(text) && text[i] != ' ' && text[i] != '\n' {
				i++
			}
			tokens = append(tokens, token{"t-word", text[start:i]})
		default:
			for i < len(text) && text[i] != '\'' && !strings.HasPrefix(text[i:], "--") {
				i++
			}
			tokens = append(tokens, token{"", text[start:i]})
		}
	}
	return tokens
}

func endOfQuote(text string, i int) int {
	if end := strings.IndexByte(text[i+1:], '\''); end >= 0 {
		end += i + 2
		if strings.HasPrefix(text[end:], `\''`) {
			return endOfQuote(text, end+2) // an escaped quote: the text goes on
		}
		return end
	}
	return len(text)
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// pathToken is a piece of a path; variable is set for "{id}".
type pathToken struct {
	text     string
	variable bool
}

// pathTokens splits a path at its variables.
func pathTokens(path string) []pathToken {
	var tokens []pathToken
	for path != "" {
		open := strings.IndexByte(path, '{')
		end := strings.IndexByte(path, '}')
		switch {
		case open < 0 || end < open || len(tokens) > 40:
			return append(tokens, pathToken{text: path})
		case open > 0:
			tokens = append(tokens, pathToken{text: path[:open]})
		}
		tokens = append(tokens, pathToken{text: path[open : end+1], variable: true})
		path = path[end+1:]
	}
	return tokens
}

// methodClass is the class of the colour of a method.
func methodClass(name string) string {
	var b strings.Builder
	for _, c := range strings.ToLower(name) {
		if 'a' <= c && c <= 'z' {
			b.WriteRune(c)
		}
	}
	return "method-" + b.String()
}

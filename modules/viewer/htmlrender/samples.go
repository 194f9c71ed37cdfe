package htmlrender

import (
	"net/http"
	"strconv"
	"strings"
)

// Limits of the samples of one page.
const (
	maxSample = 16 << 10 // bytes shown of one sample
	maxTokens = 1200     // tokens that are coloured
	maxCards  = 24       // samples beside an operation
)

// snippet is one sample of code or data.
type snippet struct {
	title    string // of its tab: "curl", "200"
	note     string // such as the media type
	language string // "json", "shell" or anything else for plain text
	text     string
	cut      bool // text is only the beginning
	class    string

	colours string // HTML of the text in colours, "" when it is still to be made
	tokens  int    // of colours
}

func newSnippet(title, note, language, text string) snippet {
	s := snippet{title: title, note: note, language: language, text: text, cut: len(text) > maxSample}
	if s.cut {
		s.text = strings.ToValidUTF8(text[:maxSample], "")
	}
	return s
}

// lineNumbers are the numbers of the lines of a text, one a line.
func lineNumbers(text string) string {
	count := strings.Count(text, "\n") + 1
	numbers := make([]byte, 0, len("999\n")*count)
	for n := range count {
		if n > 0 {
			numbers = append(numbers, '\n')
		}
		numbers = strconv.AppendInt(numbers, int64(n+1), 10)
	}
	return string(numbers)
}

// statusClass is the class of the colour of a status.
func statusClass(status string) string {
	if status != "" && '1' <= status[0] && status[0] <= '5' {
		return "status-" + status[:1]
	}
	return "status-other"
}

// statusText is the name of a status, such as "Not Found".
func statusText(status string) string {
	code, err := strconv.Atoi(status)
	if err != nil {
		return ""
	}
	return httpStatus(code)
}

func ifText(condition bool, text string) string {
	if condition {
		return text
	}
	return ""
}

func httpStatus(code int) string { return http.StatusText(code) }

package htmlrender

import (
	"context"
	"io"
	"strings"
	"unicode"

	"github.com/a-h/templ"

	"github.com/trefoil-go/trefoil/modules/viewer/internal/wording"
)

// icons are paths of 16 by 16 pixels, drawn as lines.
var icons = map[string]string{
	"menu":     "M2 4h12M2 8h12M2 12h12",
	"close":    "M3.5 3.5l9 9M12.5 3.5l-9 9",
	"search":   "M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10zM14 14l-3.5-3.5",
	"download": "M8 2v8M4.5 7L8 10.5 11.5 7M2.5 13.5h11",
	"mode":     "M8 2v12M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zM8 4.5l3.5 0M8 7l5 0M8 9.5l5 0M8 12l3 0",
	"edit":     "M10.5 2.5l3 3L5.5 13.5l-3.5.5.5-3.5zM9 4l3 3",
	"keys":     "M1.5 4h13v8h-13zM4 6.5h.5M7 6.5h.5M10 6.5h.5M12 6.5h.1M4 9.5h8",
	"link":     "M6.5 9.5l3-3M7 4.5l1.5-1.5a2.8 2.8 0 0 1 4 4L11 8.5M9 11.5L7.5 13a2.8 2.8 0 0 1-4-4L5 7.5",
	"text":     "M3 1.5h6.5L13 5v9.5H3zM9.5 1.5V5H13M5.5 8h5M5.5 11h5",
}

// key is a row of the dialog of keys.
type key struct {
	key  string
	does wording.Key
	with bool // together with Ctrl, or Cmd on a Mac
}

// consoleKeys are the shortcuts of the console.
func consoleKeys() []key {
	return []key{{"Enter", "Send", true}, {"Enter", "Send, in a parameter or another line", false}, {"{{", "Insert a variable", false}, {"?", "These shortcuts", false}, {"Esc", "Cancel what is sent, or close what is open", false}}
}

// keys are all shortcuts of a page.
func keys(s *subject) []key {
	var list []key
	if s.known() && !s.page.Settings.HideSearch && s.page.Settings.SearchHotKey != "" {
		list = append(list, key{strings.ToUpper(s.page.Settings.SearchHotKey), "Search", true})
	}
	if s.known() {
		list = append(list, key{"j", "Next page", false}, key{"k", "Previous page", false}, key{"o", "Introduction", false})
	}
	if s.console() {
		list = append(list, key{"r", "Try it", false}, key{"Enter", "Send the request of the sample", true})
	}
	list = append(list, key{"l", "Copy link", false}, key{"m", "Copy as Markdown", false})
	if !s.page.Settings.FixedMode {
		list = append(list, key{"t", "System, light or dark", false})
	}
	return append(list, key{"?", "These shortcuts", false}, key{"Esc", "Close what is open", false})
}

// searchLabel tells the field of the sidebar from that of the search page.
func searchLabel(class string) wording.Key {
	if class == "sidebar-search" {
		return "Sidebar"
	}
	return "Whole reference"
}

// hasLongName reports whether a word of a text may have to be broken.
func hasLongName(text string) bool {
	for word := range strings.FieldsSeq(text) {
		if len(word) > 20 {
			return true
		}
	}
	return false
}

// breakableName writes a long name, which may be broken where one of its words ends.
func breakableName(name string) templ.Component {
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		_, err := io.WriteString(w, strings.Join(namePieces(name), "<wbr>"))
		return err
	})
}

// nameBreaks is in how many places a text may be broken as a name.
func nameBreaks(text string) int {
	if !hasLongName(text) {
		return 0
	}
	return len(namePieces(text)) - 1
}

// namePieces are the escaped words of a name: they end before an upper-case letter that
// follows another one, and after a separator. What is left after the most is one piece.
func namePieces(name string) []string {
	const most = 12
	var pieces []string
	start, before := 0, rune(0)
	for i, r := range name {
		ends := strings.ContainsRune("_-./:", before) || unicode.IsUpper(r) && (unicode.IsLower(before) || unicode.IsDigit(before))
		if ends && i-start > 1 && len(pieces) < most {
			pieces = append(pieces, templ.EscapeString(name[start:i]))
			start = i
		}
		before = r
	}
	return append(pieces, templ.EscapeString(name[start:]))
}

// breakable writes a piece of a path, which may be broken after its slashes, but
// not after the one that the path begins with. There is nothing else between
// them: a path is there to be copied.
func breakable(piece string, first bool) templ.Component {
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		start := ""
		if first && strings.HasPrefix(piece, "/") {
			start = "/"
		}
		list := strings.SplitAfterN(piece[len(start):], "/", 40)
		for i := range list {
			list[i] = templ.EscapeString(list[i])
		}
		_, err := io.WriteString(w, start+strings.Join(list, "<wbr>"))
		return err
	})
}

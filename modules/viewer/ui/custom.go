package ui

import "regexp"

// CustomCSS returns the sheet of an operator as it is served. Names of before
// --scalar- are replaced by those of today (--theme-color-1, --sidebar-color-1),
// and where a sheet sets a colour of text, the colour that this viewer has in its
// place, because it can be read better, is set too: the operator has the last
// word.
func CustomCSS(text string) []byte {
	text = legacySidebar.ReplaceAllString(text, "${1}--scalar-sidebar-")
	text = legacyTheme.ReplaceAllString(text, "${1}--scalar-")
	return []byte(declaration.ReplaceAllStringFunc(text, func(found string) string {
		m := declaration.FindStringSubmatch(found)
		return found + ";--" + readable[m[1]] + ":" + m[2]
	}))
}

// readable are our names of the colours that are not shown as a theme has them.
var readable = map[string]string{
	"color-1":                        "text-1",
	"color-2":                        "text-2",
	"color-3":                        "text-3",
	"color-accent":                   "link",
	"color-green":                    "green",
	"color-red":                      "red",
	"color-yellow":                   "yellow",
	"color-blue":                     "blue",
	"color-orange":                   "orange",
	"color-purple":                   "purple",
	"sidebar-item-active-background": "current",
	"sidebar-color-active":           "on-current",
}

var (
	legacySidebar = regexp.MustCompile(`(^|[^\w-])--sidebar-`)
	legacyTheme   = regexp.MustCompile(`(^|[^\w-])--theme-`)
	declaration   = regexp.MustCompile(`--scalar-((?:color-(?:1|2|3|accent|green|red|yellow|blue|orange|purple))|sidebar-item-active-background|sidebar-color-active)\s*:([^;{}]*)`)
)

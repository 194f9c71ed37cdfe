package markdown

import "cmp"

// Options say where a description stands.
type Options struct {
	// Shift is the level of the heading above: headings go down by it.
	Shift int
	// Prefix begins the ids of headings and footnotes, which must not meet those of
	// the page or of another description on it. Default: "description-".
	Prefix string
	// ImageHosts are the hosts whose images are shown. Others become links.
	ImageHosts []string
	// Link returns what a relative address leads to, as far as it is no heading of the
	// description: an address of the reference, which begins with "#" or ".", one of
	// its host, which begins with "/", an absolute one, or "" for text. Default: text.
	Link func(address string) string
}

func (o Options) prefix() string { return cmp.Or(o.Prefix, "description-") }

// Package serving holds the specs, in a real browser, of how the viewer serves
// its pages: while it loads, while its description changes, behind proxies, from
// files, and for links of other viewers.
package serving

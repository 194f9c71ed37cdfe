// Package axe has axe-core look at the pages of the reference in every theme, in
// both modes and at two widths.
package axe

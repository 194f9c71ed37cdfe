// Package access tests in a browser that everybody can use the reference: what
// axe-core says of every theme, what the keyboard alone reaches, texts written
// from right to left, and what readers ask their system for.
package access

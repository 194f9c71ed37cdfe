// Package look tests in a browser how the reference looks and moves: fonts,
// themes, the frame at every width, links that do not load the page again, keys,
// and what axe-core says about it.
package look

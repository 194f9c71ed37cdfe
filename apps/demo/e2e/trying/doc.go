// Package trying goes through everything that readers try an API with, in a
// browser: the console, credentials, samples, the search and the editor. It presses
// what it finds, and looks at what the browser says of it.
package trying

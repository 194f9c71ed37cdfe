// Package history looks into what a console keeps of the requests that were sent:
// the list, the difference between two, and the files that they are saved as.
package history

// Package following tries what consoles carry from one request to the next, in a
// real browser: links of responses, variables, and links to filled requests.
package following

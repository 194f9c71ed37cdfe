// Package proxy looks at the request proxy of the reference in a browser: pages of
// the reference can use it, nobody else can, and nothing comes of its answers.
package proxy

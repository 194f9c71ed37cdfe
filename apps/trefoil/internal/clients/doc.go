// Package clients has no code: its tests build, check and run the clients that gen
// writes, of large descriptions of real services where these are there, and of a small
// one that has the same cases.
package clients

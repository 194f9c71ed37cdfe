//go:build linux && (amd64 || arm64)

package worker

// PolicyFor is what a worker may do on a machine.
var PolicyFor = policyFor

// Package e2e tests the demo and the reference as people see them: in a real browser,
// against the whole composition. The specs of a subject stand in a folder of that
// name. All of them are one program, which starts one Chromium; `make e2e` runs it in
// parallel processes.
package e2e

// Package mocking tests the mock server beside the pages in a real browser: what a
// description gives as an answer is data there, and nothing that runs.
package mocking

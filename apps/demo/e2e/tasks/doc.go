// Package tasks performs what readers come to a console for, with a real browser, and
// counts their actions: docs/howto/try-requests.md has the table.
package tasks

// Package documents has tests only: programs of others read the documents that the
// router writes, and the clients that they make of the demo's document talk to it.
package documents

import (
	_ "github.com/oapi-codegen/runtime" // what oapi-codegen writes imports it
)

//go:build !libopenapi

package serverside

import (
	"context"
	"errors"
)

// library is what measures libopenapi in a program that was built with the tag
// libopenapi. Compiling its model takes a minute and a half of CPU, so only the
// benchmark does.
func library(context.Context, string, *Sample) (any, error) {
	return nil, errors.New("this program was built without the tag libopenapi")
}

package api

import (
	"errors"
	"net/http"

	"github.com/trefoil-go/trefoil/apps/demo/travel"
	"github.com/trefoil-go/trefoil/modules/router"
)

// statuses says how the errors of the agency are answered.
var statuses = []struct {
	err    error
	status int
}{
	{travel.ErrNotFound, http.StatusNotFound},
	{travel.ErrSoldOut, http.StatusConflict},
	{travel.ErrInvalid, http.StatusUnprocessableEntity},
}

// answer turns an error of the agency into one for the client. Others stay
// what they are: internal.
func answer[T any](v T, err error) (T, error) {
	for _, s := range statuses {
		if errors.Is(err, s.err) {
			return v, &router.ClientError{Status: s.status, Message: err.Error(), Err: err}
		}
	}
	return v, err
}

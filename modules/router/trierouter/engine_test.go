package trierouter_test

import (
	"testing"

	"github.com/trefoil-go/trefoil/modules/router/routertest"
	"github.com/trefoil-go/trefoil/modules/router/trierouter"
)

func TestEngine(t *testing.T) { routertest.TestEngine(t, trierouter.Engine()) }

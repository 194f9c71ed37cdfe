package ginrouter_test

import (
	"testing"

	"github.com/trefoil-go/trefoil/modules/router/ginrouter"
	"github.com/trefoil-go/trefoil/modules/router/routertest"
)

func TestEngine(t *testing.T) { routertest.TestEngine(t, ginrouter.Engine()) }

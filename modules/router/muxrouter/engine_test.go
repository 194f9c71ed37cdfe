package muxrouter_test

import (
	"testing"

	"github.com/trefoil-go/trefoil/modules/router/muxrouter"
	"github.com/trefoil-go/trefoil/modules/router/routertest"
)

func TestEngine(t *testing.T) { routertest.TestEngine(t, muxrouter.Engine()) }

package htmlrender_test

import (
	"testing"

	"github.com/trefoil-go/trefoil/modules/core/coretest"
	"github.com/trefoil-go/trefoil/modules/viewer/htmlrender"
)

func TestConformance(t *testing.T) { coretest.TestRenderer(t, htmlrender.New()) }

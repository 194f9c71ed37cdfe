package restclient_test

import (
	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient/httptransport"
)

func httpTransport() core.Transport { return httptransport.New(nil) }

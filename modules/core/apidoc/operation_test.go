package apidoc_test

import (
	"testing"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

func TestOperationSends(t *testing.T) {
	secured := apidoc.Operation{Security: []apidoc.SecurityRequirement{{}, {Schemes: []apidoc.RequiredScheme{{Name: "key"}}}}}
	open := apidoc.Operation{Security: []apidoc.SecurityRequirement{{}}}
	for _, c := range []struct {
		in            apidoc.Place
		name          string
		secured, open bool
	}{
		{apidoc.InHeader, "ACCEPT", false, false},
		{apidoc.InHeader, "Content-Type", false, false},
		{apidoc.InHeader, "authorization", false, true},
		{apidoc.InHeader, "X-Id", true, true},
		{apidoc.InQuery, "authorization", true, true},
		{apidoc.InCookie, "accept", true, true},
	} {
		p := apidoc.Parameter{Name: c.name, In: c.in}
		if is := secured.Sends(&p); is != c.secured {
			t.Errorf("%s in %s with security: sent is %v", c.name, c.in, is)
		}
		if is := open.Sends(&p); is != c.open {
			t.Errorf("%s in %s without: sent is %v", c.name, c.in, is)
		}
	}
}

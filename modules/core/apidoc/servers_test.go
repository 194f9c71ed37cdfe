package apidoc_test

import (
	"testing"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

func TestADocumentWithOtherServersHasItsComponents(t *testing.T) {
	doc := apidoc.New(
		apidoc.Outline{Components: []apidoc.ComponentSummary{
			{Kind: apidoc.ParameterComponent, Name: "Limit", Ref: "#/components/parameters/Limit"},
			{Kind: apidoc.PathItemComponent, Name: "Pets", Ref: "#/components/pathItems/Pets"},
		}},
		apidoc.Memory{Components: map[string]*apidoc.Component{
			"#/components/parameters/Limit": {Parameter: &apidoc.Parameter{Name: "limit"}},
			"#/components/pathItems/Pets":   {Operations: []apidoc.Operation{{Servers: []apidoc.Server{{URL: "/old"}}}}},
		}},
		apidoc.Text{},
	)
	other := doc.WithServers(func([]apidoc.Server) []apidoc.Server { return []apidoc.Server{{URL: "/mock"}} })

	limit, err := other.Component(t.Context(), "parameters-Limit")
	if err != nil || limit.Parameter.Name != "limit" {
		t.Errorf("the parameter is %+v, %v", limit, err)
	}
	pets, err := other.Component(t.Context(), "pathItems-Pets")
	if err != nil || pets.Operations[0].Servers[0].URL != "/mock" {
		t.Errorf("the path item is %+v, %v", pets, err)
	}
	if kept, err := doc.Component(t.Context(), "pathItems-Pets"); err != nil || kept.Operations[0].Servers[0].URL != "/old" {
		t.Errorf("that of the document itself is %+v, %v", kept, err)
	}
}

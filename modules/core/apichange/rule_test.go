package apichange_test

import (
	"slices"
	"testing"

	"github.com/trefoil-go/trefoil/modules/core/apichange"
)

func TestRuleOfAChange(t *testing.T) {
	var seen []apichange.Rule
	for rule, c := range map[apichange.Rule]struct{ old, new []byte }{
		apichange.RuleOperation:      {description(`{"/a":{"get":{}}}`), description(`{}`)},
		apichange.RuleOperationID:    {getting(`"operationId":"a"`), getting(`"operationId":"b"`)},
		apichange.RuleDeprecated:     {getting(``), getting(`"deprecated":true`)},
		apichange.RuleSunset:         {getting(``), getting(`"x-sunset":"2027-01-01"`)},
		apichange.RuleWebhook:        {webhooks(`{"born":{"post":{}}}`), webhooks(`{}`)},
		apichange.RuleCallback:       {getting(`"callbacks":{"done":{"{$request.query.url}":{"post":{}}}}`), getting(``)},
		apichange.RuleServer:         {serving(`[{"url":"https://a.example"},{"url":"https://b.example"}]`), serving(`[{"url":"https://b.example"}]`)},
		apichange.RuleLink:           {getting(`"responses":{"200":{"links":{"next":{"operationId":"a"}}}}`), getting(`"responses":{"200":{}}`)},
		apichange.RuleSecurityScheme: {schemes(`{"a":{"type":"oauth2","flows":{"password":{"tokenUrl":"/a"}}}}`), schemes(`{"a":{"type":"oauth2","flows":{"password":{"tokenUrl":"/b"}}}}`)},
		apichange.RuleEncoding:       {getting(`"requestBody":{"content":{"multipart/form-data":{}}}`), getting(`"requestBody":{"content":{"multipart/form-data":{"encoding":{"a":{"contentType":"text/csv"}}}}}`)},
		apichange.RuleXML:            {inXML(`{}`), inXML(`{"xml":{"name":"a"}}`)},
		apichange.RuleDefault:        {inRequest(`{}`), inRequest(`{"default":1}`)},
		apichange.RuleDiscriminator:  {inRequest(`{"discriminator":{"propertyName":"a"}}`), inRequest(`{"discriminator":{"propertyName":"b"}}`)},
		apichange.RuleParameter:      {getting(`"parameters":[{"name":"q","in":"query"}]`), getting(``)},
		apichange.RuleParameterName:  {description(`{"/{a}":{"get":{"parameters":[{"name":"a","in":"path"}]}}}`), description(`{"/{b}":{"get":{"parameters":[{"name":"b","in":"path"}]}}}`)},
		apichange.RuleParameterStyle: {getting(`"parameters":[{"name":"q","in":"query"}]`), getting(`"parameters":[{"name":"q","in":"query","explode":false}]`)},
		apichange.RuleRequestBody:    {getting(``), getting(`"requestBody":{"content":{}}`)},
		apichange.RuleRequired:       {getting(`"requestBody":{"content":{}}`), getting(`"requestBody":{"content":{},"required":true}`)},
		apichange.RuleMediaType:      {getting(`"responses":{"200":{"content":{"text/csv":{}}}}`), getting(`"responses":{"200":{}}`)},
		apichange.RuleStatus:         {getting(`"responses":{"200":{}}`), getting(`"responses":{}`)},
		apichange.RuleHeader:         {getting(`"responses":{"200":{"headers":{"Age":{}}}}`), getting(`"responses":{"200":{}}`)},
		apichange.RuleSecurity:       {getting(``), getting(`"security":[{"jwt":[]}]`)},
		apichange.RuleType:           {inRequest(`{"type":"string"}`), inRequest(`{"type":"integer"}`)},
		apichange.RuleNull:           {inRequest(`{"type":["string","null"]}`), inRequest(`{"type":"string"}`)},
		apichange.RuleValue:          {inRequest(`{"enum":[1,2]}`), inRequest(`{"enum":[1]}`)},
		apichange.RuleFormat:         {inRequest(`{}`), inRequest(`{"format":"uuid"}`)},
		apichange.RuleBound:          {inRequest(`{}`), inRequest(`{"maxItems":1}`)},
		apichange.RulePattern:        {inRequest(`{}`), inRequest(`{"pattern":"a"}`)},
		apichange.RuleMultipleOf:     {inRequest(`{}`), inRequest(`{"multipleOf":2}`)},
		apichange.RuleUniqueItems:    {inRequest(`{}`), inRequest(`{"uniqueItems":true}`)},
		apichange.RuleMember:         {inRequest(`{"properties":{"a":{},"b":{}}}`), inRequest(`{"properties":{"b":{}}}`)},
		apichange.RuleOtherMembers:   {inRequest(`{}`), inRequest(`{"additionalProperties":false}`)},
		apichange.RuleAlternative:    {inRequest(`{"anyOf":[{"type":"string"},{"type":"integer"},{"type":"boolean"}]}`), inRequest(`{"anyOf":[{"type":"string"},{"type":"integer"}]}`)},
		apichange.RuleKeyword:        {inRequest(`{}`), inRequest(`{"not":{}}`)},
	} {
		changes := compare(t, c.old, c.new)
		if len(changes) != 1 || changes[0].Rule != rule {
			t.Errorf("got %+v, want one change of the rule %s", changes, rule)
		}
		if rule.Source() == "" {
			t.Errorf("the rule %s has no source", rule)
		}
		seen = append(seen, rule)
	}
	slices.Sort(seen)
	if all := apichange.Rules(); !slices.Equal(seen, all) {
		t.Errorf("rules %v, want %v", all, seen)
	}
}

package apichange_test

import (
	"fmt"
	"testing"
)

// serving is a description with these servers.
func serving(servers string) []byte {
	return fmt.Appendf(nil, `{"openapi": "3.1.0", "servers": %s, "paths": {"/a": {"get": {}}, "/b": {"get": {}}}}`, servers)
}

// schemes is a description with these security schemes.
func schemes(members string) []byte {
	return fmt.Appendf(nil, `{"openapi": "3.2.0", "paths": {}, "components": {"securitySchemes": %s}}`, members)
}

const regions = `[{"url":"https://{region}.example","variables":{"region":{"default":%s,"enum":%s}}}]`

func TestChangesOfServers(t *testing.T) {
	for _, c := range []struct {
		name, old, new string
		want           []string
	}{
		{"a server is gone", `[{"url":"https://a.example"},{"url":"https://b.example/"}]`, `[{"url":"https://b.example"}]`, []string{"breaking: the server https://a.example is gone (/servers/0)"}},
		{"a server is new", `[{"url":"/v1"}]`, `[{"url":"/v1"},{"url":"/v2"}]`, []string{"compatible: the server /v2 is new (/servers/1)"}},
		{"a server moves", `[{"url":"/v1"}]`, `[{"url":"/v2"}]`, []string{"breaking: the server /v1 is gone (/servers/0)", "compatible: the server /v2 is new (/servers/0)"}},
		{"servers in another order with other texts", `[{"url":"/v1","description":"One"},{"url":"/v2"}]`, `[{"url":"/v2"},{"url":"/v1","description":"1"}]`, nil},
		{"servers are told", `[]`, `[{"url":"/v1"}]`, nil},
		{"servers are not told any more", `[{"url":"/v1"}]`, `[]`, nil},
		{"a variable has another default", fmt.Sprintf(regions, `"eu"`, `["eu","us"]`), fmt.Sprintf(regions, `"us"`, `["eu","us"]`), []string{`breaking: the default of the variable "region" of the server https://{region}.example was "eu" and is "us" (/servers/0/variables/region/default)`}},
		{"a variable loses a value", fmt.Sprintf(regions, `"eu"`, `["eu","us"]`), fmt.Sprintf(regions, `"eu"`, `["eu"]`), []string{`breaking: the value "us" of the variable "region" of the server https://{region}.example is gone (/servers/0/variables/region)`}},
		{"a variable gets a value", fmt.Sprintf(regions, `"eu"`, `["eu"]`), fmt.Sprintf(regions, `"eu"`, `["eu","us"]`), []string{`compatible: the value "us" of the variable "region" of the server https://{region}.example is new (/servers/0/variables/region)`}},
		{"a variable gets a list", fmt.Sprintf(regions, `"eu"`, `[]`), fmt.Sprintf(regions, `"eu"`, `["eu","us"]`), []string{`breaking: only these values of the variable "region" of the server https://{region}.example are allowed now: eu, us (/servers/0/variables/region)`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			same(t, "changes", lines(t, serving(c.old), serving(c.new)), c.want...)
		})
	}
}

func TestChangesOfTheServersOfAnOperation(t *testing.T) {
	for name, c := range map[string]struct {
		old, new string
		want     []string
	}{
		"of its path":          {`{"/a":{"servers":[{"url":"/v1"}],"get":{}}}`, `{"/a":{"servers":[{"url":"/v2"}],"get":{}}}`, []string{"breaking: GET /a: the server /v1 is gone (/paths/~1a/servers/0)", "compatible: GET /a: the server /v2 is new (/paths/~1a/servers/0)"}},
		"of its own":           {`{"/a":{"servers":[{"url":"/v1"}],"get":{}}}`, `{"/a":{"servers":[{"url":"/v1"}],"get":{"servers":[{"url":"/v1"},{"url":"/v2"}]}}}`, []string{"compatible: GET /a: the server /v2 is new (/paths/~1a/get/servers/1)"}},
		"that others have not": {`{"/a":{"get":{}},"/b":{"get":{}}}`, `{"/a":{"get":{"servers":[{"url":"/"}]}},"/b":{"get":{}}}`, nil},
	} {
		t.Run(name, func(t *testing.T) {
			same(t, "changes", lines(t, description(c.old), description(c.new)), c.want...)
		})
	}
}

func TestChangesOfSecuritySchemes(t *testing.T) {
	const flow = `{"login":{"type":"oauth2","flows":{%s}}}`
	for _, c := range []struct {
		name, old, new string
		want           []string
	}{
		{"clients get tokens elsewhere", fmt.Sprintf(flow, `"clientCredentials":{"tokenUrl":"/a"}`), fmt.Sprintf(flow, `"clientCredentials":{"tokenUrl":"/b"}`), []string{`breaking: the tokenUrl of the flow clientCredentials of the security scheme "login" was /a and is /b`}},
		{"a flow is gone", fmt.Sprintf(flow, `"password":{},"clientCredentials":{}`), fmt.Sprintf(flow, `"clientCredentials":{}`), []string{`breaking: the flow password of the security scheme "login" is gone`}},
		{"a flow is new", fmt.Sprintf(flow, `"password":{}`), fmt.Sprintf(flow, `"password":{},"deviceAuthorization":{}`), []string{`compatible: the flow deviceAuthorization of the security scheme "login" is new`}},
		{"a scope is gone", fmt.Sprintf(flow, `"password":{"scopes":{"read":"","write":""}}`), fmt.Sprintf(flow, `"password":{"scopes":{"read":"Reads"}}`), []string{`breaking: the scope "write" of the flow password of the security scheme "login" is gone`}},
		{"a scope is new", fmt.Sprintf(flow, `"password":{"scopes":{}}`), fmt.Sprintf(flow, `"password":{"scopes":{"read":""}}`), []string{`compatible: the scope "read" of the flow password of the security scheme "login" is new`}},
		{"a scheme is deprecated", `{"key":{"type":"apiKey"}}`, `{"key":{"type":"apiKey","deprecated":true}}`, []string{`compatible: the security scheme "key" is deprecated now`}},
		{"a scheme that no operation takes is new", `{}`, `{"key":{"type":"apiKey"}}`, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			same(t, "changes", kinds(t, schemes(c.old), schemes(c.new)), c.want...)
		})
	}
}

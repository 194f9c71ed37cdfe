package pairs

import (
	"fmt"
	"slices"
)

// operationEdits are about whole operations and what stands beside them.
var operationEdits = []edit{
	{"an operation is gone", usual, func(d *description) bool {
		path, ok := one(d, keys(at(d.root, "paths")))
		if !ok {
			return false
		}
		method, ok := one(d, slices.DeleteFunc(slices.Clone(methods), func(m string) bool { return at(d.root, "paths", path, m) == nil }))
		delete(at(d.root, "paths", path), method)
		return ok
	}},
	{"a path is gone", usual, func(d *description) bool {
		path, ok := one(d, keys(at(d.root, "paths")))
		delete(at(d.root, "paths"), path)
		return ok
	}},
	{"an operation is new", usual, func(d *description) bool {
		path, ok := one(d, keys(at(d.root, "paths")))
		if !ok || at(d.root, "paths", path, "patch") != nil {
			return false
		}
		at(d.root, "paths", path)["patch"] = object{"responses": object{"204": object{"description": "Done"}}}
		return true
	}},
	{"a path is new", usual, func(d *description) bool {
		path := fmt.Sprintf("/new%d", d.random.IntN(1e6))
		at(d.root, "paths")[path] = object{"get": object{"responses": object{"204": object{"description": "Done"}}}}
		return true
	}},
	{"an operation is deprecated", usual, func(d *description) bool {
		o, ok := one(d, d.operations())
		if ok {
			o["deprecated"] = true
		}
		return ok
	}},
	{"an operation is worded otherwise", usual, func(d *description) bool {
		o, ok := one(d, d.operations())
		if ok {
			o["summary"], o["description"] = "Other", "words"
		}
		return ok
	}},
	{"an operation has another tag", usual, func(d *description) bool {
		o, ok := one(d, d.operations())
		if ok {
			o["tags"] = []any{"people", "other"}
		}
		return ok
	}},
	{"an operation has another operationId", rare, func(d *description) bool {
		o, ok := one(d, d.operations())
		if ok {
			o["operationId"] = fmt.Sprintf("other%d", d.random.IntN(1e6))
		}
		return ok
	}},
	{"credentials are enough as well", usual, func(d *description) bool {
		o, ok := one(d, d.operations())
		if !ok || len(list(o, "security")) == 0 {
			return false
		}
		o["security"] = append(list(o, "security"), object{"key": []any{}, "token": []any{"read"}})
		return true
	}},
	{"credentials are not enough any more", usual, func(d *description) bool {
		o, ok := one(d, d.operations())
		if !ok || len(list(o, "security")) < 2 {
			return false
		}
		o["security"] = removed(d, list(o, "security"))
		return true
	}},
	{"a scope is needed as well, or not any more", usual, func(d *description) bool {
		o := at(d.root, "paths", "/orders/{id}", "delete")
		for _, alternative := range list(o, "security") {
			if scopes := list(alternative.(object), "token"); len(scopes) == 2 {
				alternative.(object)["token"] = []any{"read"}
				return true
			} else if len(scopes) == 1 {
				alternative.(object)["token"] = []any{"read", "write"}
				return true
			}
		}
		return false
	}},
	{"a scope is needed by all operations", rare, func(d *description) bool {
		d.root["security"] = []any{object{"token": []any{"read", "write"}}}
		return true
	}},
	{"no credentials are needed any more", rare, func(d *description) bool {
		o, ok := one(d, d.operations())
		if ok {
			o["security"] = []any{}
		}
		return ok
	}},
	{"a scheme that nothing takes is new", usual, func(d *description) bool {
		at(d.root, "components", "securitySchemes")[fmt.Sprintf("scheme%d", d.random.IntN(1e6))] = object{"type": "http", "scheme": "bearer"}
		return true
	}},
	{"tokens are elsewhere", rare, func(d *description) bool {
		at(d.root, "components", "securitySchemes", "token", "flows", "clientCredentials")["tokenUrl"] = "https://other.example"
		return true
	}},
	{"a scope is new", usual, func(d *description) bool {
		at(d.root, "components", "securitySchemes", "token", "flows", "clientCredentials", "scopes")["admin"] = "All"
		return true
	}},
	{"a webhook is gone", usual, func(d *description) bool {
		name, ok := one(d, keys(at(d.root, "webhooks")))
		delete(at(d.root, "webhooks"), name)
		return ok
	}},
	{"a webhook is new", usual, func(d *description) bool {
		name := fmt.Sprintf("hook%d", d.random.IntN(1e6))
		at(d.root, "webhooks")[name] = object{"post": object{"responses": object{"200": object{"description": "Taken"}}}}
		return true
	}},
	{"a server is gone", rare, func(d *description) bool {
		d.root["servers"] = []any{object{"url": "https://other.example"}}
		return true
	}},
	{"a schema that nothing refers to is gone", usual, func(d *description) bool {
		_, ok := at(d.root, "components", "schemas")["Unused"]
		delete(at(d.root, "components", "schemas"), "Unused")
		return ok
	}},
}

// parameterEdits are about parameters, but for their schemas.
var parameterEdits = []edit{
	{"a parameter is gone", usual, func(d *description) bool {
		o, ok := one(d, d.operations())
		if !ok || len(list(o, "parameters")) == 0 {
			return false
		}
		o["parameters"] = removed(d, list(o, "parameters"))
		return true
	}},
	{"an optional parameter is new", usual, func(d *description) bool { return addParameter(d, false) }},
	{"a required parameter is new", usual, func(d *description) bool { return addParameter(d, true) }},
	{"a parameter is required or optional now", usual, func(d *description) bool {
		p, ok := one(d, d.parameters())
		if ok {
			p["required"] = p["required"] != true
		}
		return ok
	}},
	{"a parameter is deprecated", usual, func(d *description) bool {
		p, ok := one(d, d.parameters())
		if ok {
			p["deprecated"] = true
		}
		return ok
	}},
	{"a parameter stands elsewhere", usual, func(d *description) bool {
		p, ok := one(d, d.parameters())
		if !ok || p["in"] != "query" {
			return false
		}
		p["in"] = "header"
		return true
	}},
	{"a parameter is written otherwise", rare, func(d *description) bool {
		p, ok := one(d, d.parameters())
		if !ok || at(p, "schema")["type"] != "array" {
			return false
		}
		p["explode"] = false
		return true
	}},
}

func addParameter(d *description, required bool) bool {
	o, ok := one(d, d.operations())
	if !ok {
		return false
	}
	in, _ := one(d, []string{"query", "header", "cookie"})
	o["parameters"] = append(list(o, "parameters"), object{
		"name": fmt.Sprintf("x%d", d.random.IntN(1e6)), "in": in, "required": required, "schema": object{"type": "string"},
	})
	return true
}

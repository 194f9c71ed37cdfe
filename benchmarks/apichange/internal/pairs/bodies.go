package pairs

import "slices"

// bodies are the bodies of requests.
func (d *description) bodies() []object {
	var all []object
	for _, o := range d.operations() {
		if body := at(o, "requestBody"); body != nil {
			all = append(all, body)
		}
	}
	return all
}

// bodyEdits are about the bodies of requests, but for their schemas.
var bodyEdits = []edit{
	{"a required body is new", usual, func(d *description) bool { return addBody(d, true) }},
	{"an optional body is new", usual, func(d *description) bool { return addBody(d, false) }},
	{"a body is gone", usual, func(d *description) bool {
		o, ok := one(d, d.operations())
		if !ok || at(o, "requestBody") == nil {
			return false
		}
		delete(o, "requestBody")
		return true
	}},
	{"a body is required or optional now", usual, func(d *description) bool {
		body, ok := one(d, d.bodies())
		if ok {
			body["required"] = body["required"] != true
		}
		return ok
	}},
	{"a media type of a request is gone", usual, func(d *description) bool { return removeMediaType(d, d.bodies()) }},
	{"a media type of a request is new", usual, func(d *description) bool { return addMediaType(d, d.bodies()) }},
}

func addBody(d *description, required bool) bool {
	o, ok := one(d, d.operations())
	if !ok || at(o, "requestBody") != nil {
		return false
	}
	o["requestBody"] = object{"required": required, "content": object{"application/json": object{"schema": object{"type": "object"}}}}
	return true
}

func removeMediaType(d *description, from []object) bool {
	holder, ok := one(d, from)
	if !ok || len(at(holder, "content")) < 2 {
		return false
	}
	name, _ := one(d, keys(at(holder, "content")))
	delete(at(holder, "content"), name)
	return true
}

func addMediaType(d *description, to []object) bool {
	holder, ok := one(d, to)
	if !ok || len(at(holder, "content")) == 0 {
		return false
	}
	name, _ := one(d, []string{"application/cbor", "text/plain", "application/yaml"})
	at(holder, "content")[name] = object{"schema": object{"type": "string"}}
	return true
}

// responseEdits are about responses, but for their schemas.
var responseEdits = []edit{
	{"a success status is gone", usual, func(d *description) bool { return removeStatus(d, '2') }},
	{"an error status is gone", usual, func(d *description) bool { return removeStatus(d, '4') }},
	{"a success status is new", usual, func(d *description) bool { return addStatus(d, "202") }},
	{"an error status is new", usual, func(d *description) bool { return addStatus(d, "409") }},
	{"a media type of a response is gone", usual, func(d *description) bool { return removeMediaType(d, d.responses()) }},
	{"a media type of a response is new", usual, func(d *description) bool { return addMediaType(d, d.responses()) }},
	{"a header that is always there is gone", usual, func(d *description) bool {
		r, name, ok := header(d)
		if !ok || at(r, "headers", name)["required"] != true {
			return false
		}
		delete(at(r, "headers"), name)
		return true
	}},
	{"a header may be missing", usual, func(d *description) bool {
		r, name, ok := header(d)
		if !ok || at(r, "headers", name)["required"] != true {
			return false
		}
		at(r, "headers", name)["required"] = false
		return true
	}},
	{"a header is new", usual, func(d *description) bool {
		r, ok := one(d, d.responses())
		if !ok || at(r, "headers", "X-New") != nil {
			return false
		}
		if at(r, "headers") == nil {
			r["headers"] = object{}
		}
		at(r, "headers")["X-New"] = object{"schema": object{"type": "string"}}
		return true
	}},
	{"a header has another type", usual, func(d *description) bool {
		r, name, ok := header(d)
		if ok {
			at(r, "headers", name)["schema"] = object{"type": "boolean"}
		}
		return ok
	}},
	{"a response is worded otherwise", usual, func(d *description) bool {
		r, ok := one(d, d.responses())
		if ok {
			r["description"] = "Other words"
		}
		return ok
	}},
}

func removeStatus(d *description, class byte) bool {
	o, ok := one(d, d.operations())
	if !ok || len(at(o, "responses")) < 2 {
		return false
	}
	status, ok := one(d, slices.DeleteFunc(keys(at(o, "responses")), func(s string) bool { return s[0] != class }))
	delete(at(o, "responses"), status)
	return ok
}

func addStatus(d *description, status string) bool {
	o, ok := one(d, d.operations())
	if !ok || at(o, "responses", status) != nil {
		return false
	}
	at(o, "responses")[status] = object{"description": "New"}
	return true
}

// header returns a header and the response that has it.
func header(d *description) (response object, name string, ok bool) {
	var with []object
	for _, r := range d.responses() {
		if len(at(r, "headers")) > 0 {
			with = append(with, r)
		}
	}
	if response, ok = one(d, with); ok {
		name, _ = one(d, keys(at(response, "headers")))
	}
	return response, name, ok
}

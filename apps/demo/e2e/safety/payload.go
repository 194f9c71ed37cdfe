package safety

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

// payload is a text that calls H with its number where a page lets it.
type payload struct{ name, text string }

// payloadFile is the environment variable that names a file of more payloads.
const payloadFile = "TREFOIL_PAYLOADS"

// payloads are our own, and those that stand beside the repository, if any.
func payloads() []payload {
	GinkgoHelper()
	var list []payload
	for _, file := range []string{"safety/testdata/payloads.json", cmp.Or(os.Getenv(payloadFile), "../../../../shared/security/xss-public.json")} {
		data, err := os.ReadFile(file)
		if os.IsNotExist(err) {
			continue
		}
		Expect(err).NotTo(HaveOccurred())
		var named [][2]string
		Expect(json.Unmarshal(data, &named)).To(Succeed())
		for _, p := range named {
			list = append(list, payload{p[0], strings.ReplaceAll(p[1], "H()", fmt.Sprintf("H(%d)", len(list)))})
		}
	}
	return list
}

type object = map[string]any

// inGroup is how many payloads stand together on a page, each in a part of its own
// or all in the same texts.
const inGroup = 12

// parts is a description with an operation, a model and a tag for each payload,
// which stands in every text, name and address of them. Operations stand in groups
// of inGroup too, each of which is a tag.
func parts(list []payload) string {
	GinkgoHelper()
	paths, schemas, tags, webhooks := object{}, object{}, []any{}, object{}
	components := object{"schemas": schemas}
	for i, p := range list {
		x := p.text
		schema := schemaOf(x)
		tag := fmt.Sprint("t", i)
		tags = append(tags, object{"name": tag, "x-displayName": x, "summary": x, "description": x, "externalDocs": docsOf(x)})
		group := fmt.Sprint("g", i/inGroup)
		if i%inGroup == 0 {
			tags = append(tags, object{"name": group})
		}
		schemas[fmt.Sprint("M", i)] = schema
		unused(components, x, fmt.Sprint(i), schema)
		paths[fmt.Sprint("/p", i, "/", x)] = object{"summary": x, "description": x, "post": operationOf(x, fmt.Sprint("op", i), schema, tag, group)}
		webhooks[fmt.Sprint("w", i)] = object{"post": operationOf(x, fmt.Sprint("hook", i), object{"$ref": fmt.Sprint("#/components/schemas/M", i)}, x)}
	}
	return encode(object{
		"openapi": "3.1.0", "info": object{"title": "T", "version": "1"}, "paths": paths, "webhooks": webhooks, "tags": tags,
		"components": components,
	})
}

// unused adds a component of each kind that nothing refers to.
func unused(components object, x, number string, schema object) {
	o := operationOf(x, "unused"+number, schema, "t"+number)
	ok := o["responses"].(object)["200"].(object)
	for kind, c := range map[string]struct {
		name  string
		value any
	}{
		"parameters": {"P", o["parameters"].([]any)[1]}, "responses": {"R", ok}, "requestBodies": {"B", o["requestBody"]},
		"headers": {"H", ok["headers"].(object)[x]}, "links": {"L", ok["links"].(object)[x]}, "callbacks": {"C", o["callbacks"].(object)[x]},
		"pathItems": {"I", object{"summary": x, "description": x, "put": o}},
		"examples":  {"E", object{"summary": x, "description": x, "value": object{x: x}, "externalValue": x}},
	} {
		if components[kind] == nil {
			components[kind] = object{}
		}
		components[kind].(object)[c.name+number] = c.value
		components[kind].(object)[x] = c.value
	}
}

func docsOf(x string) object { return object{"url": x, "description": x} }

func schemaOf(x string) object {
	return object{
		"title": x, "description": x, "type": "object", "externalDocs": docsOf(x), "x-" + x: x, "$comment": x, "required": []string{x},
		"properties": object{x: object{
			"type": "string", "description": x, "enum": []string{x}, "default": x, "const": x, "examples": []string{x}, "pattern": x, "format": x,
			"contentMediaType": x, "contentEncoding": x, "xml": object{"name": x, "namespace": x, "prefix": x},
		}},
		"discriminator": object{"propertyName": x, "mapping": object{x: x}},
	}
}

func operationOf(x, id string, schema object, tags ...string) object {
	example := object{"summary": x, "description": x, "value": object{x: x}, "externalValue": x}
	content := object{x: object{"schema": schema, "examples": object{x: example}}, "application/json": object{"schema": schema, "example": object{x: x}}}
	header := object{x: object{"description": x, "schema": schema, "example": x}}
	link := object{"operationId": x, "operationRef": x, "description": x, "parameters": object{x: x}, "requestBody": x, "server": object{"url": x}}
	return object{
		"operationId": id, "summary": x, "description": x, "tags": tags, "externalDocs": docsOf(x), "x-" + x: object{x: x},
		"x-codeSamples": []object{{"lang": x, "label": x, "source": x}},
		"parameters": []any{
			object{"name": x, "in": "query", "description": x, "example": x, "schema": schema},
			object{"name": x, "in": "header", "description": x, "examples": object{x: example}, "style": x},
		},
		"requestBody": object{"description": x, "content": content},
		"servers":     []any{object{"url": x, "description": x, "variables": object{x: object{"default": x, "enum": []string{x}, "description": x}}}},
		"security":    []any{object{x: []string{x}}},
		"callbacks":   object{x: object{x: object{"post": object{"summary": x, "description": x, "responses": object{"200": object{"description": x}}}}}},
		"responses": object{
			"200": object{"description": x, "content": content, "headers": header, "links": object{x: link}}, x: object{"description": x},
		},
	}
}

// whole is a description with a payload in every text, name and address that
// stands on its overview, problems included.
func whole(p payload) string {
	GinkgoHelper()
	x := p.text
	flow := object{"authorizationUrl": x, "tokenUrl": x, "refreshUrl": x, "scopes": object{x: x}}
	return encode(object{
		"openapi": "3.1.0", "x-" + x: x, "externalDocs": docsOf(x), "jsonSchemaDialect": x,
		"info": object{
			"title": x, "version": x, "summary": x, "description": x, "termsOfService": x, "x-" + x: x,
			"contact": object{"name": x, "url": x, "email": x}, "license": object{"name": x, "identifier": x, "url": x},
			"x-logo": object{"url": x, "href": x, "altText": x, "backgroundColor": x},
		},
		"servers": []any{object{"url": x, "description": x, "variables": object{x: object{"default": x, "enum": []string{x}, "description": x}}}},
		"tags":    []any{object{"name": x, "description": x}}, "x-tagGroups": []any{object{"name": x, "tags": []string{x, "missing " + x}}},
		"paths":    object{x: object{"get": object{"operationId": x, "tags": []string{x}, "parameters": x}}, "/a": object{"$ref": x}},
		"security": []any{object{x: []string{x}}},
		"components": object{
			"schemas": object{x: object{"$ref": "#/nowhere/" + x}},
			"securitySchemes": object{
				x:     object{"type": "oauth2", "description": x, "flows": object{"implicit": flow, "authorizationCode": flow}},
				"key": object{"type": "apiKey", "name": x, "in": x}, "http": object{"type": "http", "scheme": x, "bearerFormat": x},
				"open": object{"type": "openIdConnect", "openIdConnectUrl": x}, "other": object{"type": x},
			},
		},
	})
}

func encode(v any) string {
	GinkgoHelper()
	text, err := json.Marshal(v)
	Expect(err).NotTo(HaveOccurred())
	return string(text)
}

// joined are payloads with inGroup of the given ones each, one after the other.
func joined(list []payload) []payload {
	var all []payload
	for some := range slices.Chunk(list, inGroup) {
		var p payload
		for _, one := range some {
			p.name += one.name + " "
			p.text += one.text + "\n\n"
		}
		all = append(all, p)
	}
	return all
}

package lint

import (
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/braces"
	"github.com/trefoil-go/trefoil/modules/core/jsonpointer"
)

// object is what OpenAPI says of the members of a kind of object.
type object struct {
	needs    []string
	excludes [][]string        // of each list one member at the most
	parts    map[string]string // members and the kind of what is in them: "kind", "[]kind", "{}kind", "[]", "{}"
	others   []string          // members beside these
}

// knows reports whether an object may have a member.
func (o object) knows(name string) bool {
	return strings.HasPrefix(name, "x-") || slices.Contains(o.needs, name) || slices.Contains(o.others, name) ||
		slices.ContainsFunc(o.excludes, func(list []string) bool { return slices.Contains(list, name) })
}

var (
	methods = []string{"get", "put", "post", "delete", "options", "head", "patch", "trace", "query"}

	// objects are those of OpenAPI 3, by what a message calls them. What the reader tells of
	// is not repeated here.
	objects = map[string]object{
		"a description": {parts: map[string]string{
			"info": "an info", "servers": "[]a server", "paths": "{}a path", "webhooks": "{}a path", "components": "components",
			"tags": "[]a tag", "externalDocs": "a link to documents", "security": "[]{}[]a text",
		}, others: []string{"openapi", "$self", "jsonSchemaDialect"}},
		"an info":             {needs: []string{"title", "version"}, parts: map[string]string{"contact": "a contact", "license": "a license"}, others: []string{"summary", "description", "termsOfService"}},
		"a contact":           {others: []string{"name", "url", "email"}},
		"a license":           {needs: []string{"name"}, excludes: [][]string{{"identifier", "url"}}},
		"a link to documents": {needs: []string{"url"}, others: []string{"description"}},
		"a tag":               {needs: []string{"name"}, parts: map[string]string{"externalDocs": "a link to documents"}, others: []string{"summary", "description", "parent", "kind"}},
		"a server":            {needs: []string{"url"}, parts: map[string]string{"variables": "{}a server variable"}, others: []string{"name", "description"}},
		"a server variable":   {needs: []string{"default"}, parts: map[string]string{"enum": "[]a text", "default": "a text"}, others: []string{"description"}},
		"components": {parts: map[string]string{
			"responses": "{}a response", "parameters": "{}a parameter", "examples": "{}an example", "requestBodies": "{}a request body",
			"headers": "{}a header", "securitySchemes": "{}a security scheme", "links": "{}a link", "callbacks": "{}{}a path",
			"pathItems": "{}a path", "mediaTypes": "{}a media type", "schemas": "{}a schema",
		}},
		"a path": {parts: map[string]string{"servers": "[]a server", "parameters": "[]a parameter", "additionalOperations": "{}an operation"}, others: []string{"$ref", "summary", "description"}},
		"an operation": {parts: map[string]string{
			"tags": "[]a text", "externalDocs": "a link to documents", "parameters": "[]a parameter", "requestBody": "a request body",
			"responses": "{}a response", "callbacks": "{}{}a path", "servers": "[]a server", "security": "[]{}[]a text",
		}, others: []string{"summary", "description", "operationId", "deprecated"}},
		"a parameter":       {excludes: [][]string{{"schema", "content"}, {"example", "examples"}}, parts: map[string]string{"schema": "a schema", "examples": "{}an example", "content": "{}a media type"}, others: []string{"name", "in", "description", "required", "deprecated", "allowEmptyValue", "style", "explode", "allowReserved"}},
		"a header":          {excludes: [][]string{{"schema", "content"}, {"example", "examples"}}, parts: map[string]string{"schema": "a schema", "examples": "{}an example", "content": "{}a media type"}, others: []string{"description", "required", "deprecated", "style", "explode"}},
		"a request body":    {needs: []string{"content"}, parts: map[string]string{"content": "{}a media type"}, others: []string{"description", "required"}},
		"a response":        {parts: map[string]string{"headers": "{}a header", "content": "{}a media type", "links": "{}a link"}, others: []string{"summary", "description"}},
		"a media type":      {excludes: [][]string{{"example", "examples"}}, parts: map[string]string{"schema": "a schema", "itemSchema": "a schema", "examples": "{}an example", "encoding": "{}an encoding"}, others: []string{"prefixEncoding", "itemEncoding"}},
		"an encoding":       {parts: map[string]string{"headers": "{}a header"}, others: []string{"contentType", "style", "explode", "allowReserved", "encoding", "prefixEncoding", "itemEncoding"}},
		"an example":        {excludes: [][]string{{"value", "externalValue"}, {"serializedValue", "externalValue"}, {"value", "dataValue"}, {"value", "serializedValue"}}, others: []string{"summary", "description"}},
		"a link":            {excludes: [][]string{{"operationRef", "operationId"}}, parts: map[string]string{"parameters": "{}", "server": "a server"}, others: []string{"requestBody", "description"}},
		"a discriminator":   {needs: []string{"propertyName"}, parts: map[string]string{"mapping": "{}a text"}, others: []string{"defaultMapping"}},
		"an XML object":     {excludes: [][]string{{"nodeType", "attribute"}, {"nodeType", "wrapped"}}, others: []string{"name", "namespace", "prefix"}},
		"a security scheme": {needs: []string{"type"}, parts: map[string]string{"flows": "flows"}, others: []string{"type", "description", "name", "in", "scheme", "bearerFormat", "openIdConnectUrl", "oauth2MetadataUrl", "deprecated"}},
		"flows": {parts: map[string]string{
			"implicit": "an implicit flow", "authorizationCode": "an authorization code flow", "password": "a flow", "clientCredentials": "a flow", "deviceAuthorization": "a device flow",
		}},
		"a flow":                     {needs: []string{"tokenUrl", "scopes"}, parts: map[string]string{"scopes": "{}a text"}, others: []string{"refreshUrl"}},
		"a device flow":              {needs: []string{"deviceAuthorizationUrl", "tokenUrl", "scopes"}, parts: map[string]string{"scopes": "{}a text"}, others: []string{"refreshUrl"}},
		"an implicit flow":           {needs: []string{"authorizationUrl", "scopes"}, parts: map[string]string{"scopes": "{}a text"}, others: []string{"refreshUrl"}},
		"an authorization code flow": {needs: []string{"authorizationUrl", "tokenUrl", "scopes"}, parts: map[string]string{"scopes": "{}a text"}, others: []string{"refreshUrl"}},
	}

	// schemeNeeds are the members of a security scheme, by its type.
	schemeNeeds = map[string][]string{"apiKey": {"name", "in"}, "http": {"scheme"}, "oauth2": {"flows"}, "openIdConnect": {"openIdConnectUrl"}, "mutualTLS": nil}

	nodeTypes = []string{"element", "attribute", "text", "cdata", "none"}
	// styles are those of parameters, by their place.
	styles = map[string][]string{
		"path": {"matrix", "label", "simple"}, "query": {"form", "spaceDelimited", "pipeDelimited", "deepObject"},
		"header": {"simple"}, "cookie": {"form", "cookie"}, "querystring": nil,
	}

	variable       = regexp.MustCompile(`\{[^{}]*\}`)
	componentNames = regexp.MustCompile(`^[a-zA-Z0-9._-]+$`)
)

// objects holds what is written against what OpenAPI 3 demands of each object, whether
// something refers to it or not.
func (c *checker) objects() {
	if root, ok := c.root.(map[string]any); ok && root["openapi"] != nil {
		c.part("a description", "", root)
	}
}

// part checks the value of a member, of which kind says what it is. A null is a member that
// is not there.
func (c *checker) part(kind, pointer string, value any) {
	if value == nil || kind == "" {
		return
	}
	if of, ok := strings.CutPrefix(kind, "[]"); ok {
		list, ok := value.([]any)
		if !ok {
			c.formless(kind, pointer, "a list")
		}
		for i, item := range list {
			c.part(of, pointer+"/"+strconv.Itoa(i), item)
		}
		return
	}
	switch {
	case kind == "a schema":
		c.schema(pointer, value)
		return
	case kind == "a text":
		if !isText.is(value) {
			c.formless("{}", pointer, isText.means)
		}
		return
	}
	members, ok := value.(map[string]any)
	if !ok {
		c.formless(kind, pointer, isObject.means)
		return
	}
	if of, ok := strings.CutPrefix(kind, "{}"); ok {
		if _, refers := members["$ref"].(string); refers && of == "a path" {
			return // a callback that stands elsewhere
		}
		for _, name := range slices.Sorted(maps.Keys(members)) {
			if !strings.HasPrefix(name, "x-") {
				c.part(of, pointer+"/"+jsonpointer.Escape(name), members[name])
			}
		}
		return
	}
	if ref, ok := members["$ref"]; ok && ref != nil {
		c.refers(kind, pointer+"/$ref", ref)
		return
	}
	c.object(kind, pointer, members)
}

// formless notes a part that is no object or list, unless the reader has told of it.
func (c *checker) formless(kind, pointer, form string) {
	if c.told(pointer) {
		return
	}
	if strings.HasPrefix(kind, "{}") || strings.HasPrefix(kind, "[]") {
		kind = strconv.Quote(jsonpointer.Unescape(pointer[strings.LastIndex(pointer, "/")+1:]))
	}
	c.found(memberValue, pointer, "%s must be %s", kind, form)
}

// told reports whether the reader has told of what stands at a pointer.
func (c *checker) told(pointer string) bool {
	return slices.ContainsFunc(c.doc.Problems, func(p apidoc.Problem) bool { return p.Pointer == pointer })
}

func (c *checker) object(kind, pointer string, members map[string]any) {
	o := objects[kind]
	c.need(kind, pointer, members, o.needs...)
	for _, list := range o.excludes {
		if members[list[0]] != nil && members[list[1]] != nil {
			c.found(membersExclude, pointer, "%s has either %q or %q", kind, list[0], list[1])
		}
	}
	for _, name := range slices.Sorted(maps.Keys(members)) {
		c.member(kind, pointer, name, members[name])
	}
	c.particular(kind, pointer, members)
}

// particular checks what holds for one kind of object alone.
func (c *checker) particular(kind, pointer string, members map[string]any) {
	switch kind {
	case "a description":
		c.uniform(members["paths"])
		if c.old() {
			c.need(kind, pointer, members, "paths")
		}
	case "a server":
		c.templated(pointer, members)
	case "a server variable":
		if values, ok := members["enum"].([]any); ok && len(values) == 0 {
			c.found(memberValue, pointer+"/enum", `"enum" must be %s`, isList.means)
		}
	case "components":
		c.names(pointer, members)
	case "a path":
		c.duplicates(pointer, members)
		c.additional(pointer+"/additionalOperations", members["additionalOperations"])
	case "an operation":
		c.identified(pointer, members["operationId"])
		c.duplicates(pointer, members)
		c.statuses(pointer+"/responses", members["responses"])
	case "a parameter", "a header":
		c.placed(kind, pointer, members)
		if members["schema"] == nil && members["content"] == nil {
			c.found(memberMissing, pointer, `%s needs "schema" or "content"`, kind)
		}
		if content, ok := members["content"].(map[string]any); ok && len(content) != 1 {
			c.found(contentEntries, pointer+"/content", "the content of %s has one media type, not %d", kind, len(content))
		}
	case "a request body":
		if content, ok := members["content"].(map[string]any); ok && len(content) == 0 {
			c.found(contentEmpty, pointer+"/content", "the content of %s has no media type: what a client may send is not said", kind)
		}
	case "a response":
		if c.before("3.2") {
			c.need(kind, pointer, members, "description")
		}
	case "an encoding":
		c.value(pointer, "style", members["style"], styles["query"])
	case "an XML object":
		c.value(pointer, "nodeType", members["nodeType"], nodeTypes)
	case "a link":
		if members["operationRef"] == nil && members["operationId"] == nil {
			c.found(memberMissing, pointer, `%s needs "operationRef" or "operationId"`, kind)
		}
	case "a security scheme":
		of, _ := members["type"].(string)
		c.value(pointer, "type", members["type"], c.since("3.1", "mutualTLS", slices.Sorted(maps.Keys(schemeNeeds))))
		if of == "apiKey" {
			c.value(pointer, "in", members["in"], []string{"cookie", "header", "query"})
		}
		c.need(kind+" of type "+of, pointer, members, schemeNeeds[of]...)
	}
}

// placed checks where a parameter or header is, and how it is written.
func (c *checker) placed(kind, pointer string, members map[string]any) {
	in, _ := members["in"].(string)
	if kind == "a header" {
		in = "header"
	} else {
		c.value(pointer, "in", members["in"], c.since("3.2", "querystring", slices.Sorted(maps.Keys(styles))))
	}
	if in == "querystring" && members["schema"] != nil {
		c.found(memberValue, pointer+"/schema", "a parameter in querystring has content in place of a schema")
	}
	if allowed := styles[in]; members["style"] != nil && allowed != nil {
		c.value(pointer, "style", members["style"], c.since("3.2", "cookie", allowed))
	}
	name, _ := members["name"].(string)
	if p := (apidoc.Parameter{Name: name, In: apidoc.Place(in)}); p.Ignored() {
		c.found(headerIgnored, pointer, "the header %q means nothing as a parameter: media types and security say what it holds", name)
	}
}

// since takes out of a list what the versions before one do not have.
func (c *checker) since(version, name string, list []string) []string {
	if !c.before(version) {
		return list
	}
	return slices.DeleteFunc(slices.Clone(list), func(s string) bool { return s == name })
}

// additional finds methods that have a member of their own.
func (c *checker) additional(pointer string, operations any) {
	members, _ := operations.(map[string]any)
	for _, method := range methods {
		if name := strings.ToUpper(method); members[name] != nil {
			c.found(memberValue, pointer+"/"+name, "the method %s has the member %q of its path", name, method)
		}
	}
}

// value checks a member that has one of some values. One that is missing is for need.
func (c *checker) value(pointer, name string, value any, allowed []string) {
	if text, ok := value.(string); value != nil && (!ok || !slices.Contains(allowed, text)) {
		c.found(memberValue, pointer+"/"+name, "%q must be one of %s", name, strings.Join(allowed, ", "))
	}
}

func (c *checker) need(kind, pointer string, members map[string]any, names ...string) {
	for _, name := range names {
		if _, ok := members[name]; !ok {
			c.found(memberMissing, pointer, "%s needs %q", kind, name)
		}
	}
}

// templated holds the address of a server against its variables.
func (c *checker) templated(pointer string, server map[string]any) {
	address, _ := server["url"].(string)
	variables, _ := server["variables"].(map[string]any)
	for _, name := range braces.Names(address) {
		if variables[name] == nil {
			c.found(serverVariable, pointer, "the variable %q of the address is not declared", name)
		}
	}
}

func (c *checker) names(pointer string, components map[string]any) {
	for _, kind := range slices.Sorted(maps.Keys(components)) {
		named, _ := components[kind].(map[string]any)
		for _, name := range slices.Sorted(maps.Keys(named)) {
			if !strings.HasPrefix(kind, "x-") && !componentNames.MatchString(name) {
				c.found(componentName, pointer+"/"+kind+"/"+jsonpointer.Escape(name), "the name %q has characters other than letters, digits, points, hyphens and underscores", name)
			}
		}
	}
}

// duplicates finds parameters that one list has twice.
func (c *checker) duplicates(pointer string, members map[string]any) {
	list, _ := members["parameters"].([]any)
	seen := map[[2]string]bool{}
	for i, item := range list {
		p, _ := item.(map[string]any)
		if ref, ok := p["$ref"].(string); ok && strings.HasPrefix(ref, "#/") {
			target, _ := c.at(ref[1:])
			p, _ = target.(map[string]any)
		}
		in, _ := p["in"].(string)
		name, ok := p["name"].(string)
		if !ok {
			continue // which the reader tells of
		}
		id := [2]string{in, name}
		if in == "header" {
			id[1] = strings.ToLower(name) // RFC 9110, section 5.1
		}
		if seen[id] {
			c.found(parameterDuplicate, pointer+"/parameters/"+strconv.Itoa(i), "the list has another parameter %q in %s", name, in)
		} else {
			seen[id] = true
		}
	}
}

// statuses checks the keys as they are written: the reader knows ranges in small letters.
func (c *checker) statuses(pointer string, value any) {
	responses, _ := value.(map[string]any)
	for _, key := range slices.Sorted(maps.Keys(responses)) {
		if !strings.HasPrefix(key, "x-") && !status.MatchString(key) {
			c.found(responseStatus, pointer+"/"+jsonpointer.Escape(key), "%q is neither a status, nor a range such as 4XX, nor default", key)
		}
	}
}

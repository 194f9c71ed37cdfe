package lint

import (
	"maps"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/jsonpointer"
)

// The members that are a text, or true or false, in every object that has them.
var (
	texts = []string{
		"$self", "authorizationUrl", "bearerFormat", "contentType", "defaultMapping", "description", "deviceAuthorizationUrl", "email", "externalValue",
		"identifier", "jsonSchemaDialect", "kind", "name", "namespace", "oauth2MetadataUrl", "openIdConnectUrl", "operationId", "operationRef", "parent",
		"prefix", "propertyName", "refreshUrl", "scheme", "serializedValue", "summary", "termsOfService", "title", "tokenUrl", "url", "version",
	}
	flags = []string{"allowEmptyValue", "allowReserved", "attribute", "deprecated", "explode", "required", "wrapped"}
)

// newer are the members that OpenAPI 3.0 does not have, by the version that has them first.
var newer = map[string]map[string][]string{
	"a description":     {"3.1": {"webhooks", "jsonSchemaDialect"}, "3.2": {"$self"}},
	"an info":           {"3.1": {"summary"}},
	"a license":         {"3.1": {"identifier"}},
	"components":        {"3.1": {"pathItems"}, "3.2": {"mediaTypes"}},
	"a tag":             {"3.2": {"summary", "parent", "kind"}},
	"a server":          {"3.2": {"name"}},
	"a path":            {"3.2": {"query", "additionalOperations"}},
	"a media type":      {"3.2": {"itemSchema", "prefixEncoding", "itemEncoding"}},
	"an encoding":       {"3.2": {"encoding", "prefixEncoding", "itemEncoding"}},
	"an example":        {"3.2": {"dataValue", "serializedValue"}},
	"a response":        {"3.2": {"summary"}},
	"a security scheme": {"3.2": {"deprecated", "oauth2MetadataUrl"}},
	"flows":             {"3.2": {"deviceAuthorization"}},
	"a discriminator":   {"3.2": {"defaultMapping"}},
	"an XML object":     {"3.2": {"nodeType"}},
}

// member checks one member of an object.
func (c *checker) member(kind, pointer, name string, value any) {
	o, at := objects[kind], pointer+"/"+jsonpointer.Escape(name)
	of, isPart := o.parts[name]
	switch {
	case isPart:
		c.part(of, at, value)
	case kind == "a path" && slices.Contains(methods, name):
		c.part("an operation", at, value)
	case !o.knows(name):
		c.found(memberUnknown, at, "%s has no member %q in OpenAPI", kind, name)
	case value != nil && slices.Contains(texts, name) && !isText.is(value):
		c.formless("{}", at, isText.means)
	case value != nil && slices.Contains(flags, name) && !isBoolean.is(value):
		c.formless("{}", at, isBoolean.means)
	}
	for version, names := range newer[kind] {
		if slices.Contains(names, name) && c.before(version) {
			c.found(memberUnknown, at, "%s has no member %q before OpenAPI %s", kind, name, version)
		}
	}
}

// before reports whether the description is of OpenAPI 3 and an earlier version than one.
func (c *checker) before(version string) bool {
	root, _ := c.root.(map[string]any)
	said, _ := root["openapi"].(string)
	return strings.HasPrefix(said, "3.") && said < version
}

// refers checks what a part refers to: a component of another kind cannot stand there.
func (c *checker) refers(kind, pointer string, ref any) {
	to, ok := ref.(string)
	if !ok {
		c.formless("{}", pointer, isText.means)
		return
	}
	section, name, ok := strings.Cut(strings.TrimPrefix(to, "#/components/"), "/")
	of := strings.TrimPrefix(objects["components"].parts[section], "{}")
	component := ok && of != "" && strings.HasPrefix(to, "#/components/") && !strings.Contains(name, "/")
	if component && of != kind && !c.told(strings.TrimSuffix(pointer, "/$ref")) {
		c.found(memberValue, pointer, "%s refers to what stands in %s", kind, section)
	}
}

// uniform finds paths that are one path but for the names of their variables.
func (c *checker) uniform(paths any) {
	members, _ := paths.(map[string]any)
	seen := map[string]string{}
	for _, path := range slices.Sorted(maps.Keys(members)) {
		form := variable.ReplaceAllString(path, "{}")
		if other, known := seen[form]; known {
			c.found(pathDuplicate, "/paths/"+jsonpointer.Escape(path), "the path is %q with other names of its variables", other)
		} else {
			seen[form] = path
		}
	}
}

// identified finds an operationId that another operation has, unless the reader has told of
// it, which knows those of paths.
func (c *checker) identified(pointer string, id any) {
	name, _ := id.(string)
	if other, known := c.ids[name]; known && !c.told(pointer) {
		c.found(remark, pointer, "the operationId %q is that of %s too", name, other)
	} else if name != "" {
		c.ids[name] = pointer
	}
}

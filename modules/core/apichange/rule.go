package apichange

import (
	"maps"
	"slices"
)

// Rule names what was compared. Its source says what it means to clients.
type Rule string

// The rules.
const (
	RuleOperation      Rule = "operation"
	RuleOperationID    Rule = "operationId"
	RuleDeprecated     Rule = "deprecated"
	RuleSunset         Rule = "sunset" // the day on which something goes
	RuleWebhook        Rule = "webhook"
	RuleCallback       Rule = "callback"
	RuleServer         Rule = "server"
	RuleLink           Rule = "link"
	RuleParameter      Rule = "parameter"
	RuleParameterName  Rule = "parameter-name" // of one of the path, which is known by its place
	RuleParameterStyle Rule = "parameter-style"
	RuleRequestBody    Rule = "request-body"
	RuleRequired       Rule = "required" // a parameter, body, header or member that must be there
	RuleMediaType      Rule = "media-type"
	RuleStatus         Rule = "status"
	RuleHeader         Rule = "header"
	RuleSecurity       Rule = "security"        // what an operation asks for
	RuleSecurityScheme Rule = "security-scheme" // how clients get it
	RuleEncoding       Rule = "encoding"        // of a part of a body
	RuleXML            Rule = "xml"             // how a value is written in XML
	RuleDefault        Rule = "default"
	RuleDiscriminator  Rule = "discriminator"
	RuleType           Rule = "type"
	RuleNull           Rule = "null"
	RuleValue          Rule = "value" // of enum and const
	RuleFormat         Rule = "format"
	RuleBound          Rule = "bound" // of a number, a length or a count
	RulePattern        Rule = "pattern"
	RuleMultipleOf     Rule = "multipleOf"
	RuleUniqueItems    Rule = "uniqueItems"
	RuleMember         Rule = "member"
	RuleOtherMembers   Rule = "additionalProperties"
	RuleAlternative    Rule = "alternative" // of anyOf and oneOf
	RuleKeyword        Rule = "keyword"     // any other, which is compared as it is written
)

// Source is where the rule comes from, such as "OpenAPI 3.1, section 4.8.10". It is empty
// for a text that is no rule of this package.
func (r Rule) Source() string { return sources[r] }

// Rules returns all rules, sorted.
func Rules() []Rule { return slices.Sorted(maps.Keys(sources)) }

// sources are sections of OpenAPI 3.1 and of JSON Schema 2020-12.
var sources = map[Rule]string{
	RuleOperation:      "OpenAPI 3.1, section 4.8.9",
	RuleOperationID:    "OpenAPI 3.1, section 4.8.10",
	RuleDeprecated:     "OpenAPI 3.1, sections 4.8.10 and 4.8.12.2",
	RuleSunset:         "RFC 8594, section 3",
	RuleWebhook:        "OpenAPI 3.1, section 4.8.1",
	RuleCallback:       "OpenAPI 3.1, section 4.8.18",
	RuleServer:         "OpenAPI 3.1, sections 4.8.5 and 4.8.6",
	RuleLink:           "OpenAPI 3.1, section 4.8.20",
	RuleParameter:      "OpenAPI 3.1, section 4.8.12",
	RuleParameterName:  "OpenAPI 3.1, section 4.8.8.2",
	RuleParameterStyle: "OpenAPI 3.1, section 4.8.12.2",
	RuleRequestBody:    "OpenAPI 3.1, section 4.8.13",
	RuleRequired:       "OpenAPI 3.1, sections 4.8.12.2 and 4.8.13; JSON Schema Validation, section 6.5.3",
	RuleMediaType:      "OpenAPI 3.1, sections 4.8.13 and 4.8.17",
	RuleStatus:         "OpenAPI 3.1, section 4.8.16",
	RuleHeader:         "OpenAPI 3.1, section 4.8.17",
	RuleSecurity:       "OpenAPI 3.1, section 4.8.30",
	RuleSecurityScheme: "OpenAPI 3.1, sections 4.8.27 to 4.8.29",
	RuleEncoding:       "OpenAPI 3.1, section 4.8.15",
	RuleXML:            "OpenAPI 3.1, section 4.8.26; OpenAPI 3.2, section 4.26",
	RuleDefault:        "OpenAPI 3.1, section 4.8.24; JSON Schema Validation, section 9.2",
	RuleDiscriminator:  "OpenAPI 3.1, section 4.8.25",
	RuleType:           "JSON Schema Validation, section 6.1.1",
	RuleNull:           "JSON Schema Validation, section 6.1.1; OpenAPI 3.0, section 4.7.24",
	RuleValue:          "JSON Schema Validation, sections 6.1.2 and 6.1.3",
	RuleFormat:         "JSON Schema Validation, section 7; OpenAPI 3.1, section 4.4",
	RuleBound:          "JSON Schema Validation, sections 6.2 to 6.5",
	RulePattern:        "JSON Schema Validation, section 6.3.3",
	RuleMultipleOf:     "JSON Schema Validation, section 6.2.1",
	RuleUniqueItems:    "JSON Schema Validation, section 6.4.3",
	RuleMember:         "JSON Schema Core, section 10.3.2.1",
	RuleOtherMembers:   "JSON Schema Core, section 10.3.2.3",
	RuleAlternative:    "JSON Schema Core, sections 10.2.1.2 and 10.2.1.3",
	RuleKeyword:        "JSON Schema Core, sections 8 to 11",
}

package problem

// The codes of FieldErrors that the router writes: the keywords of JSON Schema 2020-12
// (draft-bhutton-json-schema-validation-01) where one says it.
const (
	CodeAdditionalProperties = "additionalProperties"
	CodeContentEncoding      = "contentEncoding"
	CodeEnum                 = "enum"
	CodeExclusiveMaximum     = "exclusiveMaximum"
	CodeExclusiveMinimum     = "exclusiveMinimum"
	CodeFormat               = "format"
	CodeMaxItems             = "maxItems"
	CodeMaxLength            = "maxLength"
	CodeMaxProperties        = "maxProperties"
	CodeMaximum              = "maximum"
	CodeMinItems             = "minItems"
	CodeMinLength            = "minLength"
	CodeMinProperties        = "minProperties"
	CodeMinimum              = "minimum"
	CodeMultipleOf           = "multipleOf"
	CodePattern              = "pattern"
	CodePropertyNames        = "propertyNames"
	CodeRequired             = "required"
	CodeType                 = "type"
	CodeUniqueItems          = "uniqueItems"
)

// The codes for what JSON Schema has no word for.
const (
	CodeInvalid          = "invalid"          // the application refuses it and gives no code
	CodeMediaType        = "mediaType"        // the body is of another type
	CodeRepeated         = "repeated"         // a member of an object is there twice
	CodeTooLarge         = "tooLarge"         // longer than so many bytes
	CodeTooMany          = "tooMany"          // more than so many pairs, parts or levels
	CodeTooSlow          = "tooSlow"          // the body did not arrive in time
	CodeUnknownParameter = "unknownParameter" // a query parameter that nothing reads
	CodeUnreadable       = "unreadable"       // no value of the type, or no JSON
)

// Codes returns all codes of the router, each with the members of a FieldError that
// may be set with it: what a list of translations has to know. Item may be set with
// all of them.
func Codes() map[string][]string {
	limit := []string{"limit"}
	return map[string][]string{
		CodeAdditionalProperties: nil,
		CodeContentEncoding:      {"format"},
		CodeEnum:                 {"allowed"},
		CodeExclusiveMaximum:     limit,
		CodeExclusiveMinimum:     limit,
		CodeFormat:               {"format"},
		CodeMaxItems:             limit,
		CodeMaxLength:            limit,
		CodeMaxProperties:        limit,
		CodeMaximum:              limit,
		CodeMinItems:             limit,
		CodeMinLength:            limit,
		CodeMinProperties:        limit,
		CodeMinimum:              limit,
		CodeMultipleOf:           limit,
		CodePattern:              {"pattern"},
		CodePropertyNames:        nil,
		CodeRequired:             nil,
		CodeType:                 {"type"},
		CodeUniqueItems:          nil,
		CodeInvalid:              nil,
		CodeMediaType:            {"allowed"},
		CodeRepeated:             nil,
		CodeTooLarge:             limit,
		CodeTooMany:              limit,
		CodeTooSlow:              nil,
		CodeUnknownParameter:     {"meant"},
		CodeUnreadable:           nil,
	}
}

package argument

// WithoutOffsets has everything read by package reflect, as the build tag
// rest_safe does.
func WithoutOffsets(c *compiler) { c.offsets = false }

// HasOffsets is false under the build tag rest_safe.
const HasOffsets = hasOffsets

package gate

import (
	"fmt"
	"strings"

	"github.com/trefoil-go/trefoil/modules/viewer/internal/phrase"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/tree"
)

// expected ends every sentence that says what a file is instead.
const expected = "a Swagger 2.0 or OpenAPI 3.0, 3.1 or 3.2 description is expected"

// Version returns the version that a description names: "2.0", or one that
// begins with "3.0", "3.1" or "3.2". It refuses everything else and says what it
// is.
func Version(root *tree.Node) (string, error) {
	if !tree.IsMap(root) {
		return "", tree.ErrorAt(root, fmt.Sprintf("this is %s; %s", tree.Kind(root), expected))
	}
	for _, name := range []string{"openapi", "swagger"} {
		if key, value := tree.Member(root, name); key != nil {
			return versionOf(name, value)
		}
	}
	return "", tree.ErrorAt(root, stranger(root)+"; "+expected)
}

func versionOf(name string, value *tree.Node) (string, error) {
	version := tree.Text(value)
	switch {
	case name == "swagger" && version == "2.0":
		return version, nil
	case name == "swagger" && tree.IsScalar(value) && strings.HasPrefix(version, "1."):
		return "", tree.ErrorAt(value, "this is a Swagger "+version+" description, which is too old; "+expected)
	case name == "swagger" && version == "2":
		return "", tree.ErrorAt(value, `the version of Swagger is written "2.0"`)
	case name == "openapi" && tree.IsNumber(value):
		return "", tree.ErrorAt(value, fmt.Sprintf("the version is the number %s and must be text with three parts, such as \"3.1.0\"", version))
	case name == "openapi" && known(version):
		return version, nil
	}
	if !tree.IsScalar(value) || version == "" {
		return "", tree.ErrorAt(value, fmt.Sprintf("%q is %s and not a version; %s", name, tree.Kind(value), expected))
	}
	return "", tree.ErrorAt(value, fmt.Sprintf("%q is not a version of %s that is known; %s", clip(version), name, expected))
}

// known reports whether a version is 3.0, 3.1 or 3.2, with any patch level.
func known(version string) bool {
	if len(version) < 3 || len(version) > 32 {
		return false
	}
	minor, patch := version[:3], version[3:]
	return (minor == "3.0" || minor == "3.1" || minor == "3.2") && (patch == "" || len(patch) > 1 && patch[0] == '.' && '0' <= patch[1] && patch[1] <= '9')
}

// clip is the beginning of what was written, for a message.
func clip(s string) string { return phrase.Clip(s, 40) }

// stranger says what an object without a version probably is.
func stranger(root *tree.Node) string {
	has := func(name string) bool { return tree.Get(root, name) != nil }
	switch {
	case has("asyncapi"):
		return "this is an AsyncAPI description"
	case has("swaggerVersion"):
		return "this is a Swagger " + tree.Text(tree.Get(root, "swaggerVersion")) + " description, which is too old"
	case has("arazzo"):
		return "this is an Arazzo description"
	case has("overlay"):
		return "this is an OpenAPI overlay"
	case has("info") && has("item"):
		return "this is a Postman collection"
	case has("log") && tree.Get(tree.Get(root, "log"), "entries") != nil:
		return "this is a HAR recording"
	case has("$schema"):
		return "this is a JSON Schema"
	case has("paths") || has("info"):
		return `the version is missing: the description lacks "openapi" and "swagger"`
	}
	return `this object has neither "openapi" nor "swagger"`
}

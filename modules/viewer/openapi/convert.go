package openapi

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/gate"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/tree"
)

// ToJSON returns a description in JSON, indented: as it is when it was written
// so, converted when it was written in YAML. Members keep their order and
// numbers their digits; comments are lost, and what YAML aliases stand for is
// written out. The text must be one that a Source has read.
func ToJSON(text apidoc.Text) ([]byte, error) {
	if !isYAML(text) {
		return text.Data, nil
	}
	root, err := parsed(text)
	if err != nil {
		return nil, fmt.Errorf("convert the description to JSON: %w", err)
	}
	var out bytes.Buffer
	if err := json.Indent(&out, tree.JSON(root), "", "  "); err != nil {
		return nil, fmt.Errorf("convert the description to JSON: %w", err)
	}
	out.WriteByte('\n')
	return out.Bytes(), nil
}

// ToYAML returns a description in YAML 1.2, as ToJSON does in JSON.
func ToYAML(text apidoc.Text) ([]byte, error) {
	if isYAML(text) {
		return text.Data, nil
	}
	root, err := parsed(text)
	if err != nil {
		return nil, fmt.Errorf("convert the description to YAML: %w", err)
	}
	return tree.YAML(root, len(text.Data)/3*4), nil
}

func isYAML(text apidoc.Text) bool { return text.MediaType == "application/yaml" }

// parsed reads a text that has passed the gate once: nothing bounds it but the
// number of its values, which aliases multiply.
func parsed(text apidoc.Text) (*tree.Node, error) {
	if !isYAML(text) {
		root, _, err := tree.ParseJSON(string(text.Data), tree.Limits{})
		return root, err
	}
	checked, err := gate.Read(string(text.Data), newConfig(nil).limits)
	if err != nil {
		return nil, err
	}
	return checked.Root, nil
}

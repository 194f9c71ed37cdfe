package export

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"

	"golang.org/x/net/html"
)

// choices is the file of the examples that belong to alternatives. Many alternatives have
// the same, and many operations have those of each other.
type choices struct {
	// Choices are the numbers of examples, by what is chosen: "response.200.json.owner:1".
	Choices map[string][]int `json:"choices"`
	// Examples are what a script puts in the place of what it finds on the page: the text
	// to be copied, within an element with the id of the example.
	Examples []json.RawMessage `json:"examples"`

	numbers map[string]int // of examples
}

func newChoices() *choices { return &choices{Choices: map[string][]int{}, numbers: map[string]int{}} }

// add adds an example of an alternative.
func (c *choices) add(key, id string, example *html.Node) error {
	for n := range example.Descendants() {
		if !hasNode(n, "data-copy-source") {
			continue
		}
		text, err := encoded([]any{"details", map[string]string{"id": id}, tree(n)})
		if err != nil {
			return err
		}
		number, known := c.numbers[string(text)]
		if !known {
			number = len(c.Examples)
			c.numbers[string(text)] = number
			c.Examples = append(c.Examples, text)
		}
		c.Choices[key] = append(c.Choices[key], number)
		return nil
	}
	return nil
}

// writeChoices writes the file, which has its name from what is in it, and returns that.
func (s *stage) writeChoices(c *choices) (name string, err error) {
	text, err := encoded(c)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(text)
	name = "data/choices/" + hex.EncodeToString(sum[:8]) + ".js"
	return name, s.writeValue(name, json.RawMessage(text))
}

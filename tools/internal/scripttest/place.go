package scripttest

import (
	"encoding/json"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/chromedp/cdproto/runtime"
)

// places finds places of the sources by those of a bundle.
type places struct {
	sources []string
	lines   [][]mapping // of the bundle, by their columns
}

// mapping says that what begins at a column of a bundle is from a line of a source.
type mapping struct{ column, source, line int }

// places reads the source map of a file's bundle.
func (p *page) places(file string) (*places, error) {
	var m struct {
		Sources  []string `json:"sources"`
		Mappings string   `json:"mappings"`
	}
	if err := json.Unmarshal(p.bundles[label(file)].sourceMap, &m); err != nil {
		return nil, fmt.Errorf("read the source map of %s: %w", file, err)
	}
	lines, err := readMappings(m.Mappings)
	if err != nil {
		return nil, fmt.Errorf("read the source map of %s: %w", file, err)
	}
	found := &places{lines: lines}
	for _, source := range m.Sources {
		found.sources = append(found.sources, path.Join("out", path.Dir(file), source))
	}
	return found, nil
}

// readMappings reads what stands under "mappings" in a source map (ECMA-426,
// section 9): segments of numbers in base64, each relative to the one before.
func readMappings(text string) ([][]mapping, error) {
	var lines [][]mapping
	source, line := 0, 0
	for row := range strings.SplitSeq(text, ";") {
		var list []mapping
		column := 0
		for segment := range strings.SplitSeq(row, ",") {
			numbers, err := readNumbers(segment)
			if err != nil {
				return nil, err
			}
			if len(numbers) > 0 {
				column += numbers[0]
			}
			if len(numbers) >= 4 {
				source += numbers[1]
				line += numbers[2]
				list = append(list, mapping{column, source, line})
			}
		}
		lines = append(lines, list)
	}
	return lines, nil
}

const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

// readNumbers reads numbers of variable length: five bits in a digit, the sixth
// says that more follow, and the lowest bit of a number is its sign.
func readNumbers(segment string) ([]int, error) {
	var numbers []int
	value, shift := 0, 0
	for _, c := range segment {
		digit := strings.IndexRune(digits, c)
		if digit < 0 {
			return nil, fmt.Errorf("%q is no digit", c)
		}
		value |= digit & 31 << shift
		shift += 5
		if digit&32 == 0 {
			number := value >> 1
			if value&1 == 1 {
				number = -number
			}
			numbers = append(numbers, number)
			value, shift = 0, 0
		}
	}
	return numbers, nil
}

// at returns the place "file.ts:line" of a line and column, both from 1, or "".
func (p *places) at(line, column int) string {
	if line < 1 || line > len(p.lines) {
		return ""
	}
	list := p.lines[line-1]
	i, found := slices.BinarySearchFunc(list, column-1, func(m mapping, column int) int { return m.column - column })
	if !found {
		i--
	}
	if i < 0 || list[i].source >= len(p.sources) {
		return ""
	}
	return fmt.Sprintf("%s:%d", p.sources[list[i].source], list[i].line+1)
}

var frame = regexp.MustCompile(`/bundles/[^\s()]*\.js:(\d+):(\d+)`)

// frames are the places of a stack, without those of the library of the tests.
func (p *places) frames(stack string) []string {
	var list []string
	for _, m := range frame.FindAllStringSubmatch(stack, -1) {
		line, _ := strconv.Atoi(m[1])
		column, _ := strconv.Atoi(m[2])
		if place := p.at(line, column); place != "" && !ofLibrary(place) {
			list = append(list, place)
		}
	}
	return list
}

// ofLibrary reports whether a place is in the library of the tests.
func ofLibrary(place string) bool {
	return path.Base(path.Dir(place)) == "testing" && !strings.Contains(place, suffix)
}

// first is the innermost place of a stack that is in a test, with a colon and a
// space, or "".
func (p *places) first(stack string) string {
	frames := p.frames(stack)
	for _, place := range frames {
		if strings.Contains(place, suffix) {
			return place + ": "
		}
	}
	for _, place := range frames {
		return place + ": "
	}
	return ""
}

// stack lists the places of a stack, when there are several.
func (p *places) stack(stack string) string {
	frames := p.frames(stack)
	if len(frames) < 2 {
		return ""
	}
	return "\nstack:\n  " + strings.Join(frames, "\n  ")
}

// ofDetails is the place of an exception, like first.
func (p *places) ofDetails(details *runtime.ExceptionDetails) string {
	if details.Exception != nil {
		if place := p.first(details.Exception.Description); place != "" {
			return place
		}
	}
	if place := p.at(int(details.LineNumber)+1, int(details.ColumnNumber)+1); place != "" {
		return place + ": "
	}
	return ""
}

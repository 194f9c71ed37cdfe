package htmlrender

import (
	"math"
	"strconv"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

// Heights of what a page of an operation consists of, in pixels, in a window of
// 1440 by 900.
const (
	lineHeight     = 26  // of a description
	lineLength     = 76  // characters of a line of a description
	sectionHeight  = 84  // heading of a section and the space above it
	rowHeight      = 62  // of a parameter or property
	responseHeight = 46  // of a response that is closed
	requestHeight  = 290 // of the card of a request
	exampleHeight  = 120 // of the card of an example without its text
	columnHeight   = 900 // most that samples are high: they scroll
	listHeight     = 104 // of a list of operations without its lines
	listLineHeight = 46  // of an operation in a list
	listLineWidth  = 54  // characters of a path or title on one line of it
)

// Classes of heights: class n is leastHeight * heightStep^n.
const (
	leastHeight   = 120
	heightStep    = 1.1
	heightClasses = 48
)

// heightClass is the class of a height in pixels. Heights belong to classes, as
// pages have no styles of their own.
func heightClass(pixels int) string {
	n := math.Round(math.Log(float64(max(pixels, leastHeight))/leastHeight) / math.Log(heightStep))
	return "height-" + strconv.Itoa(min(int(n), heightClasses-1))
}

// listClass is the class of a section with a list of operations, which is laid out
// when the reader comes near. Operations that stand whole below each other are so
// one by one.
func listClass(continuous bool, operations []*apidoc.OperationSummary) string {
	if continuous {
		return "tag-section"
	}
	height := listHeight
	for _, o := range operations {
		height += listLineHeight * max(len(o.Path), min(len(o.Title()), maxTitle), 1+listLineWidth) / (1 + listLineWidth)
	}
	return "tag-section is-deferred " + heightClass(height)
}

// estimate is about how high the body of an operation is. A browser that has not
// laid it out leaves as much room, so that nothing moves when it comes.
func estimate(r *reader, o *apidoc.Operation) int {
	text := proseHeight(o.PathDescription) + proseHeight(o.Description) + 32
	if len(o.Security) > 0 {
		text += sectionHeight + 20
	}
	for _, g := range parameterGroups(o.Parameters) {
		text += sectionHeight
		for _, p := range g.parameters {
			text += rowHeight + proseHeight(p.Description)*9/10
		}
	}
	if o.RequestBody != nil {
		text += sectionHeight + proseHeight(o.RequestBody.Description) + len(o.RequestBody.Content)*responseHeight
		if len(o.RequestBody.Content) > 0 {
			text += schemaHeight(r, o.RequestBody.Content[0].Schema)
		}
	}
	if len(o.Responses) > 0 {
		text += sectionHeight + len(o.Responses)*responseHeight
	}
	return max(text*26/25, sampleHeight(o))
}

func sampleHeight(o *apidoc.Operation) int {
	height := requestHeight
	if o.RequestBody != nil && len(o.RequestBody.Content) > 0 {
		height += exampleHeight + 160
	}
	for i, r := range o.Responses {
		if len(r.Content) > 0 && i == 0 {
			height += exampleHeight + 160
		} else if len(r.Content) > 0 {
			height += responseHeight
		}
	}
	return min(height, columnHeight)
}

// schemaHeight is about how high the first rows of a schema are.
func schemaHeight(r *reader, s *apidoc.Schema) int {
	if s == nil {
		return 0
	}
	n := r.element(r.follow(s))
	height := proseHeight(n.description)
	for i, p := range n.Properties {
		if i == maxDeepRows {
			break
		}
		height += rowHeight
		if p.Schema != nil {
			height += proseHeight(p.Schema.Description) * 9 / 10
		}
	}
	return height
}

func proseHeight(text string) int {
	if text == "" {
		return 0
	}
	lines := 0
	for line := range strings.SplitSeq(text, "\n") {
		lines += (len(line) + lineLength - 1) / lineLength
	}
	return (lines + strings.Count(text, "\n\n")/2) * lineHeight
}

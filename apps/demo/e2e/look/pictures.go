package look

import (
	"bytes"
	"cmp"
	"image"
	"image/color"
	"image/png"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/chromedp/chromedp"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
	"github.com/trefoil-go/trefoil/modules/viewer"
)

// pictureDir is the environment variable that names a directory to write the
// pictures of the documentation to: make doc-images.
const pictureDir = "TREFOIL_DOC_IMAGES"

// maxPicture bounds a picture of the documentation, in bytes.
const maxPicture = 150 << 10

var _ = DescribeTable("A picture of the documentation shows",
	func(ctx SpecContext, name, address, mode string, width, height int64) {
		dir := os.Getenv(pictureDir)
		if dir == "" {
			Skip(pictureDir + " names no directory")
		}
		b := browsertest.Open()
		b.Prefer("prefers-color-scheme", mode)
		b.Resize(width, height)
		b.Visit(serve(ctx, travel, viewer.Configuration{}) + address)
		b.Run(chromedp.Evaluate(`document.fonts.ready.then(() => true)`, nil))
		switch name {
		case "viewer-console":
			b.Run(browsertest.Click("[data-try]"))
			Eventually(func() bool {
				return is(b, `!!document.querySelector("dialog.console[open] .try-json:not([hidden])")?.shadowRoot`)
			}).Should(BeTrue())
		case "viewer-search":
			b.Run(chromedp.Evaluate(`document.querySelector("[data-search-dialog]").showModal()`, nil), chromedp.KeyEvent("planet"))
			Eventually(func() bool { return is(b, `document.querySelector("[data-search-list]").children.length > 2`) }).Should(BeTrue())
		}
		var shot []byte
		b.Run(chromedp.CaptureScreenshot(&shot))

		small := indexed(shot)
		Expect(len(small)).To(BeNumerically("<=", maxPicture))
		Expect(os.MkdirAll(dir, 0o755)).To(Succeed())
		Expect(os.WriteFile(filepath.Join(dir, name+".png"), small, 0o644)).To(Succeed())
	},
	Entry("the overview", "viewer-overview", "", "light", int64(1440), int64(900)),
	Entry("an operation", "viewer-operation", "operations/book", "light", int64(1440), int64(900)),
	Entry("the console", "viewer-console", "operations/book", "light", int64(1440), int64(900)),
	Entry("a model", "viewer-model", "models/Planet", "light", int64(1440), int64(900)),
	Entry("the search", "viewer-search", "operations/listPlanets", "light", int64(1440), int64(900)),
	Entry("dark colours", "viewer-dark", "operations/book", "dark", int64(1440), int64(900)),
	Entry("a phone", "viewer-mobile", "operations/book", "light", int64(390), int64(844)),
)

// indexed makes a picture of at most 256 colours, the most frequent ones and
// bright ones before grey ones, which is a fraction of the size and looks the
// same.
func indexed(shot []byte) []byte {
	GinkgoHelper()
	full, err := png.Decode(bytes.NewReader(shot))
	Expect(err).NotTo(HaveOccurred())
	count := map[color.RGBA]int{}
	bounds := full.Bounds()
	at := func(x, y int) color.RGBA { return color.RGBAModel.Convert(full.At(x, y)).(color.RGBA) }
	for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
		for x := bounds.Min.X; x < bounds.Max.X; x++ {
			c := at(x, y)
			count[c] += 1 + int(max(c.R, c.G, c.B)-min(c.R, c.G, c.B))/8
		}
	}
	colours := slices.SortedFunc(maps.Keys(count), func(a, b color.RGBA) int {
		return cmp.Or(count[b]-count[a], int(a.R)-int(b.R), int(a.G)-int(b.G), int(a.B)-int(b.B))
	})
	var palette color.Palette
	for _, c := range colours[:min(len(colours), 256)] {
		palette = append(palette, c)
	}
	small, nearest := image.NewPaletted(bounds, palette), map[color.RGBA]uint8{}
	for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
		for x := bounds.Min.X; x < bounds.Max.X; x++ {
			c := at(x, y)
			index, known := nearest[c]
			if !known {
				index = uint8(palette.Index(c))
				nearest[c] = index
			}
			small.SetColorIndex(x, y, index)
		}
	}
	var out bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	Expect(encoder.Encode(&out, small)).To(Succeed())
	return out.Bytes()
}

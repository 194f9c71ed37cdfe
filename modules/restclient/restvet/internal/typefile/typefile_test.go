package typefile_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/trefoil-go/trefoil/modules/restclient/restvet/internal/typefile"
)

const (
	// client is the package that restvet checks the use of; shapes stands for it.
	client = "github.com/trefoil-go/trefoil/modules/restclient"

	shapes = "package shapes\n\nimport \"unsafe\"\n\n// Size is a type.\ntype Size[T any] struct{ wide, High T }\n\nfunc Area(s Size[int]) int { return undefined }\n\nvar _ unsafe.Pointer\n"
	rooms  = "package rooms\n\nimport shapes \"" + client + "\"\n\ntype Room struct{ shapes.Size[int] }\n"
	house  = "package house\n\nimport (\n\t\"example.com/rooms\"\n\tshapes \"" + client + "\"\n)\n\nvar Area = shapes.Area(rooms.Room{}.Size) + rooms.Room{}.High\n"
)

// unit is a package as go vet asks for it.
type unit struct{ dir, name, path, source string }

func (u unit) output() string { return filepath.Join(u.dir, u.name+".vetx") }

// config writes a configuration file for a package that imports others.
func (u unit) config(only bool, imports ...unit) string {
	source := filepath.Join(u.dir, u.name+".go")
	Expect(os.WriteFile(source, []byte(u.source), 0o644)).To(Succeed())
	cfg := unitchecker.Config{
		ImportPath: u.path, GoVersion: "go1.26", GoFiles: []string{source}, VetxOnly: only, VetxOutput: u.output(),
		ImportMap: map[string]string{"unsafe": "unsafe"}, PackageVetx: map[string]string{},
	}
	for _, i := range imports {
		cfg.ImportMap[i.path] = i.path
		cfg.PackageVetx[i.path] = i.output()
	}
	data, err := json.Marshal(cfg)
	Expect(err).NotTo(HaveOccurred())
	file := filepath.Join(u.dir, u.name+".cfg")
	Expect(os.WriteFile(file, data, 0o644)).To(Succeed())
	return file
}

var _ = Describe("Write", func() {
	var shape, room, home unit
	BeforeEach(func() {
		dir := GinkgoT().TempDir()
		shape = unit{dir, "shapes", client, shapes}
		room = unit{dir, "rooms", "example.com/rooms", rooms}
		home = unit{dir, "house", "example.com/house", house}
	})

	Context("with the command", Ordered, func() {
		var tool string
		BeforeAll(func(ctx SpecContext) {
			tool = filepath.Join(GinkgoT().TempDir(), "restvet")
			out, err := exec.CommandContext(ctx, "go", "build", "-trimpath", "-buildvcs=false", "-o", tool, "../../cmd/restvet").CombinedOutput()
			Expect(err).NotTo(HaveOccurred(), string(out))
		})

		It("writes, without the bodies of functions, what package unitchecker reads", func(ctx SpecContext) {
			Expect(typefile.Write(shape.config(true), client)).To(BeTrue())
			Expect(typefile.Write(room.config(true, shape), client)).To(BeTrue())
			config := home.config(false, room, shape)
			Expect(typefile.Write(config, client)).To(BeFalse())

			out, err := exec.CommandContext(ctx, tool, config).CombinedOutput()

			Expect(err).NotTo(HaveOccurred(), string(out))
			Expect(home.output()).To(BeARegularFile())
		})

		It("reads what package unitchecker writes", func(ctx SpecContext) {
			shape.source = "package shapes\n\ntype Size[T any] struct{ wide, High T }\n\nfunc Area(s Size[int]) int { return s.wide }\n"
			out, err := exec.CommandContext(ctx, tool, shape.config(false)).CombinedOutput()
			Expect(err).NotTo(HaveOccurred(), string(out))

			Expect(typefile.Write(room.config(true, shape), client)).To(BeTrue())
		})
	})

	It("writes the types of a package that does not import the client", func() {
		Expect(typefile.Write(shape.config(true), client)).To(BeTrue())

		Expect(typefile.Write(room.config(false, shape), "example.com/other")).To(BeTrue())
		Expect(typefile.Write(room.config(false, shape), client)).To(BeFalse())
		Expect(typefile.Write(shape.config(false), client)).To(BeFalse())
	})

	It("names the package whose types are wrong, and writes nothing", func() {
		room.source = "package rooms\n\ntype Room Wall\n"

		done, err := typefile.Write(room.config(true), client)

		Expect(done).To(BeFalse())
		Expect(err).To(MatchError(And(ContainSubstring("types of example.com/rooms"), ContainSubstring("undefined: Wall"))))
		Expect(room.output()).NotTo(BeAnExistingFile())
	})

	DescribeTable("refuses a file of an import that",
		func(content, message string) {
			Expect(os.WriteFile(shape.output(), []byte(content), 0o644)).To(Succeed())

			_, err := typefile.Write(room.config(true, shape), client)

			Expect(err).To(MatchError(ContainSubstring(message)))
		},
		Entry("is not one of types", "go object linux", "is not a file of types"),
		Entry("is too short", "vetx", "is not a file of types"),
		Entry("is cut off", "vetx\xff\x00\x00\x00\x00\x00\x00\x00types", "ends too early"),
	)
})

package restgen_test

import (
	"context"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/restclient/restgen"
)

// tagged gives the operations of a description tags, by their ids.
func (d *description) tagged(tags map[string][]string) *description {
	for i := range d.outline.Operations {
		o := &d.outline.Operations[i]
		o.Tags = tags[o.ID]
		d.operations[o.Pointer].Tags = o.Tags
	}
	named := map[string]bool{}
	for _, all := range tags {
		for _, tag := range all {
			if !named[tag] {
				named[tag] = true
				d.outline.Tags = append(d.outline.Tags, apidoc.Tag{Name: tag})
			}
		}
	}
	return d
}

// magazine describes two tags that share a type, one that holds another.
func magazine() *description {
	return describe().
		schema("Author", object(required("id", number), optional("home", ref("Place")))).
		schema("Place", object(optional("city", text))).
		schema("Story", object(required("id", number), required("by", ref("Author")), optional("state", enum("new", "old")), optional("page", ref("Page")))).
		schema("Page", object(optional("number", number))).
		call("listStories", "GET", "/stories", nil, arrayOf(ref("Story")), inQuery("state", enum("new", "old")), inQuery("sort", enum("up", "down"))).
		call("getStory", "GET", "/stories/{id}", nil, ref("Story"), inPath("id", number)).
		call("dropStory", "DELETE", "/stories/{id}", nil, nil, inPath("id", number)).
		call("getAuthor", "GET", "/authors/{id}", nil, ref("Author"), inPath("id", number)).
		call("dropAuthor", "DELETE", "/authors/{id}", nil, nil, inPath("id", number)).
		call("status", "GET", "/", nil, object(optional("ok", typed("boolean", "")))).
		call("ping", "GET", "/v1/Ping/{id}", nil, nil, inPath("id", text)).
		tagged(map[string][]string{
			"listStories": {"Stories & more", "all"}, "getStory": {"Stories & more"}, "dropStory": {"all"},
			"getAuthor": {"authors"}, "dropAuthor": {"authors"},
		})
}

// split returns code that has passed the type checker, by the paths of the files.
func split(d *description, opts ...restgen.Option) map[string]string {
	GinkgoHelper()
	const at = "example.com/magazine/v2"
	files, err := restgen.SplitByTag(context.Background(), d.document(), at, append([]restgen.Option{restgen.WithPackage("magazine")}, opts...)...)
	Expect(err).NotTo(HaveOccurred())
	imports, err := exported()
	Expect(err).NotTo(HaveOccurred())
	shared, err := checkFile(at, files[0].Code, imports)
	Expect(err).NotTo(HaveOccurred(), string(files[0].Code))
	code := map[string]string{files[0].Path: oneSpace(string(files[0].Code))}
	for _, f := range files[1:] {
		_, err := checkFile(at+"/"+f.Path, f.Code, importing{imports, shared})
		Expect(err).NotTo(HaveOccurred(), string(f.Code))
		code[f.Path] = oneSpace(string(f.Code))
	}
	Expect(code).To(HaveLen(len(files)))
	return code
}

var _ = Describe("Declarations that are split by tag", func() {
	It("are a package for each tag, beside one that they share", func() {
		code := split(magazine())

		Expect(code).To(HaveLen(4))
		Expect(code["storiesmore/storiesmore.go"]).To(ContainSubstring("// Package storiesmore declares the endpoints of an API that have the tag Stories & more.\npackage storiesmore\n"))
		Expect(code["storiesmore/storiesmore.go"]).To(ContainSubstring("var Stories = restclient.CreateResource[Story, int64, StoryFilter](\"/stories/:id\")"))
		Expect(code["authors/authors.go"]).To(ContainSubstring("var Authors = restclient.CreateResource[magazine.Author, int64, restclient.None](\"/authors/:id\")"))
		Expect(code["magazine.go"]).To(ContainSubstring("// Package magazine declares the endpoints of an API that have no package of their own,\n// and what those below it share.\npackage magazine\n"))
		Expect(code["magazine.go"]).To(ContainSubstring("var Status = restclient.RestEndpoint[restclient.None, StatusResult](\"/\")"))
	})

	It("have what only one needs there, and what several need in the shared package, with all that it holds", func() {
		code := split(magazine())

		Expect(code["magazine.go"]).To(ContainSubstring("type Author struct {"))
		Expect(code["magazine.go"]).To(ContainSubstring("type Place struct {"))
		Expect(code["storiesmore/storiesmore.go"]).To(ContainSubstring("By magazine.Author `json:\"by\"`"))
		Expect(code["storiesmore/storiesmore.go"]).To(ContainSubstring("return []restclient.Nested{restclient.EntityOf[magazine.Author]()}"))
		Expect(code["storiesmore/storiesmore.go"]).To(ContainSubstring("magazine \"example.com/magazine/v2\""))
		for _, own := range []string{"type Story struct", "type Page struct", "type StoryState string", "type Sort string"} {
			Expect(code["storiesmore/storiesmore.go"]).To(ContainSubstring(own))
		}
	})

	It("have operations without a tag by the first segment of their path, versions aside", func() {
		Expect(split(magazine())["ping/ping.go"]).To(ContainSubstring("// Package ping declares the endpoints of an API at /Ping.\npackage ping\n\nimport (\n\"github.com/trefoil-go/trefoil/modules/restclient\"\n)"))
	})

	It("name every type and declaration as one file does", func() {
		names := func(code string) (found []string) {
			for _, line := range strings.Split(code, "\n") {
				for _, word := range []string{"var ", "type ", "func ("} {
					if strings.HasPrefix(line, word) {
						name, _, _ := strings.Cut(strings.TrimPrefix(line, word), " ")
						found = append(found, name)
					}
				}
			}
			return found
		}
		var all []string
		for _, code := range split(magazine()) {
			all = append(all, names(code)...)
		}

		Expect(all).To(ConsistOf(names(generate(magazine()))))
	})

	It("are the same bytes each time, and counted together", func(ctx SpecContext) {
		var one, several restgen.Report
		_, err := restgen.Generate(ctx, magazine().document(), restgen.WithReport(&one))
		Expect(err).NotTo(HaveOccurred())
		first := split(magazine(), restgen.WithReport(&several))

		for range 10 {
			Expect(split(magazine())).To(Equal(first))
		}
		Expect(several.Lines).To(BeNumerically(">", one.Lines))
		several.Lines = one.Lines
		Expect(several).To(Equal(one))
	})

	It("go by the tags that are kept", func() {
		Expect(split(magazine(), restgen.WithTags("all"))).To(HaveKey("all/all.go"))
	})

	It("have the prefix and the credentials once", func() {
		d := magazine()
		d.outline.SecuritySchemes = []apidoc.SecurityScheme{{Name: "key", Type: apidoc.APIKey, In: apidoc.InHeader, ParameterName: "X-Key"}}

		code := split(d, restgen.WithURLPrefix("https://api.test"))

		Expect(code["magazine.go"]).To(ContainSubstring("const URLPrefix = \"https://api.test\""))
		Expect(code["magazine.go"]).To(ContainSubstring("func Key("))
		Expect(code["authors/authors.go"]).To(ContainSubstring("restclient.WithURLPrefix(magazine.URLPrefix)"))
		Expect(code["authors/authors.go"]).NotTo(ContainSubstring("credentials"))
	})

	It("have sums and unions where their types are", func() {
		d := collars().call("pick", "GET", "/pick", nil, oneOf(text, ref("Home"))).call("look", "GET", "/look", nil, oneOf(text, ref("Home"))).
			tagged(map[string][]string{"getDog": {"dogs"}, "getCat": {"cats"}, "getHome": {"homes"}, "all": {"cats"}, "pick": {"picks"}, "look": {"looks"}})

		code := split(d)

		Expect(code["magazine.go"]).To(ContainSubstring("type StringOrDogOrCat interface{ PK() string }"))
		Expect(code["cats/cats.go"]).To(ContainSubstring("restclient.ObjectOf[[]restclient.OneOf[magazine.StringOrDogOrCat]](magazine.StringOrDogOrCatUnion())"))
		Expect(code["picks/picks.go"]).To(ContainSubstring("var Pick = restclient.RestEndpoint[restclient.None, restclient.Ref[magazine.Home]]"))
	})

	DescribeTable("have packages that Go takes",
		func(tag, want string) {
			d := describe().call("do", "GET", "/", nil, nil).tagged(map[string][]string{"do": {tag}})

			Expect(split(d)).To(HaveKey(want + "/" + want + ".go"))
		},
		Entry("of a keyword", "Import", "importapi"),
		Entry("of a name that means something to Go", "internal", "internalapi"),
		Entry("of a package that declarations import", "forms", "formsapi"),
		Entry("of a number", "2FA", "tag2fa"),
		Entry("of another script", "猫", "tag"),
		Entry("of the name of the shared one", "magazine", "magazine2"),
	)

	It("refuse an import path that is none, and a shared package that declarations could not import", func(ctx SpecContext) {
		for _, path := range []string{"", "a b", "a//b", "a/", "é"} {
			_, err := restgen.SplitByTag(ctx, magazine().document(), path)
			Expect(err).To(MatchError(ContainSubstring("is not an import path")))
		}
		_, err := restgen.SplitByTag(ctx, magazine().document(), "a/b", restgen.WithPackage("forms"))
		Expect(err).To(MatchError(`restgen: declarations import another package "forms": choose another name`))
	})
})

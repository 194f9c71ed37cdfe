package goname_test

import (
	"fmt"
	"go/token"
	"slices"
	"testing"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/goname"
)

func ExampleExported() {
	fmt.Println(goname.Exported("user_id"), goname.Exported("repos/list-for-org"), goname.Exported("+1"), goname.Exported("2fa"))
	// Output: UserID ReposListForOrg Plus1 X2fa
}

func TestExported(t *testing.T) {
	for text, want := range map[string]string{
		"":               "X",
		"--":             "X",
		"petIds":         "PetIDs",
		"HTTP_STATUS":    "HTTPStatus",
		"ALL_CAPS":       "AllCaps",
		"-1":             "Minus1",
		"-created_at":    "MinusCreatedAt",
		"- item":         "Item",
		"a.b c":          "ABC",
		"größe":          "Größe",
		"名前":             "X名前",
		"getURLOfAPI":    "GetURLOfAPI",
		"func":           "Func",
		"list the `pets": "ListThePets",
	} {
		if got := goname.Exported(text); got != want {
			t.Errorf("Exported(%q) = %q, want %q", text, got, want)
		}
	}
}

func FuzzExported(f *testing.F) {
	for _, text := range []string{"", "a", "+1", "ǅ", "ﬀ", "x\x00y", "\xff", "٣", "ß"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if name := goname.Exported(text); !token.IsIdentifier(name) || !token.IsExported(name) {
			t.Errorf("Exported(%q) = %q is no exported identifier", text, name)
		}
	})
}

func TestOperation(t *testing.T) {
	for want, o := range map[string]apidoc.OperationSummary{
		"ListPets":        {ID: "listPets", Method: "GET", Path: "/pets"},
		"GetPetsByID":     {Method: "GET", Path: "/pets/{id}"},
		"DeletePetsByPet": {ID: "--", Method: "DELETE", Path: "/pets/{pet}"},
	} {
		if got := goname.Operation(&o); got != want {
			t.Errorf("Operation(%+v) = %q, want %q", o, got, want)
		}
	}
}

func TestScopeHandsOutEachNameOnce(t *testing.T) {
	scope := goname.Scope{"Taken": true}
	got := []string{scope.Name("Pet"), scope.Name("Pet", "Animal"), scope.Name("Pet", "Animal"), scope.Name("Animal"), scope.Name("Taken")}
	if want := []string{"Pet", "Animal", "Animal2", "Animal3", "Taken2"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestSingular(t *testing.T) {
	for name, want := range map[string]string{
		"Pets": "Pet", "Categories": "Category", "Classes": "Class", "Boxes": "Box", "Branches": "Branch", "Class": "Class", "Is": "Is", "Ties": "Tie", "Pet": "Pet",
	} {
		if got := goname.Singular(name); got != want {
			t.Errorf("Singular(%q) = %q, want %q", name, got, want)
		}
	}
	if got := goname.Item("Pets") + " " + goname.Item("Data"); got != "Pet DataItem" {
		t.Errorf("got %q", got)
	}
}

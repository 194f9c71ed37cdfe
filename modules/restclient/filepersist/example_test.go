package filepersist_test

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/filepersist"
)

// tempDir is for examples; they end with the program.
func tempDir() string {
	path, err := os.MkdirTemp("", "filepersist")
	if err != nil {
		panic(err)
	}
	return path
}

func ExampleOpen() {
	path := tempDir()
	defer os.RemoveAll(path)

	dir, err := filepersist.Open(path)
	fmt.Println(err)
	_, err = filepersist.Open(path)
	fmt.Println(err == nil, "for a second one")
	fmt.Println(dir.Close())
	// Output:
	// <nil>
	// false for a second one
	// <nil>
}

func ExampleWithMaxBytes() {
	path := tempDir()
	defer os.RemoveAll(path)
	dir, err := filepersist.Open(path, filepersist.WithMaxBytes(100))
	if err != nil {
		panic(err)
	}
	defer dir.Close()

	err = dir.Save(context.Background(), "", []restclient.SavedTable{{Name: "Todo", Data: make([]byte, 1000)}})
	fmt.Println(errors.Is(err, filepersist.ErrTooLarge))
	// Output:
	// true
}

func ExampleDir_Records() {
	path := tempDir()
	defer os.RemoveAll(path)
	ctx := context.Background()
	dir, err := filepersist.Open(path)
	if err != nil {
		panic(err)
	}
	defer dir.Close()

	fmt.Println(dir.Append(ctx, "ida", []byte("one")))
	fmt.Println(dir.Append(ctx, "ida", []byte("two")))
	records, err := dir.Records(ctx, "ida")
	fmt.Printf("%s %v\n", records, err)
	// Output:
	// <nil>
	// <nil>
	// [one two] <nil>
}

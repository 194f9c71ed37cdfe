package transfer_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"

	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/httptransport"
	"github.com/trefoil-go/trefoil/modules/restclient/transfer"
)

// album tells what it is sent, and serves a report.
func album(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodGet {
		w.Header().Set("Content-Disposition", `attachment; filename="report.txt"`)
		_, _ = io.WriteString(w, "all is well")
		return
	}
	w.Header().Set("Content-Type", "text/plain")
	if r.Method == http.MethodPut {
		_, _ = io.Copy(w, r.Body)
		return
	}
	_, file, err := r.FormFile("photo")
	if err != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	_, _ = fmt.Fprintf(w, "%s: %s, %d bytes", r.FormValue("title"), file.Filename, file.Size)
}

func newClient() *restclient.Client {
	client, err := restclient.New(httptransport.InProcess(http.HandlerFunc(album)))
	if err != nil {
		panic(err)
	}
	return client
}

func ExampleMultipart() {
	client := newClient()
	defer client.Close()

	fmt.Println(restclient.Mutate(client.Context(context.Background()), addPhoto, 5, transfer.Multipart{
		Fields: []transfer.Field{{Name: "title", Value: "Sunrise"}},
		Files:  []transfer.File{{Field: "photo", Name: "sunrise.jpg", Source: transfer.FromBytes([]byte("pixels"))}},
	}))
	// Output: Sunrise: sunrise.jpg, 6 bytes <nil>
}

func put(source transfer.Source) {
	client := newClient()
	defer client.Close()
	replace := restclient.RestMutation[int, transfer.Content, string]("/albums/:id",
		restclient.WithMethod(http.MethodPut), restclient.WithURLPrefix("http://api.test"))

	fmt.Println(restclient.Mutate(client.Context(context.Background()), replace, 5, transfer.Content{Source: source}))
}

func ExampleFromBytes() {
	put(transfer.FromBytes([]byte("bytes")))
	// Output: bytes <nil>
}

func ExampleFromPath() {
	path := filepath.Join(os.TempDir(), "trefoil-example.txt")
	if err := os.WriteFile(path, []byte("a file"), 0o600); err != nil {
		fmt.Println(err)
		return
	}
	defer os.Remove(path)

	put(transfer.FromPath(path))
	// Output: a file <nil>
}

func ExampleFromReader() {
	put(transfer.FromReader(-1, strings.NewReader("once")))
	// Output: once <nil>
}

func ExampleFromFunc() {
	put(transfer.FromFunc(5, func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader("again")), nil }))
	// Output: again <nil>
}

func ExampleDownload() {
	client := newClient()
	defer client.Close()
	report := restclient.RestEndpoint[int, io.ReadCloser]("/reports/:id", restclient.WithURLPrefix("http://api.test"))
	request, err := restclient.RequestOf(client, report, 5)
	if err != nil {
		fmt.Println(err)
		return
	}
	dir, err := os.MkdirTemp("", "trefoil-example")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)

	saved, err := transfer.Download(context.Background(), client, request, dir)
	fmt.Println(filepath.Base(saved.Path), saved.Size, err)
	// Output: report.txt 11 <nil>
}

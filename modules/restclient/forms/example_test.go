package forms_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"

	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/forms"
	"github.com/trefoil-go/trefoil/modules/restclient/httptransport"
	"github.com/trefoil-go/trefoil/modules/restclient/transfer"
)

type Account struct {
	ID       string            `json:"id,omitzero"`
	Email    string            `json:"email,omitzero"`
	Metadata map[string]string `json:"metadata,omitzero"`
}

func (a Account) PK() string { return a.ID }

var Accounts = restclient.CreateResource[Account, string, restclient.None]("/v1/accounts/:id",
	restclient.WithBodyEncoding(forms.URLEncoded{Style: forms.Brackets}),
	restclient.WithPatchMethod("POST"))

type Avatar struct {
	Caption string        `json:"caption,omitzero"`
	Image   transfer.File `json:"image"`
}

var AddAvatar = restclient.RestMutation[string, Avatar, restclient.None]("/v1/accounts/:id/avatars",
	restclient.WithBodyEncoding(forms.Multipart{}))

// exampleClient talks to a server that prints what it gets.
func exampleClient() *restclient.Client {
	api := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			show(r)
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{"id":"a1","email":"ida@example.com"}`)
	})
	client, err := restclient.New(httptransport.InProcess(api), restclient.WithBaseURL("http://api.test"))
	if err != nil {
		panic(err)
	}
	return client
}

func show(r *http.Request) {
	if err := r.ParseMultipartForm(1 << 20); err == nil {
		file := r.MultipartForm.File["image"][0]
		fmt.Println(r.URL.Path, r.PostForm.Get("caption"), file.Filename, file.Header.Get("Content-Type"))
		return
	}
	text, _ := url.QueryUnescape(r.PostForm.Encode())
	fmt.Println(r.URL.Path, text)
}

func ExampleURLEncoded() {
	client := exampleClient()
	defer client.Close()
	ctx, accounts := context.Background(), Accounts.On(client)

	_, err := accounts.Create(ctx, restclient.None{}, Account{Email: "ida@example.com", Metadata: map[string]string{"plan": "pro"}})
	fmt.Println(err)
	_, err = accounts.Edit(ctx, "a1", func(a *Account) { a.Email = "ida@new.example.com" })
	fmt.Println(err)
	_, err = accounts.PartialUpdate(ctx, "a1", restclient.Fields{"metadata": nil})
	fmt.Println(err)
	// Output:
	// /v1/accounts email=ida@example.com&metadata[plan]=pro
	// <nil>
	// /v1/accounts/a1 email=ida@new.example.com
	// <nil>
	// /v1/accounts/a1 metadata=
	// <nil>
}

func ExampleMultipart() {
	client := exampleClient()
	defer client.Close()

	_, err := restclient.Mutate(client.Context(context.Background()), AddAvatar, "a1", Avatar{
		Caption: "At the sea",
		Image:   transfer.File{Name: "sea.png", ContentType: "image/png", Source: transfer.FromBytes([]byte("pixels"))},
	})
	fmt.Println(err)
	// Output:
	// /v1/accounts/a1/avatars At the sea sea.png image/png
	// <nil>
}

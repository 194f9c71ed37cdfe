package petstore_test

import (
	"encoding/json"
	"io"
	"net/http"
	"sync"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/trefoil/internal/petstore"
	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/httptransport"
	"github.com/trefoil-go/trefoil/modules/restclient/transfer"
)

// shop answers as the description says, and counts.
type shop struct {
	mu       sync.Mutex
	pets     map[string]map[string]any
	requests []string
}

func (s *shop) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests = append(s.requests, r.Method+" "+r.URL.String())
	var answer any
	switch r.Method + " " + r.URL.Path {
	case "GET /pet/findByStatus":
		answer = []any{s.pets["/pet/1"]}
	case "PUT /pet", "POST /pet":
		var pet map[string]any
		if err := json.NewDecoder(r.Body).Decode(&pet); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		answer = pet
	case "POST /pet/1/uploadImage":
		image, err := io.ReadAll(r.Body)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		answer = map[string]any{"type": r.Header.Get("Content-Type"), "message": string(image)}
	case "GET /store/inventory":
		answer = map[string]int{"sold": 3}
	default:
		answer = s.pets[r.URL.Path]
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(answer)
}

var _ = Describe("The declarations of the petstore", func() {
	var (
		server *shop
		client *restclient.Client
	)

	BeforeEach(func() {
		server = &shop{pets: map[string]map[string]any{
			"/pet/1": {"id": 1, "name": "Rex", "photoUrls": []string{}, "status": "available", "category": map[string]any{"id": 7, "name": "dogs"}},
		}}
		transport := httptransport.InProcess(server)
		DeferCleanup(transport.Wait)
		var err error
		client, err = restclient.New(transport, restclient.WithBaseURL("http://pets.test"))
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(client.Close)
	})

	It("read a list and answer for its rows", func(ctx SpecContext) {
		found, err := restclient.UseSuspense(client.Context(ctx), petstore.FindPetsByStatus, petstore.FindPetsByStatusArgs{Status: petstore.PetStatusAvailable})
		Expect(err).NotTo(HaveOccurred())
		pet, err := petstore.Pets.On(client).Get(ctx, 1)
		Expect(err).NotTo(HaveOccurred())

		Expect(found.Len()).To(Equal(1))
		Expect(pet).To(Equal(petstore.Pet{ID: 1, Name: "Rex", PhotoURLs: []string{}, Status: petstore.PetStatusAvailable, Category: petstore.Category{ID: 7, Name: "dogs"}}))
		Expect(server.requests).To(Equal([]string{"GET /pet/findByStatus?status=available"}))
	})

	It("send what is set, and show everywhere what came back", func(ctx SpecContext) {
		pets := petstore.Pets.On(client)
		_, err := pets.Get(ctx, 1)
		Expect(err).NotTo(HaveOccurred())

		_, err = restclient.Mutate(client.Context(ctx), petstore.UpdatePet, restclient.None{}, petstore.Pet{ID: 1, Name: "Max", PhotoURLs: []string{"a"}})
		Expect(err).NotTo(HaveOccurred())
		pet, err := pets.Get(ctx, 1)
		Expect(err).NotTo(HaveOccurred())

		Expect(pet.Name).To(Equal("Max"))
		Expect(pet.Category.Name).To(Equal("dogs"), "an absent member leaves the field alone")
		Expect(server.requests).To(Equal([]string{"GET /pet/1", "PUT /pet"}))
	})

	It("create, read plain results and delete", func(ctx SpecContext) {
		created, err := petstore.Pets.On(client).Create(ctx, restclient.None{}, petstore.Pet{ID: 2, Name: "Tom", PhotoURLs: []string{}})
		Expect(err).NotTo(HaveOccurred())
		inventory, err := restclient.UseSuspense(client.Context(ctx), petstore.GetInventory, restclient.None{})
		Expect(err).NotTo(HaveOccurred())

		Expect(created.Name).To(Equal("Tom"))
		Expect(inventory).To(Equal(map[string]int32{"sold": 3}))
		Expect(petstore.Pets.On(client).Delete(ctx, 2)).To(Succeed())
		Expect(server.requests).To(Equal([]string{"POST /pet", "GET /store/inventory", "DELETE /pet/2"}))
	})

	It("upload what is not JSON", func(ctx SpecContext) {
		answer, err := restclient.Mutate(client.Context(ctx), petstore.UploadFile, petstore.UploadFileArgs{PetID: 1},
			transfer.Content{Source: transfer.FromBytes([]byte("pixels"))})

		Expect(err).NotTo(HaveOccurred())
		Expect(answer).To(Equal(petstore.APIResponse{Type: "application/octet-stream", Message: "pixels"}))
	})
})

// Package transfer moves files: uploads as multipart/form-data or as they are,
// and downloads that go on after a cut, at constant memory.
//
// An upload is the body of a mutation, a download takes any transport, such as
// a *restclient.Client with its middleware:
//
//	var AddPhoto = restclient.RestMutation[int, transfer.Multipart, Photo]("/albums/:id/photos")
//
//	photo, err := restclient.Mutate(ctx, AddPhoto, 5, transfer.Multipart{
//		Fields: []transfer.Field{{Name: "title", Value: "Sunrise"}},
//		Files:  []transfer.File{{Field: "photo", Source: transfer.FromPath("sunrise.jpg")}},
//	})
//
//	saved, err := transfer.Download(ctx, client, request, "/var/lib/reports/")
package transfer

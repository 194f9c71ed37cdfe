// Package forms sends the bodies of mutations as HTML forms: as
// application/x-www-form-urlencoded, or as multipart/form-data with files.
//
//	type CustomerParams struct {
//		Email    string            `json:"email,omitzero"`
//		Metadata map[string]string `json:"metadata,omitzero"`
//		Expand   []string          `json:"expand,omitzero"`
//	}
//
//	var UpdateCustomer = restclient.RestMutation[string, CustomerParams, Customer]("/v1/customers/:id",
//		restclient.WithBodyEncoding(forms.URLEncoded{Style: forms.Brackets}))
//	// email=a%40example.com&metadata[plan]=pro&expand[]=sources
//
// A form is made of the JSON of the body, so the tags json name its fields, and
// omitzero leaves one out. Numbers, booleans and texts are written as they are in
// JSON, texts without quotes. Null, an empty array and an empty object are a field
// with an empty value, as are the fields that a call sets to nil with
// restclient.Fields.
package forms

// Package credentials checks in a browser what readers authenticate with: where it
// goes, and where it does not, and how tokens are got from a provider that lets no
// page ask it.
package credentials

// Package coretest holds the conformance suites of the ports of core, for the
// authors of adapters, and small fakes for the tests of their callers:
//
//	func TestConformance(t *testing.T) {
//		coretest.TestTransport(t, func(t *testing.T, h http.Handler) (core.Transport, string) {
//			server := httptest.NewServer(h)
//			t.Cleanup(server.Close)
//			return mytransport.New(), server.URL
//		})
//	}
//
// What a transport cannot do by its nature is said with an option, such as
// WithoutConnection, and shows as skipped cases.
//
// The suites use the testing package alone, so that they can be used with any
// test framework. Servers that they start listen on the loopback interface.
package coretest

package exchange_test

import (
	"net/http"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/exchange"
)

var _ = DescribeTable("A reply is fresh",
	func(control []string, age string, want time.Duration) {
		reply := exchange.KeptReply(http.StatusOK, http.Header{"Cache-Control": control, "Age": {age}}, nil, 0)

		fresh, said := reply.Fresh(time.Time{})

		Expect(said).To(BeTrue())
		Expect(fresh).To(Equal(want))
	},
	Entry("as long as max-age says, less its age", []string{`private, Max-Age="60"`}, "10", 50*time.Second),
	Entry("for 68 years with a max-age that is too long for a number", []string{"max-age=31536000000000"}, "10", (1<<31-10)*time.Second),
	Entry("no more with an age that is too long for a number", []string{"max-age=600"}, "99999999999999999999", 600*time.Second-(1<<31)*time.Second),
	Entry("not at all with a max-age that is no number", []string{"max-age=-1"}, "", time.Duration(0)),
	Entry("as long as max-age says where the age is no number", []string{"max-age=600"}, "ten", 600*time.Second),
	Entry("never with no-cache, also after max-age", []string{"private, max-age=600, no-cache"}, "", time.Duration(0)),
	Entry("never with no-store, also in a later field", []string{"max-age=600", "No-Store"}, "", time.Duration(0)),
)

var _ = DescribeTable("A reply with Expires is fresh",
	func(header http.Header, want time.Duration) {
		reply := exchange.KeptReply(http.StatusOK, header, nil, 0)

		fresh, said := reply.Fresh(time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC))

		Expect(said).To(BeTrue())
		Expect(fresh).To(Equal(want))
	},
	Entry("from its date on, whatever the clock says, less its age", http.Header{
		"Expires": {"Thu, 01 Jan 2026 00:10:00 GMT"}, "Date": {"Thu, 01 Jan 2026 00:00:00 GMT"}, "Age": {"60"},
	}, 9*time.Minute),
	Entry("from now on without a date", http.Header{"Expires": {"Thu, 01 Jan 2026 12:10:00 GMT"}}, 10*time.Minute),
	Entry("from now on when Date cannot be read", http.Header{"Expires": {"Thu, 01 Jan 2026 12:10:00 GMT"}, "Date": {"today"}}, 10*time.Minute),
	Entry("as long as max-age says", http.Header{
		"Expires": {"Thu, 01 Jan 2026 00:10:00 GMT"}, "Date": {"Thu, 01 Jan 2026 00:00:00 GMT"}, "Cache-Control": {"max-age=5"},
	}, 5*time.Second),
	Entry("no more when that is no date", http.Header{"Expires": {"0"}}, time.Duration(0)),
	Entry("no more when that is said twice, differently", http.Header{
		"Expires": {"Thu, 01 Jan 2026 12:10:00 GMT", "Thu, 01 Jan 2026 13:10:00 GMT"},
	}, time.Duration(0)),
)

var _ = DescribeTable("The kind of a body does not depend on parameters that cannot be read",
	func(contentType string, isJSON, isHTML bool) {
		reply := exchange.KeptReply(http.StatusOK, http.Header{"Content-Type": {contentType}}, nil, 0)

		Expect(reply.IsJSON()).To(Equal(isJSON))
		Expect(reply.IsHTML()).To(Equal(isHTML))
	},
	Entry("one without a value", "application/json; charset", true, false),
	Entry("one twice", "Application/Problem+JSON ;charset=utf-8; charset=utf-16", true, false),
	Entry("of a page", "text/html;charset=utf-8;charset=utf-16", false, true),
	Entry("of no kind", "; charset=utf-8", false, false),
)

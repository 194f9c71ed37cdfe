package guard_test

import (
	"context"
	"errors"
	"net"
	"net/netip"
	"os"
	"os/exec"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/viewer/internal/guard"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/guard/guardtest"
)

// noNames is a resolver that knows no name, unless the system's is to be used.
func noNames() *net.Resolver {
	if os.Getenv(resolverSwitch) != "" {
		return nil
	}
	return &net.Resolver{PreferGo: true, Dial: func(context.Context, string, string) (net.Conn, error) {
		return nil, errors.New("there is no server of names here")
	}}
}

// resolverSwitch is set in the process that asks the C library.
const resolverSwitch = "TREFOIL_TEST_SYSTEM_RESOLVER"

// dial has a dialer connect to a port of a host. Nothing may get through.
func dial(ctx context.Context, d guard.Dialer, hostPort string) (dialled []string, err error) {
	r := &guardtest.Recorder{}
	d.Observe, d.Resolver, d.Timeout = r.Observe, noNames(), 3*time.Second
	connection, err := d.DialContext(ctx, "tcp", hostPort)
	if connection != nil {
		_ = connection.Close()
	}
	return r.Seen(), err
}

// resolved are the tables whose outcome a resolver has a part in.
var resolved = Label("resolved")

// forbidden are the hosts that nobody may reach by way of us.
func forbidden(outcome string) []TableEntry {
	var entries []TableEntry
	for _, host := range append(guardtest.Hosts(), "[fe80::1%lo]") {
		entries = append(entries, Entry(host+" is "+outcome, host))
	}
	return entries
}

var _ = DescribeTable("A Dialer for the public internet", resolved, func(ctx SpecContext, host string) {
	dialled, err := dial(ctx, guard.Dialer{}, host+":80")

	Expect(err).To(MatchError(guard.ErrForbidden))
	Expect(dialled).To(BeEmpty())
}, forbidden("refused"))

// Whether these lead anywhere is for the resolver to say: C libraries take them
// for addresses.
var _ = DescribeTable("A Dialer for the public internet, asked for another spelling of this machine,", resolved, func(ctx SpecContext, host string) {
	dialled, err := dial(ctx, guard.Dialer{}, host+":80")

	Expect(err).To(HaveOccurred())
	Expect(err).NotTo(MatchError(guardtest.ErrRecorded))
	Expect(dialled).To(BeEmpty())
	if os.Getenv(resolverSwitch) != "" && !strings.HasSuffix(host, ".") {
		Expect(err).To(MatchError(guard.ErrForbidden), "the C library has found an address, and that was refused")
	}
},
	Entry("in decimal", "2130706433"), Entry("in hexadecimal", "0x7f.1"), Entry("in octal", "0177.0.0.1"), Entry("cut short", "127.1"),
	Entry("of the link, in decimal", "2852039166"), Entry("with a dot behind the name", "localhost."), Entry("with a dot behind the address", "127.0.0.1."),
)

var _ = Describe("The same tables with the resolver of the C library", func() {
	It("end the same, decimal, octal and hexadecimal hosts being addresses there", func(ctx SpecContext) {
		if os.Getenv(resolverSwitch) != "" {
			Skip("this is that process")
		}
		child := exec.CommandContext(ctx, os.Args[0], "-ginkgo.no-color", "-ginkgo.label-filter", resolved[0], "-test.v")
		child.Env = append(os.Environ(), resolverSwitch+"=1", "GODEBUG=netdns=cgo+1")

		out, err := child.CombinedOutput()

		Expect(string(out)).To(MatchRegexp(`Ran (3[6-9]|4\d) of`))
		if !strings.Contains(string(out), "use of the cgo resolver") {
			Skip("this program was built without cgo")
		}
		Expect(err).NotTo(HaveOccurred(), string(out))
	})
})

var _ = Describe("A Dialer", func() {
	It("reaches the public internet", func(ctx SpecContext) {
		for _, at := range []string{"93.184.216.34:443", "[2606:2800:220:1:248:1893:25c8:1946]:443"} {
			dialled, err := dial(ctx, guard.Dialer{}, at)
			if len(dialled) == 0 && errors.As(err, new(*os.SyscallError)) {
				continue // there is no IPv6 here
			}
			Expect(err).To(MatchError(guardtest.ErrRecorded))
			Expect(dialled).To(Equal([]string{at}))
		}
	})

	It("reaches none of this machine's own addresses", func() {
		list, err := net.InterfaceAddrs()
		Expect(err).NotTo(HaveOccurred())
		Expect(list).NotTo(BeEmpty())
		for _, a := range list {
			own := netip.AddrPortFrom(netip.MustParsePrefix(a.String()).Addr(), 80)
			Expect((&guard.Dialer{}).Check(own)).To(MatchError(guard.ErrForbidden))
		}

		public := netip.MustParseAddrPort("93.184.216.34:80")
		Expect((&guard.Dialer{Own: []netip.Addr{public.Addr()}}).Check(public)).To(MatchError(guard.ErrForbidden))
		Expect((&guard.Dialer{Own: []netip.Addr{public.Addr()}, Private: true}).Check(public)).To(Succeed())
	})

	It("with Private reaches private networks, and still not what clouds keep credentials behind", func(ctx SpecContext) {
		for _, host := range []string{"127.0.0.1", "10.0.0.1", "172.31.255.255", "192.168.1.1", "100.64.0.1", "8.8.8.8"} {
			dialled, err := dial(ctx, guard.Dialer{Private: true}, host+":1234")
			Expect(err).To(MatchError(guardtest.ErrRecorded), host)
			Expect(dialled).To(Equal([]string{host + ":1234"}))
		}
		for _, host := range []string{"169.254.169.254", "[fd00:ec2::254]", "100.100.100.200", "192.0.0.192", "168.63.129.16", "0.0.0.0", "224.0.0.1", "[fe80::1%lo]", "[64:ff9b::a9fe:a9fe]"} {
			dialled, err := dial(ctx, guard.Dialer{Private: true}, host+":80")
			Expect(err).To(MatchError(guard.ErrForbidden), host)
			Expect(dialled).To(BeEmpty())
		}
	})

	It("with Exact reaches that address and no other", func(ctx SpecContext) {
		d := guard.Dialer{Exact: netip.MustParseAddr("169.254.1.2")}

		dialled, err := dial(ctx, d, "169.254.1.2:80")
		Expect(err).To(MatchError(guardtest.ErrRecorded))
		Expect(dialled).To(Equal([]string{"169.254.1.2:80"}))
		_, err = dial(ctx, d, "169.254.1.3:80")
		Expect(err).To(MatchError(guard.ErrForbidden))
	})

	It("never reaches the port where the server listens", func() {
		self := netip.MustParseAddrPort("127.0.0.1:8080")
		for _, address := range []string{"127.0.0.1", "127.0.0.2", "0.0.0.0", "::1", "::ffff:127.0.0.1"} {
			for _, d := range []guard.Dialer{{Private: true, Self: self}, {Exact: netip.MustParseAddr(address), Self: self}} {
				Expect(d.Check(netip.AddrPortFrom(netip.MustParseAddr(address), 8080))).To(MatchError(guard.ErrForbidden), address)
			}
		}
		d := guard.Dialer{Private: true, Self: self}
		Expect(d.Check(netip.MustParseAddrPort("127.0.0.1:8081"))).To(Succeed())
	})

	It("knows no other network than tcp", func(ctx SpecContext) {
		_, err := (&guard.Dialer{Private: true}).DialContext(ctx, "udp", "127.0.0.1:53")

		Expect(err).To(MatchError(guard.ErrForbidden))
	})
})

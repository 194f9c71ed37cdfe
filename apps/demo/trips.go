package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"strings"
	"sync"
	"syscall"
	"text/tabwriter"
	"time"

	"github.com/trefoil-go/trefoil/apps/demo/board"
	"github.com/trefoil-go/trefoil/apps/demo/travelclient"
	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/httptransport"
)

// trips runs "demo trips watch", which shows the departures of a demo that runs, and each
// change of them, until it is told to stop.
func trips(args []string, stdout, stderr io.Writer) (status int) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal does not wait for what the first one ends
	transport := httptransport.New(nil)
	defer transport.CloseIdleConnections()
	return watchTrips(ctx, args, transport, stdout, stderr)
}

// watchTrips shows the departures until ctx ends, and returns the exit status.
func watchTrips(ctx context.Context, args []string, transport core.Transport, stdout, stderr io.Writer) (status int) {
	flags := flag.NewFlagSet("demo trips watch", flag.ContinueOnError)
	flags.SetOutput(stderr)
	api := flags.String("api", "http://127.0.0.1:8080", "`URL` of a demo that runs")
	if len(args) == 0 || args[0] != "watch" {
		fmt.Fprintln(stderr, "demo: trips can be watched: demo trips watch [-api URL]")
		return 2
	}
	switch err := flags.Parse(args[1:]); {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		return 2
	}
	client, err := restclient.New(transport, restclient.WithBaseURL(*api))
	if err != nil {
		fmt.Fprintln(stderr, "demo:", err)
		return 2
	}
	defer client.Close()
	ctx = client.Context(ctx)
	keepUpToDate(ctx, slog.New(slog.NewTextHandler(stderr, nil)), func() { show(ctx, stdout, isTerminal(stdout)) })
	return 0
}

// interval is how often the list is read again, which ends what an API that was away has
// left on the screen.
const interval = 10 * time.Second

// keepUpToDate keeps the trips of the client that ctx carries as the API has them while
// work runs.
func keepUpToDate(ctx context.Context, log *slog.Logger, work func()) {
	ctx, stop := context.WithCancel(ctx)
	var following sync.WaitGroup
	defer following.Wait()
	defer stop()
	following.Go(func() { board.Follow(ctx, log) })
	following.Go(func() {
		for range restclient.UseLive(ctx, travelclient.Trips.GetList, travelclient.TripFilter{}, restclient.PollEvery(interval)) {
		}
	})
	work()
}

// What a terminal understands (ECMA-48, and the alternate screen of xterm).
const (
	enterScreen = "\x1b[?1049h\x1b[?25l" // another screen, without a cursor
	leaveScreen = "\x1b[?25h\x1b[?1049l"
	home        = "\x1b[H"
	eraseLine   = "\x1b[K"
	eraseBelow  = "\x1b[J"
)

// show writes the board, and again at each change, until ctx ends: in a terminal in
// place of what was there, which is there again at the end.
func show(ctx context.Context, out io.Writer, terminal bool) {
	if terminal {
		fmt.Fprint(out, enterScreen)
		defer fmt.Fprint(out, leaveScreen)
	}
	for text, err := range restclient.Live(ctx, lines) {
		if err != nil {
			text = "The API does not answer: " + err.Error() + "\n"
		}
		if terminal {
			text = home + strings.ReplaceAll(text, "\n", eraseLine+"\r\n") + eraseBelow
		}
		if _, err := io.WriteString(out, text); err != nil {
			return // a pipe whose reader has gone
		}
	}
}

// lines renders the board as text.
func lines(ctx context.Context) (string, error) {
	view, err := board.Read(ctx)
	if err != nil {
		return "", err
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "%d seats are free\n", view.FreeSeats())
	table := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for _, d := range view.Departures {
		seats := fmt.Sprint(d.Free, " seats")
		if d.Free == 0 {
			seats = "sold out"
		}
		fmt.Fprintf(table, "%s\t%s\t%d cr\t%s\n", d.Departs.Format("2 Jan 15:04"), d.Destination.Name, d.Price, seats)
	}
	err = table.Flush()
	return b.String(), err
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

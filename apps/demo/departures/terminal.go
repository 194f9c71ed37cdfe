package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/trefoil-go/trefoil/apps/demo/board"
	"github.com/trefoil-go/trefoil/modules/restclient"
)

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
	fmt.Fprintf(&b, "%s seats are free\n", view.FreeSeats)
	table := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for _, d := range view.Departures {
		seats := fmt.Sprint(d.Seats, " seats")
		if d.Seats == 0 {
			seats = "sold out"
		}
		fmt.Fprintf(table, "%s\t%s\t%d cr\t%s\n", d.Departs.Format("2 Jan 15:04"), d.Destination.Name, d.Price, seats)
	}
	err = table.Flush()
	return b.String(), err
}

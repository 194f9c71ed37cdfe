package filepersist_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/filepersist"
)

// What the environment tells a victim.
const (
	victimDir  = "FILEPERSIST_VICTIM_DIR"
	victimWork = "FILEPERSIST_VICTIM_WORK"
)

// victim is a program that writes until it is killed. It prints the number of
// what is on the disk.
func victim(path, work string) {
	dir, err := filepersist.Open(path)
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	ctx := context.Background()
	client, err := restclient.New(server(), restclient.WithConnectivity(restclient.NewSwitch(false)),
		restclient.WithOutbox(dir, restclient.Queue(Todos)))
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	for i := 1; ; i++ {
		switch work {
		case "edit":
			if _, err = Todos.On(client).PartialUpdate(ctx, 1, rename(strconv.Itoa(i))); errors.Is(err, restclient.ErrQueued) {
				err = nil
			}
		case "save":
			err = dir.Save(ctx, "ida", numbered(i))
		case "append":
			err = dir.Append(ctx, "ida", numbered(i)[0].Data)
		case "rewrite":
			err = dir.Rewrite(ctx, "ida", [][]byte{numbered(i)[0].Data, numbered(i)[1].Data})
		}
		if err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		fmt.Println(i)
	}
}

// numbered returns tables that all say i, so that a mixture can be told.
func numbered(i int) []restclient.SavedTable {
	data := bytes.Repeat([]byte(strconv.Itoa(i)+" "), 2000)
	return []restclient.SavedTable{{Name: "a", Data: data}, {Name: "b", Data: data}}
}

// kill starts a victim, kills it while it writes, and returns the last number
// that it printed.
func kill(ctx context.Context, path, work string) int {
	GinkgoHelper()
	cmd := exec.CommandContext(ctx, os.Args[0])
	cmd.Env = append(os.Environ(), victimDir+"="+path, victimWork+"="+work)
	out, err := cmd.StdoutPipe()
	Expect(err).NotTo(HaveOccurred())
	Expect(cmd.Start()).To(Succeed())
	lines := bufio.NewReader(out)
	last := ""
	for range 1 + rand.IntN(20) {
		line, err := lines.ReadString('\n')
		Expect(err).NotTo(HaveOccurred())
		last = line
	}
	time.Sleep(time.Duration(rand.IntN(3000)) * time.Microsecond)
	Expect(cmd.Process.Kill()).To(Succeed()) // SIGKILL
	rest, err := io.ReadAll(lines)
	Expect(err).NotTo(HaveOccurred())
	_ = cmd.Wait()
	printed := bytes.Split(append([]byte(last), rest...), []byte("\n"))
	n, err := strconv.Atoi(string(printed[len(printed)-2]))
	Expect(err).NotTo(HaveOccurred(), "the victim said %q", printed)
	return n
}

const rounds = 12

var _ = Describe("A program that is killed while it saves, fifty times", func() {
	It("finds the tables of one Save, of the last that has ended or of that under way", func(ctx SpecContext) {
		path := GinkgoT().TempDir()
		for range 50 {
			last := kill(ctx, path, "save")

			dir, err := filepersist.Open(path)
			Expect(err).NotTo(HaveOccurred(), "the lock has gone with the process")
			tables, err := dir.Load(ctx, "ida")
			if err != nil { // between two files
				Expect(err).To(MatchError(filepersist.ErrUnfinished))
			}
			Expect(dir.Close()).To(Succeed())
			Expect(tables).To(Or(Equal(numbered(last)), Equal(numbered(last+1))))
		}
	}, SpecTimeout(2*time.Minute))
})

var _ = Describe("A program that is killed while it writes its journal", func() {
	It("finds all records whose Append has ended, and no part of one", func(ctx SpecContext) {
		for range rounds {
			path := GinkgoT().TempDir()
			last := kill(ctx, path, "append")

			records, err := open(path).Records(ctx, "ida")

			Expect(err).NotTo(HaveOccurred())
			Expect(len(records)).To(Or(Equal(last), Equal(last+1)))
			for i, r := range records {
				Expect(bytes.Equal(r, numbered(i + 1)[0].Data)).To(BeTrue(), "record %d", i)
			}
		}
	}, SpecTimeout(2*time.Minute))

	It("finds the records of one Rewrite", func(ctx SpecContext) {
		path := GinkgoT().TempDir()
		for range rounds {
			last := kill(ctx, path, "rewrite")

			dir, err := filepersist.Open(path)
			Expect(err).NotTo(HaveOccurred())
			records, err := dir.Records(ctx, "ida")
			Expect(err).NotTo(HaveOccurred())
			Expect(dir.Close()).To(Succeed())
			Expect(records).To(HaveLen(2))
			Expect(records[0]).To(Or(Equal(numbered(last)[0].Data), Equal(numbered(last + 1)[0].Data)))
			Expect(records[1]).To(Equal(records[0]))
		}
	}, SpecTimeout(2*time.Minute))
})

// Package filepersist keeps the data of a client in a directory: what it has
// stored, and the mutations that wait for the network.
//
//	dir, err := filepersist.Open("/var/lib/todos")
//	client, err := restclient.New(httptransport.New(nil),
//		restclient.WithPersistence(dir, restclient.Keep(Todos)),
//		restclient.WithOutbox(dir, restclient.Queue(Todos)))
//	defer dir.Close()
//	defer client.Close() // first
//
// # Files
//
// There are up to three files for an identity, whose names begin with a hash of
// it: the tables that were saved last (.store), those of the time before
// (.store.old) and the journal (.queue). Nothing in them is encrypted. The
// directory and the files can be read by their owner alone.
//
// # Crashes
//
// Tables are written to a new file, which takes the place of the old one when
// all of it is on the disk. The journal is on the disk before Append returns; a
// record that was not written to its end is not there. So whatever moment a
// program is killed at, its next run finds what was saved last, as fresh as it would be.
// If the program knew of a change since then, one of its own or one that was pushed to it,
// nothing of that is fresh, and Load says ErrUnfinished: a note of that is on the disk
// before the change is sent or shown.
//
// A file that is damaged all the same, which checksums tell, is reported as a
// *CorruptError and moved aside (.corrupt). What was saved before takes its
// place, if that can be read.
package filepersist

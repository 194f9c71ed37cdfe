// Package worker reads descriptions that nobody vouches for in processes of
// their own: the program starts itself again,
// with little memory, little time and no environment. On Linux, on amd64 and
// arm64, the kernel keeps it from files, sockets and other processes.
//
// Neither a stack overflow nor a loop can be stopped inside a process, and both
// have been in libraries that read descriptions. What kills a worker is an error
// here. Call Main before anything else:
//
//	func main() {
//		judge := worker.Main() // in a worker this does not return
//		…
//		source := openapi.FromContent(pasted, openapi.WithJudge(judge))
//	}
//
// A worker that judges reads all of a text, every operation, every model and
// everything that references lead to, and says whether it got through. The text is
// read again in this process only then: the same code does the same with the same
// text.
//
// One that has a draft, for viewer.WithVisitorDescriptions, does that and makes the
// pages of the text, too: nothing of it is read in this process.
package worker

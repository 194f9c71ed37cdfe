// Package worker reads descriptions that nobody vouches for in a process of
// their own, before this process touches them: the program starts itself again,
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
// A worker reads all of a text, every operation, every model and everything that
// references lead to, and says whether it got through. The text is read again in
// this process only then: the same code does the same with the same text.
package worker

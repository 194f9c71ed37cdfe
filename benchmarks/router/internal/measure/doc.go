// Package measure compares functions by the CPU time of the thread that runs
// them, on machines that are busy with other things:
//
//	results, _ := measure.Run([]measure.Case{{Name: "a", Call: a}, {Name: "b", Call: b}}, 200)
//	fmt.Println(results[0].Min / results[1].Min)
//
// The cases take turns in short slices and in random order, so that what
// disturbs one disturbs all; what remains is cut off by reporting the minimum
// and the 10th percentile of many rounds.
package measure

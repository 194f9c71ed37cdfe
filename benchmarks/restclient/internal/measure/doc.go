// Package measure compares functions by the CPU time of the process, in pairs
// and on machines that are busy with other things:
//
//	results, err := measure.Run([]measure.Case{{Name: "a", Call: a}, {Name: "b", Call: b}}, measure.Limit{Rounds: 200})
//	ratios := measure.Ratios(results[0], results[1])
//	fmt.Println(measure.Median(ratios), measure.Min(ratios))
//
// The cases take turns in short slices and in random order, so that what
// disturbs one disturbs all. Figures of one round belong together: ratios and
// differences are taken within it, and their median and minimum over all.
//
// The clock counts all threads, because a call may run in several goroutines.
package measure

// Package report writes what the benchmarks of this repository have found: a
// page of Markdown with tables, how many goals are met, and the machine that
// the figures are of.
//
//	p := &report.Page{}
//	p.Begin("Router: measured against its peers", "benchmarks/router")
//	p.Table("variant", "ns")
//	p.Row("ours", "120")
//	p.Line("")
//	p.Reproduce("bench-router", os.Args[1:])
//	err := report.Write("-", func(w io.Writer) error { _, err := p.WriteTo(w); return err })
package report

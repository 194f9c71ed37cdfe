// Command small does nothing: its size is known to be small.
package main

func main() {}

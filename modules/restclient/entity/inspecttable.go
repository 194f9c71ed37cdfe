package entity

var (
	_ inspected = (*AnyTable)(nil)
	_ inspected = (*AnyValues)(nil)
	_ inspected = (*AnyObjects)(nil)
)

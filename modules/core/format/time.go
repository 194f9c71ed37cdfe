package format

import (
	"strings"
	"time"
)

// isDate checks a full-date of RFC 3339.
func isDate(s string) bool {
	if len(s) != 10 || s[4] != '-' || s[7] != '-' {
		return false
	}
	year, month, day := digits(s[:4]), digits(s[5:7]), digits(s[8:])
	return year >= 0 && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month)
}

func daysIn(year, month int) int {
	return time.Date(year, time.Month(month)+1, 0, 0, 0, 0, 0, time.UTC).Day()
}

// digits reads a number of nothing but digits, -1 for anything else.
func digits(s string) int {
	n := 0
	for i := range len(s) {
		if !isDigit(s[i]) {
			return -1
		}
		n = n*10 + int(s[i]-'0')
	}
	return n
}

// isTime checks a full-time of RFC 3339. A leap second is 23:59:60 UTC.
func isTime(s string) bool {
	if len(s) < 9 || s[2] != ':' || s[5] != ':' {
		return false
	}
	hour, minute, second := digits(s[:2]), digits(s[3:5]), digits(s[6:8])
	rest := s[8:]
	if fraction, ok := strings.CutPrefix(rest, "."); ok {
		rest = strings.TrimLeft(fraction, "0123456789")
		if len(rest) == len(fraction) {
			return false
		}
	}
	offset, ok := offsetOf(rest)
	if !ok || hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 {
		return false
	}
	const day = 24 * 60
	utc := ((hour*60+minute-offset)%day + day) % day
	return second < 60 || second == 60 && utc == day-1
}

// offsetOf reads a time-offset in minutes.
func offsetOf(s string) (int, bool) {
	if s == "Z" || s == "z" {
		return 0, true
	}
	if len(s) != 6 || s[0] != '+' && s[0] != '-' || s[3] != ':' {
		return 0, false
	}
	hour, minute := digits(s[1:3]), digits(s[4:])
	if hour < 0 || hour > 23 || minute < 0 || minute > 59 {
		return 0, false
	}
	if s[0] == '-' {
		return -hour*60 - minute, true
	}
	return hour*60 + minute, true
}

func isDateTime(s string) bool {
	return len(s) > 11 && s[10]|0x20 == 't' && isDate(s[:10]) && isTime(s[11:])
}

// isDuration checks the grammar of RFC 3339, appendix A: units follow each
// other without a gap, weeks stand alone.
func isDuration(s string) bool {
	s, ok := strings.CutPrefix(s, "P")
	if !ok || s == "" {
		return false
	}
	date, clock, timed := strings.Cut(s, "T")
	switch {
	case timed && clock == "":
		return false
	case !timed && strings.HasSuffix(date, "W"):
		return units(date, "W")
	}
	return units(date, "YMD") && units(clock, "HMS")
}

// units checks amounts, each with the next of the units behind it: "1Y2M", but
// not "1Y2D".
func units(s, allowed string) bool {
	next := -1 // any
	for s != "" {
		rest := strings.TrimLeft(s, "0123456789")
		if len(rest) == len(s) || rest == "" {
			return false
		}
		unit := strings.IndexByte(allowed, rest[0])
		if unit < 0 || next >= 0 && unit != next {
			return false
		}
		s, next = rest[1:], unit+1
	}
	return true
}

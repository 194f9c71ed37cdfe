package apichange

import "time"

// compareLife compares how long something is there: whether it is deprecated, and the
// day on which it goes ("x-sunset", the date of RFC 8594).
func compareLife(r *report, what string, old, new node) {
	switch was, is := old.truth("deprecated"), new.truth("deprecated"); {
	case !was && is:
		r.compatible(RuleDeprecated, new.at, "%s is deprecated now", what)
	case was && !is:
		r.compatible(RuleDeprecated, new.at, "%s is not deprecated any more", what)
	}
	was, is := old.text("x-sunset"), new.text("x-sunset")
	if was == is {
		return
	}
	kind := Compatible
	before, after := day(was), day(is)
	if was != "" && !after.IsZero() && after.Before(before) {
		kind = Breaking
	}
	at := new.member("x-sunset").at
	if is == "" {
		at = new.at
	}
	r.became(kind, RuleSunset, at, "the sunset of "+what, was, is)
}

// day reads a date or a time, the zero time for what is neither.
func day(text string) time.Time {
	for _, layout := range []string{time.DateOnly, time.RFC3339} {
		if t, err := time.Parse(layout, text); err == nil {
			return t
		}
	}
	return time.Time{}
}

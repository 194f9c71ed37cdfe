package policy

import (
	"sync"
	"time"
)

// Budget is the option that WithBudget makes.
type Budget struct {
	ratio float64
	floor int
	now   func() time.Time
}

// WithBudget bounds what Retry, or Hedge, sends besides the first attempts, for
// all calls through one transport together. Every call earns ratio of an extra
// request, floor of them are earned each minute without any call, floor are
// there at the start and no more than floor are ever saved. So n calls within t
// minutes cause at most ratio·n + floor·(1+t) extra requests, however dead the
// server is. Default: 0.1 and 10. With floor 0 there is none but what calls
// earn; negative values mean 0.
func WithBudget(ratio float64, floor int) Budget {
	return Budget{ratio: max(ratio, 0), floor: max(floor, 0)}
}

func (b Budget) forRetry(c *retryConfig) { c.budget.ratio, c.budget.floor = b.ratio, b.floor }
func (b Budget) forHedge(c *hedgeConfig) { c.budget.ratio, c.budget.floor = b.ratio, b.floor }

// token is one extra request in the unit of a purse.
const token = 1000

// purse holds the extra requests that were earned and not spent.
type purse struct {
	earn  int64 // a call
	floor int64 // a minute
	limit int64
	now   func() time.Time

	mu      sync.Mutex
	balance int64
	last    time.Time // up to when the minutes are paid
}

func newPurse(b Budget) *purse {
	floor := int64(b.floor) * token
	return &purse{
		earn: int64(b.ratio * token), floor: floor, limit: max(floor, token),
		now: b.now, balance: floor, last: b.now(),
	}
}

// called earns the share of one call.
func (p *purse) called() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.balance += p.earn
}

// spend takes one extra request, if there is one.
func (p *purse) spend() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.payMinutes()
	p.balance = min(p.balance, p.limit)
	if p.balance < token {
		return false
	}
	p.balance -= token
	return true
}

func (p *purse) payMinutes() {
	now := p.now()
	elapsed := now.Sub(p.last)
	if elapsed < 0 || elapsed >= time.Minute || p.floor == 0 {
		p.last = now
		if elapsed > 0 {
			p.balance += p.floor
		}
		return
	}
	pay := int64(float64(p.floor) * elapsed.Minutes())
	p.balance += pay
	p.last = p.last.Add(time.Duration(float64(pay) / float64(p.floor) * float64(time.Minute)))
}

package state

import (
	"context"
	"sync"
)

// MemorySignals is the Signals of one process. Its zero value works.
type MemorySignals struct {
	mu     sync.Mutex
	topics map[string]map[*Inbox]struct{}
}

var _ Signals = (*MemorySignals)(nil)

// Publish sends a signal, as Signals says.
func (m *MemorySignals) Publish(ctx context.Context, topic string, payload []byte) error {
	if err := CheckSignal(ctx, topic, payload); err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	for s := range m.topics[topic] {
		s.Put(append([]byte{}, payload...))
	}
	return nil
}

// Subscribe receives signals, as Signals says.
func (m *MemorySignals) Subscribe(ctx context.Context, topic string, receive func(payload []byte)) error {
	if err := CheckSignal(ctx, topic, nil); err != nil {
		return err
	}
	in := NewInbox()
	m.add(topic, in)
	defer m.remove(topic, in)
	in.Lose()
	return in.Serve(ctx, receive)
}

func (m *MemorySignals) add(topic string, s *Inbox) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.topics == nil {
		m.topics = map[string]map[*Inbox]struct{}{}
	}
	if m.topics[topic] == nil {
		m.topics[topic] = map[*Inbox]struct{}{}
	}
	m.topics[topic][s] = struct{}{}
}

func (m *MemorySignals) remove(topic string, s *Inbox) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if delete(m.topics[topic], s); len(m.topics[topic]) == 0 {
		delete(m.topics, topic)
	}
}

// CheckSignal returns what is wrong with a signal before it is sent, or with a
// subscription. Adapters call it.
func CheckSignal(ctx context.Context, topic string, payload []byte) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if len(payload) > MaxSignal {
		return ErrSignal
	}
	return CheckKey(topic)
}

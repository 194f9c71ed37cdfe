package restclient_test

import (
	"testing"

	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient"
	calls "github.com/trefoil-go/trefoil/modules/restclient/internal/call"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/delivery"
	faults "github.com/trefoil-go/trefoil/modules/restclient/internal/fault"
)

func TestConstantsOfUsersAreThoseThatCallsTell(t *testing.T) {
	g := NewWithT(t)

	g.Expect([]restclient.Kind{
		restclient.KindDeclaration, restclient.KindArgument, restclient.KindNetwork, restclient.KindTimeout, restclient.KindCanceled,
		restclient.KindStatus, restclient.KindTooLarge, restclient.KindContentType, restclient.KindDecode, restclient.KindSchema,
		restclient.KindNoValue, restclient.KindConflict, restclient.KindReset, restclient.KindQueued, restclient.KindPage,
	}).To(Equal([]faults.Kind{
		faults.Declaration, faults.Argument, faults.Network, faults.Timeout, faults.Canceled,
		faults.Status, faults.TooLarge, faults.ContentType, faults.Decode, faults.Schema,
		faults.NoValue, faults.Conflict, faults.Reset, faults.Queued, faults.Page,
	}))
	for purpose, told := range map[restclient.Purpose]calls.Purpose{
		restclient.ForRead: calls.ForRead, restclient.ForFetch: calls.ForFetch, restclient.ForRevalidate: calls.ForRevalidate,
		restclient.ForPoll: calls.ForPoll, restclient.ForPage: calls.ForPage, restclient.ForMutate: calls.ForMutate, restclient.ForStream: calls.ForStream,
	} {
		g.Expect(purpose).To(Equal(restclient.Purpose(told)))
	}
	for state, told := range map[restclient.CacheState]calls.CacheState{
		restclient.CacheFresh: calls.CacheFresh, restclient.CacheStale: calls.CacheStale, restclient.CacheInvalid: calls.CacheInvalid,
		restclient.CacheMissing: calls.CacheMissing, restclient.CacheFailed: calls.CacheFailed, restclient.CacheBypass: calls.CacheBypass,
	} {
		g.Expect(state).To(Equal(restclient.CacheState(told)))
	}
	for event, told := range map[restclient.OutboxEventKind]delivery.EventKind{
		restclient.OutboxQueued: delivery.EventQueued, restclient.OutboxSent: delivery.EventSent, restclient.OutboxDelayed: delivery.EventDelayed,
		restclient.OutboxFailed: delivery.EventFailed, restclient.OutboxDropped: delivery.EventDropped, restclient.OutboxFault: delivery.EventFault,
	} {
		g.Expect(event).To(Equal(restclient.OutboxEventKind(told)))
	}
}

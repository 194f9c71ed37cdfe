package apidoc

import "context"

// UsesReader is a Reader that knows who refers to a model.
type UsesReader interface {
	// ReadUses says which parts of the description refer to a model: pointers of
	// operations and webhooks, and references of models. It is called
	// concurrently.
	ReadUses(ctx context.Context, ref string) (References, error)
}

// References are the parts of a description that refer to a model, each once.
type References struct {
	// Direct are JSON pointers of operations and webhooks, and references of
	// models, that name the model themselves or in something they share.
	Direct []string
	// Through are those that only refer to a model that refers to it.
	Through []string
	// Children are the references of models that list it in allOf.
	Children []string
}

// Uses are the users of a model.
type Uses struct {
	Direct   Users
	Through  Users           // those that refer to a direct user only, and so on
	Children []*ModelSummary // models that list it in allOf
}

// Users are parts of a description, in its order.
type Users struct {
	Operations []*OperationSummary
	Webhooks   []*OperationSummary
	Models     []*ModelSummary
}

func pointed(list []OperationSummary, wanted map[string]bool) []*OperationSummary {
	var found []*OperationSummary
	for i := range list {
		if wanted[list[i].Pointer] {
			found = append(found, &list[i])
		}
	}
	return found
}

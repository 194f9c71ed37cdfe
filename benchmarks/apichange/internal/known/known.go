// Package known says how the rules of oasdiff v1.33.0 and ours belong together, and why
// the two comparisons judge some changes differently:
//
//	r, ok := known.RuleOf("new-required-request-parameter")
//	fmt.Println(r.Ours) // parameter
package known

import (
	"regexp"
	"slices"

	"github.com/trefoil-go/trefoil/modules/core/apichange"
)

// Rule says which of our rules covers rules of oasdiff, or why none does.
type Rule struct {
	IDs    *regexp.Regexp
	Ours   apichange.Rule // empty for none
	Excuse string         // of rules that are not covered
}

func covered(ids string, ours apichange.Rule) Rule { return Rule{IDs: whole(ids), Ours: ours} }

func excused(ids, excuse string) Rule { return Rule{IDs: whole(ids), Excuse: excuse} }

func whole(ids string) *regexp.Regexp { return regexp.MustCompile("^(?:" + ids + ")$") }

// schema are the places of schemas in the ids of oasdiff.
const schema = `(?:request|response)(?:-read-only|-write-only)?-(?:body|property|parameter(?:-property)?|mediatype|header)`

// Rules is the table. The first row that fits an id says what it is.
var Rules = []Rule{
	excused(`api-(?:version-not-bumped|version-decreased|major-version-not-bumped)`, "the command says which version follows, and warns of one that does not (rule version)"),
	excused(`.*stability.*`, "x-stability-level is a convention of oasdiff"),
	excused(`.*sunset-(?:missing|parse|date-too-small|invalid)|.*removed-before-sunset`, "how long something is deprecated before it goes is a policy, and Compare does not know the day"),
	excused(`.*x-extensible-enum.*`, "an extension of one company"),
	excused(`api-tag-(?:added|removed)`, "tags order the pages of a reference"),
	excused(`api-schema-removed`, "a component that no operation reaches is nothing to clients"),
	excused(`api-security-component-(?:removed|added)`, "a scheme that no operation takes is nothing to clients; for one that an operation takes see api-security-added"),
	excused(`api-security-component-oauth-scope-changed`, "it is the wording of a scope"),
	excused(`.*-annotation-only`, "texts are not compared"),
	excused(`response-media-type-(?:name-changed|name-(?:generalized|specialized)|parameter-.*)`, "one media type is gone and one is new; parameters of media types are no part of their name (RFC 9110, section 8.3.1)"),
	excused(`api-operation-id-added`, "clients have called it something else"),

	covered(`endpoint-added|api(?:-path)?-removed-with(?:out)?-deprecation`, apichange.RuleOperation),
	covered(`webhook-(?:added|removed)`, apichange.RuleWebhook),
	covered(`.*sunset-deleted|.*sunset-date-changed-too-small`, apichange.RuleSunset),
	covered(`.*-(?:deprecated|deprecated-with-sunset|reactivated)`, apichange.RuleDeprecated),
	covered(`api-operation-id-removed`, apichange.RuleOperationID),
	covered(`api-(?:global-)?security-(?:scope-)?(?:added|removed)|api-security-component-type-changed`, apichange.RuleSecurity),
	covered(`api-security-component-oauth-.*`, apichange.RuleSecurityScheme),
	covered(`request-body-(?:added-.*|removed)`, apichange.RuleRequestBody),
	covered(`request-body-became-(?:optional|required)|request-parameter-became-(?:optional|required)|request-header-property-became-required|response-header-became-optional|(?:request|response)(?:-write-only)?-property-became-(?:optional|required)(?:-with-default)?`, apichange.RuleRequired),
	covered(`new-(?:required|optional)-request-property.*|new-required-request-header-property|(?:request|response)-(?:optional|required)?-?(?:write-only-)?property-(?:added|removed)`, apichange.RuleMember),
	covered(`new-.*parameter.*|request-parameter-removed.*`, apichange.RuleParameter),
	covered(`.*-property-became-(?:not-)?(?:read|write)-only`, apichange.RuleMember),
	covered(`(?:request-body|response)-media-type-(?:added|removed)`, apichange.RuleMediaType),
	covered(`.*-media-type-(?:item-)?schema-(?:added|removed|removed-untyped)`, apichange.RuleType),
	covered(`.*response-header-(?:removed|added)`, apichange.RuleHeader),
	covered(`response-(?:non-)?success-status-.*`, apichange.RuleStatus),
	covered(schema+`-discriminator-.*`, apichange.RuleDiscriminator),
	covered(schema+`-became-(?:not-)?nullable`, apichange.RuleNull),
	covered(schema+`-schema-became-(?:not-)?false`, apichange.RuleKeyword),
	covered(schema+`-default-value-.*`, apichange.RuleDefault),
	covered(`request-header-property-became-enum|`+schema+`-(?:became-enum|enum-value-.*|const-.*)`, apichange.RuleValue),
	covered(schema+`-(?:exclusive-)?(?:min|max)(?:-length|-items|-properties|-contains)?-(?:set|unset|increased|decreased)`, apichange.RuleBound),
	covered(schema+`-pattern-(?:added|removed|changed|generalized)`, apichange.RulePattern),
	covered(schema+`-multiple-of-.*`, apichange.RuleMultipleOf),
	covered(schema+`-unique-items-.*`, apichange.RuleUniqueItems),
	covered(schema+`-(?:list-of-types|type)-.*`, apichange.RuleType),
	covered(schema+`-(?:one-of|any-of)-.*|.*-wrapped-in-one-of.*`, apichange.RuleAlternative),
	covered(schema+`-all-of-.*`, apichange.RuleMember),
	covered(schema+`-(?:if|then|else|contains|prefix-items|dependent-required|dependent-schema|pattern-property|property-names|unevaluated-.*|content-.*)(?:-(?:added|removed|changed|increased|decreased))?`, apichange.RuleKeyword),
}

// RuleOf returns the row of an id.
func RuleOf(id string) (Rule, bool) {
	i := slices.IndexFunc(Rules, func(r Rule) bool { return r.IDs.MatchString(id) })
	if i < 0 {
		return Rule{}, false
	}
	return Rules[i], true
}

// Difference explains why the two judge an operation differently.
type Difference struct {
	Edit   *regexp.Regexp // of the pair
	Rules  *regexp.Regexp // of one of the changes of the operation, ours or theirs
	Reason string
}

// Differences are all that are known.
var Differences = []Difference{
	{whole("an operation has another operationId"), whole("breaking/operationId"), "Clients that are generated name their methods after it. oasdiff takes note of it."},
	{whole("an enum disappears from a request"), whole("request-.*-enum-value-removed"), "Without an enum any value is accepted. oasdiff says of each of its values that it is not."},
	{whole("an enum disappears from a response"), whole("breaking/value"), "Without an enum any value may come. oasdiff takes note of the values as removed."},
	{whole("a scope is needed by all operations"), whole("breaking/security"), "Tokens without the scope are not enough any more. oasdiff lists its rule api-global-security-scope-added as an error and takes note of it as information."},
	{whole("no credentials are needed any more"), whole("api-security-removed"), "Clients that show their credentials are still let in. oasdiff says of the credentials that they are not enough."},
	{whole("tokens are elsewhere"), whole("breaking/security-scheme"), "Clients ask for their tokens at an address that has gone. oasdiff takes note of it."},
	{whole("a server is gone"), whole("breaking/server"), "Clients call the old address. oasdiff does not compare servers."},
	{whole("an object is closed or opened"), whole("breaking/additionalProperties"), "Members that were accepted, or left out, are not any more. oasdiff has no rule for additionalProperties."},
	{whole("an optional member of a response is gone"), whole("breaking/member"), "Descriptions seldom say which members are always there, and clients read the others as well. oasdiff takes note of it."},
	{whole("a member is for reading or writing alone"), whole("breaking/.*"), "What the server writes alone it does not accept, and what clients write alone does not come. oasdiff takes note of it."},
	{whole("the items of a parameter are shorter"), whole("breaking/bound"), "oasdiff does not compare the limits of the items of parameters."},
	{whole("a parameter is written otherwise"), whole("breaking/parameter-style"), "The server splits the list at other places. oasdiff v1.33.0 has no rule for it."},
	{whole("a line of CSV is an object"), whole("response-body-type-compatible"), "oasdiff takes any type for a text where the media type is none of JSON; an object is not a line of CSV."},
}

// Explain returns why the two judge an operation differently.
func Explain(edits, rules []string) (Difference, bool) {
	i := slices.IndexFunc(Differences, func(d Difference) bool {
		return slices.ContainsFunc(edits, d.Edit.MatchString) && slices.ContainsFunc(rules, d.Rules.MatchString)
	})
	if i < 0 {
		return Difference{}, false
	}
	return Differences[i], true
}

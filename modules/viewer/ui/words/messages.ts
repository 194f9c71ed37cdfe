// Messages of those who have no page, the checker of schemas and the worker of bodies:
// they come in English, and are known by their form in pages of other languages.
export const messages: readonly string[] = [
  // of package jsonschema, which shares its cases with the server
  "is {1}, not {2}",
  "is not {1}",
  "is none of {1}",
  "is {1}, below the minimum {2}",
  "is {1}, not more than {2}",
  "is {1}, above the maximum {2}",
  "is {1}, not less than {2}",
  "is {1}, not a multiple of {2}",
  "is {1}, not an int32",
  "is {1}, not an int64",
  "has {1} {2}, at least {3} are wanted",
  "has {1} {2}, at most {3} are allowed",
  "does not match the pattern {1}",
  "is not in the format {1}",
  "is not in the encoding {1}",
  "is the same as item {1}",
  "lacks the member {1}",
  "lacks the member {1}, which {2} needs",
  "has a name that is not allowed",
  "is not a member that is described",
  "is not an item that is described",
  "fits what it must not be",
  "fits {1} alternatives instead of one",
  "fits none of {1} alternatives",
  "is not allowed",
  "is too much to check",
  "cannot be checked: the description lacks {1}",
  // of the bodies of answers
  "Here {1} is expected, not {2}",
  "It ends where {1} is expected",
  "It ends within a text in quotes",
  "A text in quotes cannot hold {1}",
  "There is no such escape",
  "This is no value of JSON: {1}",
  "This byte is not UTF-8: {1}",
  "No text holds this byte: {1}",
  "It is nested more than {1} levels deep",
  "It has more than {1} values",
  "It has more than {1} lines",
  "{1}, and byte {2} is no text",
];

// both is the message that begins with another one.
export const both = "{1}, and byte {2} is no text";

// parts are what stands in places of messages and is no value of the reader.
export const parts: readonly string[] = [
  "an array",
  "a boolean",
  "an integer",
  "a number",
  "an object",
  "a string",
  "item(s)",
  "item(s) that fit contains",
  "member(s)",
  "character(s)",
  "a value",
  "a value or ]",
  "a name in quotes",
  "a name in quotes or }",
  "a colon",
  "a comma or the end of the list or object",
  "nothing more",
];

package transfer

import (
	"crypto/rand"
	"fmt"
	"mime"
	"strings"
	"unicode/utf8"

	"github.com/trefoil-go/trefoil/modules/restclient"
)

var (
	_ restclient.Upload = Multipart{}
	_ restclient.Upload = Content{}
)

// Multipart is a multipart/form-data body (RFC 7578), streamed: no file is held
// in memory. Its length is sent when all sizes are known. It is repeated whole
// when an attempt is, as far as its sources allow that.
type Multipart struct {
	Fields   []Field // come first, in order
	Files    []File  // in order
	Progress Progress
}

// Field is a form field with a text.
type Field struct {
	Name, Value string
	ContentType string // of Value, such as application/json; none when empty
}

// File is a form field with a file.
type File struct {
	Field string // the name of the form field
	// Name is the file name that the server is told. Default: the last element
	// of the path for FromPath, else the name of the field.
	Name        string
	ContentType string // default: by the extension of Name, or else application/octet-stream
	Source      Source
}

// Content is a body that is one source, such as a PUT of a file.
type Content struct {
	Source      Source
	ContentType string // default: application/octet-stream
	Progress    Progress
}

// Body makes the body of one call, under a boundary of its own.
func (m Multipart) Body() (restclient.Body, error) {
	boundary := rand.Text()
	var segments []segment
	for _, f := range m.Fields {
		head, err := f.head()
		if err != nil {
			return restclient.Body{}, fmt.Errorf("field %q: %w", f.Name, err)
		}
		segments = append(segments, text("--"+boundary+"\r\n"+head+f.Value+"\r\n"))
	}
	for i := range m.Files {
		file, err := m.Files[i].segment()
		if err != nil {
			return restclient.Body{}, fmt.Errorf("file %q: %w", m.Files[i].name(), err)
		}
		head := "--" + boundary + "\r\n" + m.Files[i].head()
		segments = append(segments, text(head), file, text("\r\n"))
	}
	segments = append(segments, text("--"+boundary+"--\r\n"))
	return bodyOf(segments, "multipart/form-data; boundary="+boundary, m.Progress), nil
}

func text(s string) segment { return segment{text: s, size: int64(len(s))} }

func (f Field) head() (string, error) {
	head := "Content-Disposition: form-data; name=" + quote(f.Name) + "\r\n"
	if f.ContentType == "" {
		return head + "\r\n", nil
	}
	return head + "Content-Type: " + f.ContentType + "\r\n\r\n", checkType(f.ContentType)
}

// MarshalJSON writes null: the JSON of a value that has a File in it, such as the
// body of forms.Multipart, is without the file.
func (File) MarshalJSON() ([]byte, error) { return []byte("null"), nil }

func (f File) segment() (segment, error) {
	if f.ContentType != "" {
		if err := checkType(f.ContentType); err != nil {
			return segment{}, err
		}
	}
	size, err := f.Source.size()
	return segment{source: &f.Source, size: size}, err
}

func checkType(contentType string) error {
	if _, _, err := mime.ParseMediaType(contentType); err != nil {
		return fmt.Errorf("content type %q: %w", contentType, err)
	}
	if strings.ContainsAny(contentType, "\r\n") {
		return fmt.Errorf("content type %q has a line break", contentType)
	}
	return nil
}

func (f File) name() string {
	switch {
	case f.Name != "":
		return f.Name
	case f.Source.name != "":
		return f.Source.name
	}
	return f.Field
}

func (f File) head() string {
	contentType := f.ContentType
	if contentType == "" {
		contentType = mime.TypeByExtension(extension(f.name()))
	}
	if contentType == "" {
		contentType = "application/octet-stream"
	}
	return "Content-Disposition: form-data; name=" + quote(f.Field) + "; filename=" + quote(f.name()) +
		"\r\nContent-Type: " + contentType + "\r\n\r\n"
}

func extension(name string) string {
	if i := strings.LastIndexByte(name, '.'); i >= 0 {
		return name[i:]
	}
	return ""
}

// Body makes the body of one call.
func (c Content) Body() (restclient.Body, error) {
	contentType := c.ContentType
	if contentType == "" {
		contentType = "application/octet-stream"
	}
	if err := checkType(contentType); err != nil {
		return restclient.Body{}, err
	}
	size, err := c.Source.size()
	if err != nil {
		return restclient.Body{}, err
	}
	return bodyOf([]segment{{source: &c.Source, size: size}}, contentType, c.Progress), nil
}

// quote writes a name as browsers do: UTF-8 as it is (RFC 7578, section 5.1),
// and percent-encoded (section 2) what would end the quotes or the line, and
// what is no text at all.
func quote(name string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i := 0; i < len(name); {
		r, size := utf8.DecodeRuneInString(name[i:])
		broken := r == utf8.RuneError && size == 1
		if broken || r < 0x20 || r == 0x7f || r == '"' || r == '\\' {
			fmt.Fprintf(&b, "%%%02X", name[i])
		} else {
			b.WriteString(name[i : i+size])
		}
		i += size
	}
	b.WriteByte('"')
	return b.String()
}

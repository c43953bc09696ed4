package apptest

import (
	"context"
	"fmt"
	"io"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"

	"worklog/handlers/api"
)

// Document is the description of the API, loaded once.
var Document = sync.OnceValues(func() (*openapi3.T, error) {
	doc, err := openapi3.NewLoader().LoadFromData(api.OpenAPI)
	if err != nil {
		return nil, err
	}
	return doc, doc.Validate(context.Background()) // the examples too
})

// documented returns the operation that describes a request's answer: whatever the
// method is where only POST is answered. It is nil where nothing is described.
func documented(doc *openapi3.T, request *http.Request) *openapi3.Operation {
	path := request.URL.Path
	if below, isFeed := strings.CutPrefix(path, "/feeds/"); isFeed {
		_, name, _ := strings.Cut(below, "/")
		path = "/feeds/{secret}/" + name
	}
	item := doc.Paths.Value(path)
	switch {
	case item == nil || path == "/feeds/{secret}/calendar.ics": // no JSON
		return nil
	case item.Post != nil:
		return item.Post
	case request.Method == http.MethodGet:
		return item.Get
	}
	return nil
}

// validated has the answers that were found to be as documented, by answerShape:
// validating takes milliseconds, and the tests send thousands of requests.
var validated sync.Map

// aNumber is what may differ between two answers of one shape: a number that is not 0.
var aNumber = regexp.MustCompile(`[1-9][0-9]*`)

// answerShape is the part of an answer that the document describes.
func (a Answer) answerShape(operation *openapi3.Operation, described *openapi3.Response) string {
	shape := []any{operation.OperationID, a.Status, a.Header.Values("Content-Type"), aNumber.ReplaceAllString(a.Body, "#")}
	for _, name := range slices.Sorted(maps.Keys(described.Headers)) {
		shape = append(shape, a.Header.Values(name))
	}
	return fmt.Sprintf("%q", shape)
}

// AsDocumented validates the answer to a request against the document, where it
// says something of it: every answer of every test passes here.
func (a Answer) AsDocumented(request *http.Request) error {
	doc, err := Document()
	if err != nil {
		return err
	}
	operation := documented(doc, request)
	if operation == nil {
		return nil
	}
	described := operation.Responses.Status(a.Status)
	if described == nil {
		return fmt.Errorf("%s %s is answered %d %s, which is not documented", request.Method, request.URL.Path, a.Status, a.Body)
	}
	shape := a.answerShape(operation, described.Value)
	if _, known := validated.Load(shape); known || request.Method == http.MethodHead { // which has no body
		return nil
	}
	err = openapi3filter.ValidateResponse(request.Context(), &openapi3filter.ResponseValidationInput{
		RequestValidationInput: &openapi3filter.RequestValidationInput{
			Request: request,
			Route:   &routers.Route{Spec: doc, Operation: operation},
		},
		Status: a.Status,
		Header: a.Header,
		Body:   io.NopCloser(strings.NewReader(a.Body)),
	})
	if err != nil {
		return fmt.Errorf("%s %s is answered %d %s, not as documented: %w", request.Method, request.URL.Path, a.Status, a.Body, err)
	}
	validated.Store(shape, true)
	return nil
}

package main

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/stripe/stripe-mock/server"
)

const form = "application/x-www-form-urlencoded"

var address = regexp.MustCompile(`validator 0x[0-9a-f]+ failed: `)
var rejectedParameter = regexp.MustCompile(`object property '(\w+)' validation failed: (.*)`)

// Sends a request to stripe-mock. It tells of one fault only, and not always where: parameters that the document does
// not name are looked for here, and what was found is left out of the next try, so that the rest is judged too.
func (j *judge) replay(found route, one recorded) {
	for _, name := range parameterNames(one) {
		if !isNamed(name, found) {
			j.report(found.name+": parameter "+strings.Join(name, ".")+" is not in the document", one.Query+one.Body)
			one = without(one, name)
		}
	}
	for {
		rejection := j.send(one)
		if rejection == "" {
			return
		}
		j.report(found.name+" is rejected: "+rejection, one.Path+"?"+one.Query+" "+one.Body)
		parts := rejectedParameter.FindStringSubmatch(rejection)
		if parts == nil {
			return
		}
		shorter := without(one, parts[1:2])
		if shorter == one {
			return
		}
		one = shorter
	}
}

// Empty if stripe-mock takes the request.
func (j *judge) send(one recorded) string {
	request := httptest.NewRequest(one.Method, one.Path+"?"+one.Query, strings.NewReader(one.Body))
	request.Header.Set("Authorization", "Bearer sk_test_judge")
	// The SDK says what it sends; a request without a body has none, which stripe-mock does not know of a POST.
	request.Header.Set("Content-Type", form)
	if one.ContentType != "" {
		request.Header.Set("Content-Type", one.ContentType)
	}
	answer := httptest.NewRecorder()
	j.mock.HandleRequest(answer, request)
	if answer.Code == http.StatusOK {
		return ""
	}
	var rejection server.ResponseError
	must(json.Unmarshal(answer.Body.Bytes(), &rejection))
	return address.ReplaceAllString(rejection.ErrorInfo.Message, "")
}

// `a[b][0]=1` is {"a", "b"}: places in a list have no name.
func parameterNames(one recorded) [][]string {
	var names [][]string
	for _, pair := range pairs(one.Query + "&" + one.Body) {
		names = append(names, nameOf(pair))
	}
	return names
}

var place = regexp.MustCompile(`^\d*$`)

func nameOf(pair string) []string {
	key, _, _ := strings.Cut(pair, "=")
	decoded, err := url.QueryUnescape(key)
	must(err)
	words := strings.Split(strings.ReplaceAll(decoded, "]", ""), "[")
	return slices.DeleteFunc(words, place.MatchString)
}

func pairs(text string) []string {
	return slices.DeleteFunc(strings.Split(text, "&"), func(pair string) bool { return pair == "" })
}

func without(one recorded, name []string) recorded {
	drop := func(text string) string {
		return strings.Join(slices.DeleteFunc(pairs(text), func(pair string) bool {
			words := nameOf(pair)
			return len(words) >= len(name) && slices.Equal(words[:len(name)], name)
		}), "&")
	}
	one.Query, one.Body = drop(one.Query), drop(one.Body)
	return one
}

func isNamed(name []string, found route) bool {
	for _, parameter := range found.operation.Parameters {
		if parameter.Value.In == "query" && parameter.Value.Name == name[0] {
			return hasPath(parameter.Value.Schema, name[1:])
		}
	}
	if found.operation.RequestBody == nil {
		return false
	}
	return hasPath(found.operation.RequestBody.Value.Content.Get(form).Schema, name)
}

func hasPath(ref *openapi3.SchemaRef, name []string) bool {
	schema := ref.Value
	if len(name) == 0 {
		return true
	}
	if slices.ContainsFunc(schema.AnyOf, func(one *openapi3.SchemaRef) bool { return hasPath(one, name) }) {
		return true
	}
	if schema.Items != nil {
		return hasPath(schema.Items, name)
	}
	if property := schema.Properties[name[0]]; property != nil {
		return hasPath(property, name[1:])
	}
	return schema.AdditionalProperties.Schema != nil && hasPath(schema.AdditionalProperties.Schema, name[1:])
}

// Judges a recording of the simulator by Stripe's OpenAPI document, as stripe-mock carries it: every request that the
// simulator granted is sent to stripe-mock, every answer and event is held to its schema by kin-openapi, and fields that
// the document does not name are found. Reads the recording as JSON lines, writes what it finds as JSON lines.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/stripe/stripe-mock/embedded"
	"github.com/stripe/stripe-mock/server"
)

type recorded struct {
	Kind, Method, Path, Query, Body, ContentType, Answer, Event string
	Status                                                      int
}

type counts struct {
	Version    string   `json:"version"`
	Exchanges  int      `json:"exchanges"`
	Rejections int      `json:"rejections"`
	Events     int      `json:"events"`
	Routes     []string `json:"routes"`
}

func main() {
	out := json.NewEncoder(os.Stdout)
	// stripe-mock tells every request to the standard output.
	os.Stdout, _ = os.Open(os.DevNull)
	judge := newJudge(func(what, detail string) {
		must(out.Encode(map[string]string{"what": what, "detail": detail}))
	})
	lines := bufio.NewReaderSize(os.Stdin, 1<<20)
	for {
		line, err := lines.ReadBytes('\n')
		if len(line) > 0 {
			var one recorded
			must(json.Unmarshal(line, &one))
			judge.look(one)
		}
		if err == io.EOF {
			break
		}
		must(err)
	}
	judge.compareExamples()
	must(out.Encode(judge.counts()))
}

type judge struct {
	report func(what, detail string)
	mock   *server.StubServer
	doc    *openapi3.T
	routes []route
	seen   counts
	used   map[string]bool
	// Fields of each kind of object that were sent at least once.
	sent map[string]map[string]bool
}

type route struct {
	name      string
	method    string
	pattern   *regexp.Regexp
	operation *openapi3.Operation
}

var parameter = regexp.MustCompile(`\{\w+\}`)

func newJudge(report func(what, detail string)) *judge {
	spec, err := server.LoadSpec(embedded.OpenAPISpec, "")
	must(err)
	fixtures, err := server.LoadFixtures(embedded.OpenAPIFixtures, "")
	must(err)
	mock, err := server.NewStubServer(fixtures, spec, false, false)
	must(err)
	doc, err := openapi3.NewLoader().LoadFromData(embedded.OpenAPISpec)
	must(err)
	one := &judge{report: report, mock: mock, doc: doc, used: map[string]bool{}, sent: map[string]map[string]bool{}}
	for path, item := range doc.Paths.Map() {
		pattern := regexp.MustCompile("^" + parameter.ReplaceAllString(path, `[^/]+`) + "$")
		for method, operation := range item.Operations() {
			one.routes = append(one.routes, route{method + " " + path, method, pattern, operation})
		}
	}
	// Paths without parameters come first: /v1/payment_intents/search is no intent's id.
	slices.SortFunc(one.routes, func(a, b route) int {
		byParameters := strings.Count(a.name, "{") - strings.Count(b.name, "{")
		return byParameters*1000 + strings.Compare(a.name, b.name)
	})
	return one
}

func (j *judge) counts() counts {
	j.seen.Version = j.doc.Info.Version
	for name := range j.used {
		j.seen.Routes = append(j.seen.Routes, name)
	}
	slices.Sort(j.seen.Routes)
	return j.seen
}

func (j *judge) look(one recorded) {
	if one.Kind == "event" {
		j.lookAtEvent(one.Event)
		return
	}
	place := slices.IndexFunc(j.routes, func(r route) bool {
		return r.method == one.Method && r.pattern.MatchString(one.Path)
	})
	if place < 0 {
		if one.Status == http.StatusOK {
			j.report(one.Method+" "+one.Path+" is not in the document", "")
		}
		return
	}
	found := j.routes[place]
	if one.Status != http.StatusOK {
		j.seen.Rejections++
		j.lookAtBody("a rejection", one.Answer, found.operation.Responses.Default(), one)
		return
	}
	j.used[found.name] = true
	j.seen.Exchanges++
	j.replay(found, one)
	j.lookAtBody(found.name, one.Answer, found.operation.Responses.Value("200"), one)
}

func (j *judge) lookAtBody(name, body string, response *openapi3.ResponseRef, one recorded) {
	if response == nil {
		j.report(name+" has no such answer", one.Answer)
		return
	}
	schema := response.Value.Content.Get("application/json").Schema
	j.lookAtValue(name, parse(body), schema, one.Method+" "+one.Path+" "+one.Body)
}

func (j *judge) lookAtEvent(text string) {
	j.seen.Events++
	event := parse(text).(map[string]any)
	kind := fmt.Sprint(event["type"])
	j.lookAtValue("event", event, j.doc.Components.Schemas["event"], kind)
	// The document leaves open what an event is about. It is the object that a request would answer with.
	object := event["data"].(map[string]any)["object"].(map[string]any)
	schema := j.schemaOf(fmt.Sprint(object["object"]))
	if schema == nil {
		j.report("event "+kind+" is about an object that the document does not have", fmt.Sprint(object["object"]))
		return
	}
	j.lookAtValue(fmt.Sprint(object["object"]), object, schema, kind)
}

// Most fields may be missing by the document. What Stripe's own example of an object has, and ours never has, is told.
func (j *judge) compareExamples() {
	examples := parse(string(embedded.OpenAPIFixtures)).(map[string]any)["resources"].(map[string]any)
	for kind, fields := range j.sent {
		example, _ := examples[kind].(map[string]any)
		for field := range example {
			if !fields[field] {
				j.report(kind+"."+field+" is in Stripe's example and never sent", text(example[field]))
			}
		}
	}
}

func (j *judge) noteFields(value any) {
	switch typed := value.(type) {
	case map[string]any:
		kind, _ := typed["object"].(string)
		if kind != "" && j.sent[kind] == nil {
			j.sent[kind] = map[string]bool{}
		}
		for field, inner := range typed {
			if kind != "" {
				j.sent[kind][field] = true
			}
			j.noteFields(inner)
		}
	case []any:
		for _, inner := range typed {
			j.noteFields(inner)
		}
	}
}

func (j *judge) schemaOf(resource string) *openapi3.SchemaRef {
	for _, schema := range j.doc.Components.Schemas {
		if schema.Value.Extensions["x-resourceId"] == resource {
			return schema
		}
	}
	// Few are no resource of their own, as an application.
	return j.doc.Components.Schemas[resource]
}

// kin-openapi says whether the value fits; the walk says where it does not, and finds what the document does not name.
func (j *judge) lookAtValue(name string, value any, schema *openapi3.SchemaRef, detail string) {
	j.noteFields(value)
	explained := false
	walk(value, schema, name, func(what, more string) {
		explained = true
		j.report(what, strings.TrimSpace(more+" "+detail))
	})
	if err := schema.Value.VisitJSON(value, openapi3.VisitAsResponse()); err != nil && !explained {
		j.report(name+" does not fit the document: "+firstLine(err.Error()), detail)
	}
}

func parse(text string) any {
	var value any
	must(json.Unmarshal([]byte(text), &value))
	return value
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
}

package main

import (
	"encoding/json"
	"errors"
	"slices"

	"github.com/getkin/kin-openapi/openapi3"
)

type report func(what, detail string)

// Goes through a value beside its schema. Fields are named from the object that they belong to, wherever that is found:
// a charge inside an intent has the same faults as a charge by itself.
func walk(value any, ref *openapi3.SchemaRef, name string, say report) {
	schema := ref.Value
	if resource, ok := schema.Extensions["x-resourceId"].(string); ok {
		name = resource
	}
	if value == nil {
		if !schema.Nullable {
			say(name+" must not be null", "")
		}
		return
	}
	if len(schema.AnyOf) > 0 {
		walkOneOf(value, schema.AnyOf, name, say)
		return
	}
	switch typed := value.(type) {
	case map[string]any:
		if !schema.Type.Is("object") {
			say(name+" must not be an object", "")
			return
		}
		walkObject(typed, schema, name, say)
	case []any:
		if schema.Items == nil {
			say(name+" must not be a list", "")
			return
		}
		for _, item := range typed {
			walk(item, schema.Items, name+"[]", say)
		}
	default:
		if err := schema.VisitJSON(value); err != nil {
			say(name+": "+reason(err, value), text(value))
		}
	}
}

func walkObject(object map[string]any, schema *openapi3.Schema, name string, say report) {
	for _, field := range schema.Required {
		if _, ok := object[field]; !ok {
			say(name+"."+field+" is missing", "")
		}
	}
	// Only an object of which the document names no field is open: metadata, and what an event is about.
	isOpen := len(schema.Properties) == 0
	for field, value := range object {
		if property := schema.Properties[field]; property != nil {
			walk(value, property, name+"."+field, say)
		} else if additional := schema.AdditionalProperties.Schema; additional != nil {
			walk(value, additional, name+".*", say)
		} else if !isOpen {
			say(name+"."+field+" is not in the document", text(value))
		}
	}
}

// One of several forms: the one that says of itself what it is, or else the first that fits.
func walkOneOf(value any, forms openapi3.SchemaRefs, name string, say report) {
	kind := ""
	if object, ok := value.(map[string]any); ok {
		kind, _ = object["object"].(string)
	}
	for _, form := range forms {
		if property := form.Value.Properties["object"]; property != nil && slices.Contains(property.Value.Enum, any(kind)) {
			walk(value, form, name, say)
			return
		}
	}
	for _, form := range forms {
		if form.Value.VisitJSON(value) == nil {
			walk(value, form, name, say)
			return
		}
	}
	say(name+" fits none of its forms", text(value))
}

func reason(err error, value any) string {
	var schemaError *openapi3.SchemaError
	if !errors.As(err, &schemaError) {
		return firstLine(err.Error())
	}
	// The kinds that there are would fill a page.
	if schemaError.SchemaField == "enum" {
		return text(value) + " is not in the document"
	}
	return schemaError.Reason
}

func text(value any) string {
	bytes, _ := json.Marshal(value)
	if len(bytes) > 200 {
		return string(bytes[:200]) + "…"
	}
	return string(bytes)
}

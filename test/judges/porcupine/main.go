// Checks histories of payments with porcupine: is there an order of all operations, each between its call and its
// return, that one payment could have gone through? Reads operations as JSON lines, writes what it finds as JSON lines.
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/anishathalye/porcupine"
)

const authorized = 1000

type operation struct {
	Payment, Client    int
	Kind, Key          string
	AmountCents        int
	CallUs, ReturnUs   int64
	Outcome            string
	Status, Body       string
	ShownCents, Refund int
}

// What a payment has gone through. `answers` are the keys that took effect, each with the body that it was answered.
type state struct {
	captured, refunded int
	canceled           bool
	answers            string
}

// A key that took effect, whose answer was never seen.
const unseen = "?"

func (s state) answerTo(key string) (string, bool) {
	for _, answer := range strings.Split(s.answers, "\n") {
		if found, body, _ := strings.Cut(answer, "="); found == key {
			return body, true
		}
	}
	return "", false
}

// Sorted, so that the order in which keys took effect does not make two equal states different.
func (s state) with(key, body string) state {
	answers := slices.DeleteFunc(strings.Split(s.answers, "\n"), func(answer string) bool {
		return answer == "" || strings.HasPrefix(answer, key+"=")
	})
	answers = append(answers, key+"="+body)
	slices.Sort(answers)
	s.answers = strings.Join(answers, "\n")
	return s
}

func (s state) status() string {
	switch {
	case s.canceled:
		return "canceled"
	case s.captured == 0:
		return "requires_capture"
	case s.refunded == 0:
		return "succeeded"
	case s.refunded < s.captured:
		return "partially_refunded"
	}
	return "refunded"
}

func (s state) amount() int {
	if s.captured > 0 {
		return s.captured
	}
	return authorized
}

// What an operation makes of a payment; false where a payment in this state cannot take it.
func (s state) apply(one operation) (state, bool) {
	untouched := s.captured == 0 && !s.canceled
	switch one.Kind {
	case "capture":
		// Capturing again what is captured is answered with the payment as it is.
		isRepeat := s.captured == one.AmountCents
		if untouched {
			s.captured = one.AmountCents
		}
		return s, untouched || isRepeat
	case "cancel":
		isRepeat := s.canceled
		s.canceled = true
		return s, untouched || isRepeat
	case "refund", "replace":
		fits := one.AmountCents <= s.captured-s.refunded
		s.refunded += one.AmountCents
		return s, fits
	}
	return s, false
}

func step(from, input, _ any) []any {
	s, one := from.(state), input.(operation)
	switch {
	case one.Kind == "get":
		return only(s, s.status() == one.Status && s.amount() == one.ShownCents)
	case one.Kind == "total":
		return only(s, s.refunded == one.Refund)
	}
	if one.Kind == "replace" {
		// A failed refund is replaced at most once, and under every key this is the answer.
		one.Key = "replacement"
	}
	body, isKnown := s.answerTo(one.Key)
	if one.Outcome == "unknown" {
		next, fits := s.apply(one)
		if isKnown || !fits {
			return []any{s}
		}
		return []any{s, next.with(one.Key, unseen)}
	}
	if isKnown {
		return only(s.with(one.Key, one.Body), body == unseen || body == one.Body)
	}
	next, fits := s.apply(one)
	return only(next.with(one.Key, one.Body), fits)
}

func only(next state, possible bool) []any {
	if possible {
		return []any{next}
	}
	return nil
}

var model = porcupine.NondeterministicModel{
	Init: func() []any { return []any{state{}} },
	Step: step,
	DescribeOperation: func(input, _ any) string {
		one := input.(operation)
		return fmt.Sprintf("%s %d %s: %s %s %d", one.Kind, one.AmountCents, one.Key, one.Outcome, one.Status, one.ShownCents)
	},
	DescribeState: func(s any) string { return fmt.Sprintf("%+v", s) },
}

func main() {
	pictures := os.Args[1]
	histories := map[int][]porcupine.Operation{}
	lines := json.NewDecoder(os.Stdin)
	for {
		var one operation
		err := lines.Decode(&one)
		if err == io.EOF {
			break
		}
		must(err)
		end := one.ReturnUs
		if one.Outcome == "unknown" {
			end = math.MaxInt64
		}
		next := porcupine.Operation{ClientId: one.Client, Input: one, Call: one.CallUs, Return: end}
		histories[one.Payment] = append(histories[one.Payment], next)
	}
	out := json.NewEncoder(os.Stdout)
	for payment, history := range histories {
		result, info := porcupine.CheckOperationsVerbose(model.ToModel(), history, time.Minute)
		if result == porcupine.Ok {
			continue
		}
		picture := filepath.Join(pictures, fmt.Sprintf("payment-%d.html", payment))
		must(porcupine.VisualizePath(model.ToModel(), info, picture))
		must(out.Encode(map[string]any{"payment": payment, "result": string(result), "picture": picture}))
	}
}

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
}

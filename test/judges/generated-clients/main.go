// What a shop does with the API, by the generated client for Go. One JSON line for each check.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"runtime/debug"
	"strings"
	"time"

	webhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"judges/generated-clients/payments"
)

var (
	base     = os.Getenv("BASE_URL")
	receiver = os.Getenv("RECEIVER")
	client   = clientAt(base)
	grown    = clientAt(base + "/grown")
	renamed  = clientAt(base + "/renamed")
	ctx      = context.Background()

	// What later checks look at.
	payment  *payments.CreatedPayment
	endpoint string
	secret   string
)

type callback struct {
	Body    string            `json:"body"`
	Headers map[string]string `json:"headers"`
}

func clientAt(address string) *payments.ClientWithResponses {
	withKey := func(_ context.Context, request *http.Request) error {
		request.Header.Set("X-Api-Key", os.Getenv("API_KEY"))
		return nil
	}
	made, err := payments.NewClientWithResponses(address, payments.WithRequestEditorFn(withKey))
	if err != nil {
		panic(err)
	}
	return made
}

func pointer[T any](value T) *T { return &value }

func expect(condition bool, said any) error {
	if condition {
		return nil
	}
	return fmt.Errorf("%+v", said)
}

func create(key string) (*payments.CreatedPayment, error) {
	body := payments.CreatePaymentJSONRequestBody{
		AmountCents:   4999,
		CaptureMethod: pointer(payments.CaptureMethod("manual")),
		OrderRef:      pointer("go"),
	}
	answer, err := client.CreatePaymentWithResponse(ctx, &payments.CreatePaymentParams{IdempotencyKey: key}, body)
	if err != nil {
		return nil, err
	}
	return answer.JSON201, expect(answer.JSON201 != nil, string(answer.Body))
}

func pay() error {
	form := url.Values{
		"client_secret":  {payment.ClientSecret},
		"payment_method": {"pm_card_visa"},
		"return_url":     {"https://shop.example/thanks"},
	}
	address := os.Getenv("PROCESSOR_URL") + "/v1/payment_intents/" + payment.ProcessorPaymentIntentId + "/confirm"
	request, err := http.NewRequest("POST", address, strings.NewReader(form.Encode()))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	request.Header.Set("Authorization", "Bearer "+payment.PublishableKey)
	request.Header.Set("Stripe-Account", payment.ConnectedAccountId)
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	return errors.Join(answer.Body.Close(), expect(answer.StatusCode == 200, answer.Status))
}

func received() ([]callback, error) {
	answer, err := http.Get(receiver)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		return nil, err
	}
	var all []callback
	return all, json.Unmarshal(text, &all)
}

// The first callback of a type; what is not there yet comes within seconds.
func told(kind string) (callback, error) {
	for range 300 {
		all, err := received()
		if err != nil {
			return callback{}, err
		}
		for _, one := range all {
			if one.Headers["svc-event-type"] == kind {
				return one, nil
			}
		}
		time.Sleep(100 * time.Millisecond)
	}
	return callback{}, fmt.Errorf("no callback of type %s", kind)
}

func listen() error {
	body := payments.CreateCallbackEndpointJSONRequestBody{
		Url:     receiver + "/",
		Payload: pointer(payments.CallbackPayload("service")),
	}
	created, err := client.CreateCallbackEndpointWithResponse(ctx, nil, body)
	if err != nil {
		return err
	}
	if created.JSON201 == nil {
		return errors.New(string(created.Body))
	}
	endpoint = created.JSON201.Id
	rotate := payments.RotateCallbackSecretJSONRequestBody{GraceSeconds: pointer(int32(0))}
	rotated, err := client.RotateCallbackSecretWithResponse(ctx, endpoint, nil, rotate)
	if err != nil {
		return err
	}
	if rotated.JSON200 == nil {
		return errors.New(string(rotated.Body))
	}
	secret = rotated.JSON200.Secret
	return nil
}

func createOnce() (err error) {
	if payment, err = create("go-1"); err != nil {
		return err
	}
	again, err := create("go-1")
	if err != nil {
		return err
	}
	return expect(again.SvcPaymentId == payment.SvcPaymentId &&
		payment.Status == "requires_payment_method", again)
}

func payAndCapture() error {
	if err := pay(); err != nil {
		return err
	}
	if _, err := told("payment.authorized"); err != nil {
		return err
	}
	params := &payments.CapturePaymentParams{IdempotencyKey: pointer("go-capture")}
	body := payments.CapturePaymentJSONRequestBody{AmountCents: pointer(int64(3000))}
	captured, err := client.CapturePaymentWithResponse(ctx, payment.SvcPaymentId, params, body)
	if err != nil {
		return err
	}
	return expect(captured.JSON200 != nil && captured.JSON200.AmountCents == 3000 &&
		captured.JSON200.Status == "succeeded", string(captured.Body))
}

func refund() error {
	params := &payments.RefundPaymentParams{IdempotencyKey: pointer("go-refund")}
	body := payments.RefundPaymentJSONRequestBody{AmountCents: pointer(int64(1000))}
	if _, err := client.RefundPaymentWithResponse(ctx, payment.SvcPaymentId, params, body); err != nil {
		return err
	}
	read, err := client.GetPaymentWithResponse(ctx, payment.SvcPaymentId, nil)
	if err != nil {
		return err
	}
	refunds, err := client.ListRefundsWithResponse(ctx, payment.SvcPaymentId, &payments.ListRefundsParams{})
	if err != nil {
		return err
	}
	return errors.Join(
		expect(read.JSON200 != nil && read.JSON200.Status == "partially_refunded", string(read.Body)),
		expect(refunds.JSON200 != nil && len(*refunds.JSON200) == 1, string(refunds.Body)))
}

func listInPages() error {
	for _, key := range []string{"go-2", "go-3"} {
		if _, err := create(key); err != nil {
			return err
		}
	}
	found := map[string]payments.PaymentListItem{}
	params := &payments.ListPaymentsParams{OrderRef: pointer("go"), Limit: pointer(int32(2))}
	pages := 0
	for pages == 0 || params.StartingAfter != nil {
		page, err := client.ListPaymentsWithResponse(ctx, params)
		if err != nil {
			return err
		}
		if page.JSON200 == nil {
			return errors.New(string(page.Body))
		}
		for _, one := range *page.JSON200 {
			found[one.SvcPaymentId] = one
		}
		pages++
		params.StartingAfter = cursorOf(page.HTTPResponse.Header.Get("Link"))
	}
	mine := found[payment.SvcPaymentId]
	return errors.Join(
		expect(len(found) == 3 && pages == 2, fmt.Sprintf("%d on %d pages", len(found), pages)),
		expect(mine.RefundedCents == 1000 && mine.Version > 1<<31, mine))
}

func cursorOf(link string) *string {
	address, err := url.Parse(strings.Trim(strings.Split(link, ">")[0], "<"))
	if err != nil || link == "" {
		return nil
	}
	return pointer(address.Query().Get("startingAfter"))
}

func timeline() error {
	read, err := client.GetPaymentTimelineWithResponse(ctx, payment.SvcPaymentId, nil)
	if err != nil {
		return err
	}
	kinds := map[string]int{}
	for _, entry := range *read.JSON200 {
		value, err := entry.ValueByDiscriminator()
		if err != nil {
			return err
		}
		kinds[fmt.Sprintf("%T", value)]++
	}
	return expect(kinds["payments.TimelineApiCall"] > 0 && kinds["payments.TimelineProcessorEvent"] > 0, kinds)
}

func problem() error {
	params := &payments.RefundPaymentParams{IdempotencyKey: pointer("go-too-much")}
	body := payments.RefundPaymentJSONRequestBody{AmountCents: pointer(int64(2001))}
	rejected, err := client.RefundPaymentWithResponse(ctx, payment.SvcPaymentId, params, body)
	if err != nil {
		return err
	}
	said := rejected.ApplicationproblemJSON422
	return expect(said != nil && said.Code == "refund_exceeds_charge" &&
		said.TraceId == rejected.HTTPResponse.Header.Get("X-Correlation-Id"), string(rejected.Body))
}

func event() error {
	one, err := told("payment.refunded")
	if err != nil {
		return err
	}
	read, err := client.GetEventWithResponse(ctx, one.Headers["svc-event-id"], nil)
	if err != nil {
		return err
	}
	if read.JSON200 == nil {
		return errors.New(string(read.Body))
	}
	var body payments.CallbackEvent
	if err := json.Unmarshal([]byte(read.JSON200.Body), &body); err != nil {
		return err
	}
	charge, err := body.AsChargeRefundedEvent()
	return errors.Join(err, expect(charge.Id == read.JSON200.Id && charge.Data.Object.AmountRefunded == 1000, charge))
}

func everyList() error {
	c := client
	attention, e1 := c.ListAttentionWithResponse(ctx, &payments.ListAttentionParams{})
	disputes, e2 := c.ListDisputesWithResponse(ctx, &payments.ListDisputesParams{})
	types, e3 := c.ListEventTypesWithResponse(ctx, nil)
	events, e4 := c.ListEventsWithResponse(ctx, &payments.ListEventsParams{})
	locations, e5 := c.ListLocationsWithResponse(ctx, &payments.ListLocationsParams{})
	readers, e6 := c.ListReadersWithResponse(ctx, &payments.ListReadersParams{})
	payouts, e7 := c.ListPayoutsWithResponse(ctx, &payments.ListPayoutsParams{})
	statements, e8 := c.ListStatementsWithResponse(ctx, &payments.ListStatementsParams{})
	sessions, e9 := c.ListConsoleSessionsWithResponse(ctx, &payments.ListConsoleSessionsParams{})
	problems, e10 := c.ListProblemsWithResponse(ctx, nil)
	shown, e11 := c.GetCallbackEndpointWithResponse(ctx, endpoint, nil)
	health, e12 := c.GetCallbackHealthWithResponse(ctx, endpoint, nil)
	status, e13 := c.GetOnboardingStatusWithResponse(ctx, nil)
	fee, e14 := c.PreviewFeeWithResponse(ctx, &payments.PreviewFeeParams{AmountCents: 4999})
	if err := errors.Join(e1, e2, e3, e4, e5, e6, e7, e8, e9, e10, e11, e12, e13, e14); err != nil {
		return err
	}
	return errors.Join(
		expect(attention.JSON200 != nil, "attention"), expect(disputes.JSON200 != nil, "disputes"),
		expect(types.JSON200 != nil, "event types"), expect(events.JSON200 != nil, "events"),
		expect(locations.JSON200 != nil, "locations"), expect(readers.JSON200 != nil, "readers"),
		expect(payouts.JSON200 != nil, "payouts"), expect(statements.JSON200 != nil, "statements"),
		expect(sessions.JSON200 != nil, "sessions"), expect(problems.JSON200 != nil, "problems"),
		expect(shown.JSON200 != nil, "endpoint"), expect(health.JSON200 != nil && health.JSON200.Events > 0, "health"),
		expect(status.JSON200 != nil && status.JSON200.ChargesEnabled, "onboarding"),
		expect(fee.JSON200 != nil && fee.JSON200.AmountCents == 4999, "fee"))
}

func callbacks() error {
	hook, err := webhooks.NewWebhook(secret)
	if err != nil {
		return err
	}
	all, err := received()
	if err != nil || len(all) < 3 {
		return errors.Join(err, fmt.Errorf("%d callbacks", len(all)))
	}
	for _, one := range all {
		if err := hook.Verify([]byte(one.Body), headersOf(one)); err != nil {
			return err
		}
		if !isGenuine([]byte(one.Body), headersOf(one).Get("Svc-Signature"), secret, 5*time.Minute) {
			return errors.New("the guide's isGenuine rejects a callback")
		}
	}
	one, err := told("payment.refunded")
	if err != nil {
		return err
	}
	var body payments.ServiceEvent
	if err := json.Unmarshal([]byte(one.Body), &body); err != nil {
		return err
	}
	value, err := body.ValueByDiscriminator()
	if err != nil {
		return err
	}
	shown, ok := value.(payments.ServicePaymentRefunded)
	changed := strings.ReplaceAll(one.Body, "1000", "9000")
	return errors.Join(
		expect(ok && shown.Payment.RefundedCents == 1000 && shown.Payment.Version > 1<<31, shown),
		expect(hook.Verify([]byte(changed), headersOf(one)) != nil, "a changed callback is accepted"),
		expect(!isGenuine([]byte(changed), headersOf(one).Get("Svc-Signature"), secret, 5*time.Minute),
			"the guide's isGenuine accepts a changed callback"))
}

func headersOf(one callback) http.Header {
	headers := http.Header{}
	for name, value := range one.Headers {
		headers.Set(name, value)
	}
	return headers
}

func newFields() error {
	read, err := grown.GetPaymentWithResponse(ctx, payment.SvcPaymentId, nil)
	if err != nil {
		return err
	}
	all, err := grown.ListPaymentsWithResponse(ctx, &payments.ListPaymentsParams{OrderRef: pointer("go")})
	if err != nil {
		return err
	}
	return errors.Join(
		expect(read.JSON200 != nil && read.JSON200.AmountCents == 3000, string(read.Body)),
		expect(all.JSON200 != nil && len(*all.JSON200) == 3, string(all.Body)))
}

func newValue() error {
	read, err := renamed.GetPaymentWithResponse(ctx, payment.SvcPaymentId, nil)
	if err != nil {
		return err
	}
	return expect(read.JSON200 != nil && read.JSON200.AmountCents == 3000, string(read.Body))
}

func library() string {
	info, _ := debug.ReadBuildInfo()
	for _, module := range info.Deps {
		if strings.HasSuffix(module.Path, "standard-webhooks/libraries") {
			return "standardwebhooks (Go) " + strings.TrimPrefix(module.Version, "v")
		}
	}
	return "standardwebhooks (Go)"
}

func main() {
	out := json.NewEncoder(os.Stdout)
	_ = out.Encode(map[string]string{"library": library()})
	for _, one := range []struct {
		name  string
		check func() error
	}{
		{"sets the callback endpoint", listen},
		{"one key twice makes one payment", createOnce},
		{"pays at the processor and captures a part", payAndCapture},
		{"refunds a part and reads the payment", refund},
		{"lists in pages by the Link header", listInPages},
		{"reads the timeline, each kind as its own", timeline},
		{"reads a problem", problem},
		{"reads an event with its body", event},
		{"reads every list", everyList},
		{"callbacks are verified by Standard Webhooks, and a changed one is rejected", callbacks},
		{"reads an answer with fields that are new", newFields},
		{"reads an answer with a status that is new", newValue},
	} {
		err := failureOf(one.check)
		outcome := map[string]any{"check": one.name, "ok": err == nil}
		if err != nil {
			outcome["detail"] = err.Error()
		}
		_ = out.Encode(outcome)
	}
}

func failureOf(check func() error) (err error) {
	defer func() {
		if broken := recover(); broken != nil {
			err = fmt.Errorf("panic: %v", broken)
		}
	}()
	return check()
}

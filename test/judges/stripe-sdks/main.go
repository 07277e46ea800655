// What a platform does with the processor, by Stripe's library for Go. One JSON line for each check.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strings"

	"github.com/stripe/stripe-go/v86"
	"github.com/stripe/stripe-go/v86/webhook"
)

var (
	base    = os.Getenv("BASE")
	account = os.Getenv("ACCOUNT")
	secret  = os.Getenv("WEBHOOK_SECRET")
	ctx     = context.Background()
	client  = stripe.NewClient("sk_test_simulator", stripe.WithBackends(stripe.NewBackendsWithConfig(&stripe.BackendConfig{
		URL:               &base,
		MaxNetworkRetries: stripe.Int64(2),
		EnableTelemetry:   stripe.Bool(false),
		LeveledLogger:     &stripe.LeveledLogger{Level: stripe.LevelNull},
	})))
)

func intent(amount int64) *stripe.PaymentIntentCreateParams {
	params := &stripe.PaymentIntentCreateParams{Amount: &amount, Currency: stripe.String("usd")}
	params.SetStripeAccount(account)
	return params
}

// The library is older than the parameter.
func allow(params *stripe.PaymentIntentCreateParams, method string) *stripe.PaymentIntentCreateParams {
	params.AddExtra("allowed_payment_method_types[0]", method)
	return params
}

func paid(method string) *stripe.PaymentIntentCreateParams {
	params := allow(intent(1000), "card")
	params.Confirm, params.PaymentMethod = stripe.Bool(true), &method
	return params
}

func authorized() *stripe.PaymentIntentCreateParams {
	params := paid("pm_card_visa")
	params.CaptureMethod = stripe.String("manual")
	return params
}

func create(params *stripe.PaymentIntentCreateParams) *stripe.PaymentIntent {
	made, err := client.V1PaymentIntents.Create(ctx, params)
	must(err)
	return made
}

func rejectionOf(params *stripe.PaymentIntentCreateParams) *stripe.Error {
	_, err := client.V1PaymentIntents.Create(ctx, params)
	var rejection *stripe.Error
	expect(errors.As(err, &rejection), "expected a rejection, got", err)
	return rejection
}

func fault(kind string) {
	body, _ := json.Marshal(map[string]any{"method": "POST", "path": "/v1/payment_intents", "kind": kind, "times": 1})
	answer, err := http.Post(base+"/_simulator/faults", "application/json", bytes.NewReader(body))
	must(err)
	expect(answer.StatusCode == http.StatusOK, "no fault", answer.Status)
}

func pages() {
	made, listed := map[string]bool{}, map[string]bool{}
	for i := range 250 {
		made[create(allow(intent(1000+int64(i)), "card")).ID] = true
	}
	params := &stripe.PaymentIntentListParams{}
	params.Limit = stripe.Int64(100)
	params.SetStripeAccount(account)
	for one, err := range client.V1PaymentIntents.List(ctx, params).All(ctx) {
		must(err)
		expect(!listed[one.ID], "one is listed twice")
		listed[one.ID] = true
	}
	found := 0
	for id := range made {
		if listed[id] {
			found++
		}
	}
	expect(len(made) == 250 && found == 250, found, "of", len(made), "found")
}

func oneKeyTwice() {
	params := paid("pm_card_visa")
	params.SetIdempotencyKey("go-one")
	expect(create(params).ID == create(params).ID, "two intents")
}

func oneKeyWithOtherParameters() {
	params := paid("pm_card_visa")
	params.SetIdempotencyKey("go-other")
	create(params)
	params.Amount = stripe.Int64(1001)
	rejection := rejectionOf(params)
	expect(rejection.Type == stripe.ErrorTypeIdempotency && rejection.HTTPStatusCode == 400, rejection)
}

func decline() {
	rejection := rejectionOf(paid("pm_card_chargeDeclined"))
	expect(rejection.Type == stripe.ErrorTypeCard && rejection.Code == stripe.ErrorCodeCardDeclined, rejection)
	expect(rejection.DeclineCode == stripe.DeclineCodeGenericDecline, rejection.DeclineCode)
	expect(rejection.PaymentIntent.Status == stripe.PaymentIntentStatusRequiresPaymentMethod, rejection)
}

func retried() {
	fault("lock_timeout")
	expect(create(paid("pm_card_visa")).Status == stripe.PaymentIntentStatusSucceeded, "not paid")
}

func rateLimit() {
	fault("rate_limit")
	rejection := rejectionOf(paid("pm_card_visa"))
	expect(rejection.HTTPStatusCode == http.StatusTooManyRequests && rejection.Code == stripe.ErrorCodeRateLimit, rejection)
}

func authorizeCaptureRefund() {
	made := create(authorized())
	expect(made.Status == stripe.PaymentIntentStatusRequiresCapture && made.AmountCapturable == 1000, made.Status)
	capture := &stripe.PaymentIntentCaptureParams{AmountToCapture: stripe.Int64(800)}
	capture.SetStripeAccount(account)
	capture.AddExpand("latest_charge")
	captured, err := client.V1PaymentIntents.Capture(ctx, made.ID, capture)
	must(err)
	expect(captured.AmountReceived == 800 && captured.LatestCharge.AmountCaptured == 800, captured.AmountReceived)
	params := &stripe.RefundCreateParams{PaymentIntent: &made.ID, Amount: stripe.Int64(300), Reason: stripe.String("requested_by_customer")}
	params.SetStripeAccount(account)
	refund, err := client.V1Refunds.Create(ctx, params)
	must(err)
	expect(refund.Status == stripe.RefundStatusSucceeded && refund.Amount == 300, refund.Status)
	retrieve := &stripe.ChargeRetrieveParams{}
	retrieve.SetStripeAccount(account)
	charge, err := client.V1Charges.Retrieve(ctx, captured.LatestCharge.ID, retrieve)
	must(err)
	expect(charge.AmountRefunded == 300 && !charge.Refunded, charge.AmountRefunded)
}

func cancel() {
	params := &stripe.PaymentIntentCancelParams{CancellationReason: stripe.String("requested_by_customer")}
	params.SetStripeAccount(account)
	canceled, err := client.V1PaymentIntents.Cancel(ctx, create(authorized()).ID, params)
	must(err)
	expect(canceled.Status == stripe.PaymentIntentStatusCanceled && canceled.CanceledAt > 0, canceled.Status)
}

func dispute() {
	made := create(paid("pm_card_createDispute"))
	params := &stripe.DisputeListParams{PaymentIntent: &made.ID}
	params.SetStripeAccount(account)
	count := 0
	for one, err := range client.V1Disputes.List(ctx, params).All(ctx) {
		must(err)
		count++
		expect(one.Status == stripe.DisputeStatusNeedsResponse, one.Status)
		expect(one.EvidenceDetails.DueBy > one.Created, one.EvidenceDetails.DueBy)
	}
	expect(count == 1, count, "disputes")
}

func reader() {
	address := &stripe.AddressParams{
		Line1: stripe.String("1 Main St"), City: stripe.String("Springfield"), State: stripe.String("IL"),
		Country: stripe.String("US"), PostalCode: stripe.String("62701"),
	}
	place := &stripe.TerminalLocationCreateParams{DisplayName: stripe.String("Shop"), Address: address}
	place.SetStripeAccount(account)
	location, err := client.V1TerminalLocations.Create(ctx, place)
	must(err)
	register := &stripe.TerminalReaderCreateParams{RegistrationCode: stripe.String("simulated-wpe"), Location: &location.ID}
	register.SetStripeAccount(account)
	device, err := client.V1TerminalReaders.Create(ctx, register)
	must(err)
	params := allow(intent(1000), "card_present")
	params.CaptureMethod = stripe.String("manual")
	made := create(params)
	process := &stripe.TerminalReaderProcessPaymentIntentParams{PaymentIntent: &made.ID}
	process.SetStripeAccount(account)
	busy, err := client.V1TerminalReaders.ProcessPaymentIntent(ctx, device.ID, process)
	must(err)
	expect(busy.Action.Status == stripe.TerminalReaderActionStatusInProgress, busy.Action)
	present := &stripe.TestHelpersTerminalReaderPresentPaymentMethodParams{}
	present.SetStripeAccount(account)
	_, err = client.V1TestHelpersTerminalReaders.PresentPaymentMethod(ctx, device.ID, present)
	must(err)
	retrieve := &stripe.PaymentIntentRetrieveParams{}
	retrieve.SetStripeAccount(account)
	retrieve.AddExpand("latest_charge")
	held, err := client.V1PaymentIntents.Retrieve(ctx, made.ID, retrieve)
	must(err)
	expect(held.Status == stripe.PaymentIntentStatusRequiresCapture, held.Status)
	brand := held.LatestCharge.PaymentMethodDetails.CardPresent.Brand
	expect(brand == "visa", brand)
}

func returningCustomer() {
	register := &stripe.CustomerCreateParams{Email: stripe.String("anna@example.com")}
	register.AddMetadata("customerRef", "go-1")
	register.SetStripeAccount(account)
	customer, err := client.V1Customers.Create(ctx, register)
	must(err)
	saving := paid("pm_card_visa")
	saving.Customer, saving.SetupFutureUsage = &customer.ID, stripe.String("off_session")
	first := create(saving)
	expect(first.Status == stripe.PaymentIntentStatusSucceeded && first.Customer.ID == customer.ID, first.Status)
	saved := savedMethods(customer.ID)
	expect(len(saved) == 1 && saved[0].Customer.ID == customer.ID, len(saved), "saved")
	later := allow(intent(1000), "card")
	later.Customer = &customer.ID
	again := create(later)
	confirm := &stripe.PaymentIntentConfirmParams{
		PaymentMethod: &saved[0].ID, OffSession: stripe.Bool(true), ReturnURL: stripe.String("https://shop.example"),
	}
	confirm.SetStripeAccount(account)
	confirm.AddExpand("latest_charge")
	charged, err := client.V1PaymentIntents.Confirm(ctx, again.ID, confirm)
	must(err)
	expect(charged.Status == stripe.PaymentIntentStatusSucceeded, charged.Status)
	expect(charged.LatestCharge.PaymentMethod == saved[0].ID, charged.LatestCharge.PaymentMethod)
	setUp := &stripe.SetupIntentCreateParams{Customer: &customer.ID, Usage: stripe.String("off_session")}
	setUp.SetStripeAccount(account)
	setup, err := client.V1SetupIntents.Create(ctx, setUp)
	must(err)
	expect(setup.Status == stripe.SetupIntentStatusRequiresPaymentMethod && setup.ClientSecret != "", setup.Status)
	detach := &stripe.PaymentMethodDetachParams{}
	detach.SetStripeAccount(account)
	_, err = client.V1PaymentMethods.Detach(ctx, saved[0].ID, detach)
	must(err)
	expect(len(savedMethods(customer.ID)) == 0, "still attached")
	remove := &stripe.CustomerDeleteParams{}
	remove.SetStripeAccount(account)
	gone, err := client.V1Customers.Delete(ctx, customer.ID, remove)
	must(err)
	expect(gone.Deleted, "not deleted")
}

func savedMethods(customer string) []*stripe.PaymentMethod {
	params := &stripe.CustomerListPaymentMethodsParams{Customer: &customer}
	params.SetStripeAccount(account)
	var saved []*stripe.PaymentMethod
	for one, err := range client.V1Customers.ListPaymentMethods(ctx, params).All(ctx) {
		must(err)
		saved = append(saved, one)
	}
	return saved
}

func balance() {
	params := &stripe.BalanceTransactionListParams{}
	params.Limit = stripe.Int64(100)
	params.AddExpand("data.source")
	params.SetStripeAccount(account)
	var charges, refunds int
	for line, err := range client.V1BalanceTransactions.List(ctx, params).All(ctx) {
		must(err)
		if line.Source != nil && line.Source.Charge != nil && line.Source.Charge.Amount > 0 {
			charges++
		}
		if line.Source != nil && line.Source.Refund != nil && line.Source.Refund.Amount > 0 {
			refunds++
		}
	}
	expect(charges > 0 && refunds > 0, charges, "charges,", refunds, "refunds")
}

func readAccount() {
	found, err := client.V1Accounts.GetByID(ctx, account, nil)
	must(err)
	expect(found.ChargesEnabled && found.Controller.StripeDashboard.Type == "full", found.Controller)
}

type received struct{ Body, Signature string }

func signedEvents() {
	answer, err := http.Get(os.Getenv("RECEIVED"))
	must(err)
	var all []received
	must(json.NewDecoder(answer.Body).Decode(&all))
	expect(len(all) > 100, len(all), "events")
	// Webhooks are rendered in the version of their endpoint, which is younger than the library.
	options := webhook.ConstructEventOptions{IgnoreAPIVersionMismatch: true}
	for _, one := range all {
		event, err := webhook.ConstructEventWithOptions([]byte(one.Body), one.Signature, secret, options)
		must(err)
		expect(event.Account == account, event.Account)
		decode(event)
	}
	changed := strings.Replace(all[0].Body, `"livemode": false`, `"livemode": true`, 1)
	_, err = webhook.ConstructEventWithOptions([]byte(changed), all[0].Signature, secret, options)
	expect(errors.Is(err, webhook.ErrNoValidSignature), err)
}

// What an event is about, into the library's own type of it.
func decode(event stripe.Event) {
	kind, _ := event.Data.Object["object"].(string)
	types := map[string]any{
		"payment_intent": &stripe.PaymentIntent{}, "charge": &stripe.Charge{}, "refund": &stripe.Refund{},
		"dispute": &stripe.Dispute{}, "terminal.reader": &stripe.TerminalReader{}, "account": &stripe.Account{},
		"payout": &stripe.Payout{}, "customer": &stripe.Customer{}, "payment_method": &stripe.PaymentMethod{},
		"setup_intent": &stripe.SetupIntent{},
	}
	expect(types[kind] != nil, "an event about", kind)
	must(json.Unmarshal(event.Data.Raw, types[kind]))
}

func main() {
	out := json.NewEncoder(os.Stdout)
	_ = out.Encode(map[string]string{"library": "stripe-go " + stripe.ClientVersion, "api": stripe.APIVersion})
	checks := []struct {
		name string
		run  func()
	}{
		{"pages through 250 intents", pages},
		{"one key twice makes one intent", oneKeyTwice},
		{"one key with other parameters is rejected", oneKeyWithOtherParameters},
		{"a decline is a card error with its codes", decline},
		{"a lock timeout is retried", retried},
		{"too many requests is an error of its own", rateLimit},
		{"authorize, capture a part, refund a part", authorizeCaptureRefund},
		{"cancel", cancel},
		{"a dispute is read", dispute},
		{"a reader takes a payment", reader},
		{"a returning customer is charged while away", returningCustomer},
		{"balance transactions with their sources", balance},
		{"an account is read", readAccount},
		{"webhooks are signed, and a changed one is rejected", signedEvents},
	}
	for _, check := range checks {
		_ = out.Encode(outcomeOf(check.name, check.run))
	}
}

func outcomeOf(name string, run func()) (outcome map[string]any) {
	defer func() {
		if failure := recover(); failure != nil {
			outcome = map[string]any{"check": name, "ok": false, "detail": fmt.Sprint(failure)}
		}
	}()
	run()
	return map[string]any{"check": name, "ok": true}
}

func expect(condition bool, said ...any) {
	if !condition {
		panic(strings.TrimSpace(fmt.Sprintln(said...)))
	}
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

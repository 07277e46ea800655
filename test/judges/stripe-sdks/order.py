"""What a platform does with the processor, by Stripe's library for Python. One JSON line for each check."""

import json
import os
import sys
import urllib.request

import stripe

BASE = os.environ["BASE"]
ACCOUNT = {"stripe_account": os.environ["ACCOUNT"]}
SECRET = os.environ["WEBHOOK_SECRET"]
CARD = {"amount": 1000, "currency": "usd", "allowed_payment_method_types": ["card"]}
PAID = {**CARD, "confirm": True, "payment_method": "pm_card_visa"}

stripe.api_base = BASE
stripe.enable_telemetry = False
client = stripe.StripeClient(
    "sk_test_simulator", base_addresses={"api": BASE}, max_network_retries=2
)
intents = client.v1.payment_intents


def control(path, body):
    request = urllib.request.Request(
        f"{BASE}/_simulator/{path}", json.dumps(body).encode(), method="POST"
    )
    urllib.request.urlopen(request).read()


def fault(kind, path="/v1/payment_intents"):
    control("faults", {"method": "POST", "path": path, "kind": kind, "times": 1})


def expect(condition, said):
    if not condition:
        raise AssertionError(str(said))


def rejected(kind, call):
    try:
        call()
    except kind as error:
        return error
    raise AssertionError(f"expected {kind.__name__}")


def pages():
    made = {intents.create({**CARD, "amount": 1000 + i}, ACCOUNT).id for i in range(250)}
    listed = list(intents.list({"limit": 100}, ACCOUNT).auto_paging_iter())
    found = {intent.id for intent in listed} & made
    expect(len(made) == 250 and found == made, f"{len(found)} of {len(made)} found")
    expect(len({intent.id for intent in listed}) == len(listed), "one is listed twice")


def one_key_twice():
    options = {**ACCOUNT, "idempotency_key": "python-one"}
    first = intents.create(PAID, options)
    expect(first.id == intents.create(PAID, options).id, "two intents")


def one_key_with_other_parameters():
    options = {**ACCOUNT, "idempotency_key": "python-other"}
    intents.create(PAID, options)
    error = rejected(
        stripe.IdempotencyError, lambda: intents.create({**PAID, "amount": 1001}, options)
    )
    expect(error.http_status == 400, error.http_status)


def decline():
    params = {**PAID, "payment_method": "pm_card_chargeDeclined"}
    error = rejected(stripe.CardError, lambda: intents.create(params, ACCOUNT))
    expect(error.code == "card_declined", error.code)
    expect(error.error.decline_code == "generic_decline", error.error.decline_code)
    expect(error.error.payment_intent.status == "requires_payment_method", error.error)


def retried():
    fault("lock_timeout")
    expect(intents.create(PAID, ACCOUNT).status == "succeeded", "not paid")


def rate_limit():
    fault("rate_limit")
    rejected(stripe.RateLimitError, lambda: intents.create(PAID, ACCOUNT))


def authorize_capture_refund():
    intent = intents.create({**PAID, "capture_method": "manual"}, ACCOUNT)
    expect(intent.status == "requires_capture" and intent.amount_capturable == 1000, intent)
    options = {"amount_to_capture": 800, "expand": ["latest_charge"]}
    captured = intents.capture(intent.id, options, ACCOUNT)
    expect(captured.amount_received == 800, captured.amount_received)
    expect(captured.latest_charge.amount_captured == 800, captured.latest_charge)
    refund = client.v1.refunds.create(
        {"payment_intent": intent.id, "amount": 300, "reason": "requested_by_customer"}, ACCOUNT
    )
    expect(refund.status == "succeeded" and refund.amount == 300, refund)
    charge = client.v1.charges.retrieve(captured.latest_charge.id, {}, ACCOUNT)
    expect(charge.amount_refunded == 300 and not charge.refunded, charge)


def cancel():
    intent = intents.create({**PAID, "capture_method": "manual"}, ACCOUNT)
    params = {"cancellation_reason": "requested_by_customer"}
    canceled = intents.cancel(intent.id, params, ACCOUNT)
    expect(canceled.status == "canceled" and canceled.canceled_at > 0, canceled)


def dispute():
    intent = intents.create({**PAID, "payment_method": "pm_card_createDispute"}, ACCOUNT)
    params = {"payment_intent": intent.id}
    disputes = client.v1.disputes.list(params, ACCOUNT).data
    expect(len(disputes) == 1 and disputes[0].status == "needs_response", disputes)
    expect(disputes[0].evidence_details.due_by > disputes[0].created, disputes[0])


def reader():
    terminal = client.v1.terminal
    address = {"line1": "1 Main St", "city": "Springfield", "state": "IL", "country": "US", "postal_code": "62701"}
    location = terminal.locations.create({"display_name": "Shop", "address": address}, ACCOUNT)
    params = {"registration_code": "simulated-wpe", "location": location.id}
    device = terminal.readers.create(params, ACCOUNT)
    params = {**CARD, "allowed_payment_method_types": ["card_present"], "capture_method": "manual"}
    intent = intents.create(params, ACCOUNT)
    busy = terminal.readers.process_payment_intent(device.id, {"payment_intent": intent.id}, ACCOUNT)
    expect(busy.action.status == "in_progress", busy.action)
    client.v1.test_helpers.terminal.readers.present_payment_method(device.id, {}, ACCOUNT)
    paid = intents.retrieve(intent.id, {"expand": ["latest_charge"]}, ACCOUNT)
    expect(paid.status == "requires_capture", paid.status)
    expect(paid.latest_charge.payment_method_details.card_present.brand == "visa", paid.latest_charge)


def returning_customer():
    customers = client.v1.customers
    customer = customers.create({"email": "anna@example.com", "metadata": {"customerRef": "python-1"}}, ACCOUNT)
    saved = {**PAID, "customer": customer.id, "setup_future_usage": "off_session"}
    first = intents.create(saved, ACCOUNT)
    expect(first.status == "succeeded" and first.customer == customer.id, first)
    [method] = customers.payment_methods.list(customer.id, {}, ACCOUNT).data
    expect(method.type == "card" and method.customer == customer.id, method)
    again = intents.create({**CARD, "customer": customer.id}, ACCOUNT)
    params = {"payment_method": method.id, "off_session": True, "return_url": "https://shop.example"}
    charged = intents.confirm(again.id, {**params, "expand": ["latest_charge"]}, ACCOUNT)
    expect(charged.status == "succeeded" and charged.latest_charge.payment_method == method.id, charged)
    setup = client.v1.setup_intents.create({"customer": customer.id, "usage": "off_session"}, ACCOUNT)
    expect(setup.status == "requires_payment_method" and setup.client_secret, setup)
    query = {"query": 'metadata["customerRef"]:"python-1"'}
    # A search lags behind: it may not know the customer yet, and knows no other one.
    found = {one.id for one in customers.search(query, ACCOUNT).data}
    expect(found <= {customer.id}, found)
    listed = {one.id for one in customers.list({"limit": 100}, ACCOUNT).auto_paging_iter()}
    expect(customer.id in listed, "not listed")
    client.v1.payment_methods.detach(method.id, {}, ACCOUNT)
    expect(customers.payment_methods.list(customer.id, {}, ACCOUNT).data == [], "still attached")
    expect(customers.delete(customer.id, {}, ACCOUNT).deleted, "not deleted")
    expect(customers.retrieve(customer.id, {}, ACCOUNT).deleted, "still there")


def balance():
    lines = client.v1.balance_transactions.list({"limit": 100, "expand": ["data.source"]}, ACCOUNT)
    sources = {line.source.object for line in lines.auto_paging_iter() if line.source}
    expect({"charge", "refund"} <= sources, sources)


def account():
    found = client.v1.accounts.retrieve(ACCOUNT["stripe_account"])
    expect(found.charges_enabled and found.controller.stripe_dashboard.type == "full", found)


def signed_events():
    received = json.load(urllib.request.urlopen(os.environ["RECEIVED"]))
    expect(len(received) > 100, f"{len(received)} events")
    for one in received:
        event = stripe.Webhook.construct_event(one["body"], one["signature"], SECRET)
        expect(event.account == ACCOUNT["stripe_account"], event.account)
        expect(event.data.object.object.split(".")[0] in event.type, event.type)
    changed = received[0]["body"].replace('"livemode": false', '"livemode": true')
    signature = received[0]["signature"]
    rejected(
        stripe.SignatureVerificationError,
        lambda: stripe.Webhook.construct_event(changed, signature, SECRET),
    )


CHECKS = {
    "pages through 250 intents": pages,
    "one key twice makes one intent": one_key_twice,
    "one key with other parameters is rejected": one_key_with_other_parameters,
    "a decline is a card error with its codes": decline,
    "a lock timeout is retried": retried,
    "too many requests is an error of its own": rate_limit,
    "authorize, capture a part, refund a part": authorize_capture_refund,
    "cancel": cancel,
    "a dispute is read": dispute,
    "a reader takes a payment": reader,
    "a returning customer is charged while away": returning_customer,
    "balance transactions with their sources": balance,
    "an account is read": account,
    "webhooks are signed, and a changed one is rejected": signed_events,
}

print(json.dumps({"library": f"stripe (Python) {stripe.VERSION}", "api": stripe.api_version}))
for name, check in CHECKS.items():
    try:
        check()
        print(json.dumps({"check": name, "ok": True}))
    except Exception as error:
        print(json.dumps({"check": name, "ok": False, "detail": f"{type(error).__name__}: {error}"[:500]}))
    sys.stdout.flush()

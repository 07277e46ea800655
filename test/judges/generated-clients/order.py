"""What a shop does with the API, by the generated client for Python. One JSON line for each check."""

import json
import os
import sys
import time
import urllib.parse
import urllib.request
from importlib.metadata import version

from payments_api_client import AuthenticatedClient
from payments_api_client.api.attention import list_attention, list_disputes
from payments_api_client.api.callback_endpoints import (
    create_callback_endpoint,
    get_callback_endpoint,
    get_callback_health,
    list_event_types,
    rotate_callback_secret,
)
from payments_api_client.api.console import list_console_sessions
from payments_api_client.api.events import get_event, list_events
from payments_api_client.api.onboarding import get_onboarding_status
from payments_api_client.api.payments import (
    capture_payment,
    create_payment,
    get_payment,
    get_payment_timeline,
    list_payments,
    list_refunds,
    preview_fee,
    refund_payment,
)
from payments_api_client.api.payouts import list_payouts
from payments_api_client.api.reference import list_problems
from payments_api_client.api.statements import list_statements
from payments_api_client.api.terminal import list_locations, list_readers
from payments_api_client.models import (
    CallbackPayload,
    CaptureMethod,
    CapturePaymentBody,
    CreateCallbackEndpointBody,
    CreatePaymentBody,
    PaymentStatus,
    Problem,
    RefundPaymentBody,
    RotateCallbackSecretBody,
    ServicePaymentRefunded,
)
from standardwebhooks import Webhook, WebhookVerificationError

BASE = os.environ["BASE_URL"]
RECEIVER = os.environ["RECEIVER"]
MANUAL = CaptureMethod.MANUAL
client = AuthenticatedClient(base_url=BASE, token=os.environ["API_KEY"])
grown = AuthenticatedClient(base_url=f"{BASE}/grown", token=os.environ["API_KEY"])
renamed = AuthenticatedClient(base_url=f"{BASE}/renamed", token=os.environ["API_KEY"])
# What later checks look at.
order = {}


def expect(condition, said):
    if not condition:
        raise AssertionError(str(said))


def create(ref, key):
    body = CreatePaymentBody(amount_cents=4999, capture_method=MANUAL, order_ref=ref)
    return create_payment.sync(client=client, body=body, idempotency_key=key)


def pay(payment):
    form = {
        "client_secret": payment.client_secret,
        "payment_method": "pm_card_visa",
        "return_url": "https://shop.example/thanks",
    }
    request = urllib.request.Request(
        f"{os.environ['PROCESSOR_URL']}/v1/payment_intents/{payment.processor_payment_intent_id}/confirm",
        urllib.parse.urlencode(form).encode(),
        {
            "Authorization": f"Bearer {payment.publishable_key}",
            "Stripe-Account": payment.connected_account_id,
        },
    )
    urllib.request.urlopen(request).read()


def told(type_):
    """The first callback of a type; what is not there yet comes within seconds."""
    for _ in range(300):
        for one in json.load(urllib.request.urlopen(RECEIVER)):
            if one["headers"]["svc-event-type"] == type_:
                return one
        time.sleep(0.1)
    raise AssertionError(f"no callback of type {type_}")


def listen():
    body = CreateCallbackEndpointBody(url=f"{RECEIVER}/", payload=CallbackPayload.SERVICE)
    endpoint = create_callback_endpoint.sync(client=client, body=body)
    expect(endpoint.url == f"{RECEIVER}/", endpoint)
    order["endpoint"] = endpoint.id
    rotated = rotate_callback_secret.sync(endpoint.id, client=client, body=RotateCallbackSecretBody(grace_seconds=0))
    order["secret"] = rotated.secret


def create_once():
    order["payment"] = create("python", "python-1")
    expect(order["payment"].status == PaymentStatus.REQUIRES_PAYMENT_METHOD, order["payment"])
    again = create("python", "python-1")
    expect(again.svc_payment_id == order["payment"].svc_payment_id, again)


def pay_and_capture():
    pay(order["payment"])
    told("payment.authorized")
    captured = capture_payment.sync(
        order["payment"].svc_payment_id,
        client=client,
        body=CapturePaymentBody(amount_cents=3000),
        idempotency_key="python-capture",
    )
    expect(captured.status == PaymentStatus.SUCCEEDED and captured.amount_cents == 3000, captured)


def refund():
    refunded = refund_payment.sync(
        order["payment"].svc_payment_id,
        client=client,
        body=RefundPaymentBody(amount_cents=1000),
        idempotency_key="python-refund",
    )
    expect(refunded.status == PaymentStatus.PARTIALLY_REFUNDED, refunded)
    read = get_payment.sync(order["payment"].svc_payment_id, client=client)
    expect(read.status == PaymentStatus.PARTIALLY_REFUNDED and read.amount_cents == 3000, read)
    refunds = list_refunds.sync(order["payment"].svc_payment_id, client=client)
    expect([one.amount_cents for one in refunds] == [1000], refunds)


def list_in_pages():
    made = {order["payment"].svc_payment_id} | {create("python", f"python-{n}").svc_payment_id for n in (2, 3)}
    listed, cursor, pages = [], None, 0
    while pages == 0 or cursor:
        more = {"starting_after": cursor} if cursor else {}
        page = list_payments.sync_detailed(client=client, order_ref="python", limit=2, **more)
        listed += page.parsed
        pages += 1
        link = urllib.parse.urlsplit(page.headers.get("link", "").split(">")[0].strip("<"))
        cursor = urllib.parse.parse_qs(link.query).get("startingAfter", [None])[0]
    expect({one.svc_payment_id for one in listed} == made and pages == 2, f"{len(listed)} on {pages} pages")
    mine = [one for one in listed if one.svc_payment_id == order["payment"].svc_payment_id][0]
    expect(mine.refunded_cents == 1000 and mine.version > 2**31, mine)


def timeline():
    entries = get_payment_timeline.sync(order["payment"].svc_payment_id, client=client)
    kinds = {type(entry).__name__: entry.kind for entry in entries}
    expect(kinds.get("TimelineApiCall") == "api_call", kinds)
    expect(kinds.get("TimelineProcessorEvent") == "processor_event", kinds)


def problem():
    rejected = refund_payment.sync_detailed(
        order["payment"].svc_payment_id,
        client=client,
        body=RefundPaymentBody(amount_cents=2001),
        idempotency_key="python-too-much",
    )
    expect(isinstance(rejected.parsed, Problem), rejected)
    expect(rejected.parsed.code == "refund_exceeds_charge", rejected.parsed)
    expect(rejected.parsed.trace_id == rejected.headers["x-correlation-id"], rejected.headers)


def event():
    recorded = get_event.sync(told("payment.refunded")["headers"]["svc-event-id"], client=client)
    expect(json.loads(recorded.body)["id"] == recorded.id and any(one.attempts for one in recorded.deliveries), recorded)


def every_list():
    for operation in (
        list_attention,
        list_disputes,
        list_event_types,
        list_events,
        list_locations,
        list_readers,
        list_payouts,
        list_statements,
        list_console_sessions,
        list_problems,
    ):
        expect(isinstance(operation.sync(client=client), list), operation.__name__)
    expect(get_callback_endpoint.sync(order["endpoint"], client=client).url, "no endpoint")
    expect(get_callback_health.sync(order["endpoint"], client=client).events > 0, "no events")
    expect(get_onboarding_status.sync(client=client).charges_enabled, "no charges")
    expect(preview_fee.sync(client=client, amount_cents=4999).amount_cents == 4999, "another amount")


def callbacks():
    hook = Webhook(order["secret"])
    received = json.load(urllib.request.urlopen(RECEIVER))
    expect(len(received) > 2, f"{len(received)} callbacks")
    for one in received:
        hook.verify(one["body"], one["headers"])
    one = told("payment.refunded")
    shown = ServicePaymentRefunded.from_dict(hook.verify(one["body"], one["headers"]))
    expect(shown.payment.refunded_cents == 1000 and shown.payment.version > 2**31, shown)
    try:
        hook.verify(one["body"].replace("1000", "9000"), one["headers"])
    except WebhookVerificationError:
        return
    raise AssertionError("a changed callback is accepted")


def new_fields():
    read = get_payment.sync(order["payment"].svc_payment_id, client=grown)
    expect(read.amount_cents == 3000, read)
    expect(len(list_payments.sync(client=grown, order_ref="python")) == 3, "not all")
    expect(get_payment_timeline.sync(order["payment"].svc_payment_id, client=grown), "no entry")


def new_value():
    read = get_payment.sync(order["payment"].svc_payment_id, client=renamed)
    expect(read.amount_cents == 3000, read)


CHECKS = {
    "sets the callback endpoint": listen,
    "one key twice makes one payment": create_once,
    "pays at the processor and captures a part": pay_and_capture,
    "refunds a part and reads the payment": refund,
    "lists in pages by the Link header": list_in_pages,
    "reads the timeline, each kind as its own": timeline,
    "reads a problem": problem,
    "reads an event with its body": event,
    "reads every list": every_list,
    "callbacks are verified by Standard Webhooks, and a changed one is rejected": callbacks,
    "reads an answer with fields that are new": new_fields,
    "reads an answer with a status that is new": new_value,
}

print(json.dumps({"library": f"standardwebhooks (Python) {version('standardwebhooks')}"}))
for name, check in CHECKS.items():
    try:
        check()
        print(json.dumps({"check": name, "ok": True}))
    except Exception as error:
        print(json.dumps({"check": name, "ok": False, "detail": f"{type(error).__name__}: {error}"[:500]}))
    sys.stdout.flush()

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.standardwebhooks.Webhook;
import com.standardwebhooks.exceptions.WebhookVerificationException;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.AttentionApi;
import org.openapitools.client.api.CallbackEndpointsApi;
import org.openapitools.client.api.ConsoleApi;
import org.openapitools.client.api.EventsApi;
import org.openapitools.client.api.OnboardingApi;
import org.openapitools.client.api.PaymentsApi;
import org.openapitools.client.api.PayoutsApi;
import org.openapitools.client.api.ReferenceApi;
import org.openapitools.client.api.StatementsApi;
import org.openapitools.client.api.TerminalApi;
import org.openapitools.client.model.CallbackEvent;
import org.openapitools.client.model.CallbackPayload;
import org.openapitools.client.model.CaptureMethod;
import org.openapitools.client.model.CapturePaymentRequest;
import org.openapitools.client.model.ChargeRefundedEvent;
import org.openapitools.client.model.CreateCallbackEndpointRequest;
import org.openapitools.client.model.CreatePaymentRequest;
import org.openapitools.client.model.CreatedPayment;
import org.openapitools.client.model.PaymentListItem;
import org.openapitools.client.model.PaymentStatus;
import org.openapitools.client.model.Problem;
import org.openapitools.client.model.RefundPaymentRequest;
import org.openapitools.client.model.RotateCallbackSecretRequest;
import org.openapitools.client.model.ServiceEvent;
import org.openapitools.client.model.ServicePaymentRefunded;

/** What a shop does with the API, by the generated client for Java. One JSON line for each check. */
public class Order {
  static final String BASE = System.getenv("BASE_URL");
  static final String RECEIVER = System.getenv("RECEIVER");
  static final ObjectMapper JSON = ApiClient.createDefaultObjectMapper();
  static final PaymentsApi PAYMENTS = new PaymentsApi(clientAt(BASE));
  static final CallbackEndpointsApi ENDPOINTS = new CallbackEndpointsApi(clientAt(BASE));

  // What later checks look at.
  static CreatedPayment payment;
  static String endpoint;
  static String secret;

  interface Check {
    void run() throws Exception;
  }

  record Received(String body, Map<String, String> headers) {
    HttpHeaders asHeaders() {
      var lists = headers.entrySet().stream().collect(Collectors.toMap(Map.Entry::getKey, e -> List.of(e.getValue())));
      return HttpHeaders.of(lists, (name, value) -> true);
    }
  }

  static ApiClient clientAt(String address) {
    ApiClient client = new ApiClient();
    client.updateBaseUri(address);
    client.setRequestInterceptor(request -> request.header("X-Api-Key", System.getenv("API_KEY")));
    return client;
  }

  static void expect(boolean condition, Object said) {
    if (!condition) throw new AssertionError(String.valueOf(said));
  }

  static String http(HttpRequest.Builder request) throws Exception {
    return HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString()).body();
  }

  static CreatedPayment create(String key) throws ApiException {
    var body =
        new CreatePaymentRequest()
            .amountCents(4999)
            .captureMethod(CaptureMethod.MANUAL)
            .orderRef("java");
    return PAYMENTS.createPayment(key, body, null);
  }

  static void pay() throws Exception {
    var form =
        Map.of(
            "client_secret", payment.getClientSecret(),
            "payment_method", "pm_card_visa",
            "return_url", "https://shop.example/thanks");
    var text =
        form.entrySet().stream()
            .map(e -> e.getKey() + "=" + URLEncoder.encode(e.getValue(), StandardCharsets.UTF_8))
            .collect(Collectors.joining("&"));
    var address =
        System.getenv("PROCESSOR_URL") + "/v1/payment_intents/" + payment.getProcessorPaymentIntentId() + "/confirm";
    http(
        HttpRequest.newBuilder(URI.create(address))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .header("Authorization", "Bearer " + payment.getPublishableKey())
            .header("Stripe-Account", payment.getConnectedAccountId())
            .POST(HttpRequest.BodyPublishers.ofString(text)));
  }

  static List<Received> received() throws Exception {
    return JSON.readValue(http(HttpRequest.newBuilder(URI.create(RECEIVER))), new TypeReference<>() {});
  }

  /** The first callback of a type; what is not there yet comes within seconds. */
  static Received told(String type) throws Exception {
    for (int i = 0; i < 300; i++) {
      for (Received one : received()) if (type.equals(one.headers().get("svc-event-type"))) return one;
      Thread.sleep(100);
    }
    throw new AssertionError("no callback of type " + type);
  }

  static void listen() throws Exception {
    var body =
        new CreateCallbackEndpointRequest().url(RECEIVER + "/").payload(CallbackPayload.SERVICE);
    endpoint = ENDPOINTS.createCallbackEndpoint(body, null).getId();
    secret = ENDPOINTS.rotateCallbackSecret(endpoint, null, new RotateCallbackSecretRequest().graceSeconds(0)).getSecret();
  }

  static void createOnce() throws Exception {
    payment = create("java-1");
    expect(payment.getStatus() == PaymentStatus.REQUIRES_PAYMENT_METHOD, payment);
    expect(create("java-1").getSvcPaymentId().equals(payment.getSvcPaymentId()), "two payments");
  }

  static void payAndCapture() throws Exception {
    pay();
    told("payment.authorized");
    var body = new CapturePaymentRequest().amountCents(3000L);
    var captured = PAYMENTS.capturePayment(payment.getSvcPaymentId(), "java-capture", null, body);
    expect(captured.getStatus() == PaymentStatus.SUCCEEDED && captured.getAmountCents() == 3000, captured);
  }

  static void refund() throws Exception {
    var body = new RefundPaymentRequest().amountCents(1000L);
    PAYMENTS.refundPayment(payment.getSvcPaymentId(), "java-refund", null, body);
    var read = PAYMENTS.getPayment(payment.getSvcPaymentId(), null);
    expect(read.getStatus() == PaymentStatus.PARTIALLY_REFUNDED && read.getAmountCents() == 3000, read);
    var refunds = PAYMENTS.listRefunds(payment.getSvcPaymentId(), null, null, null);
    expect(refunds.size() == 1 && refunds.get(0).getAmountCents() == 1000, refunds);
  }

  static void listInPages() throws Exception {
    create("java-2");
    create("java-3");
    Map<String, PaymentListItem> found = new HashMap<>();
    String cursor = null;
    int pages = 0;
    while (pages == 0 || cursor != null) {
      var page =
          PAYMENTS.listPaymentsWithHttpInfo(
              null, 2, cursor, "java", null, null, null, null, null, null, null, null);
      for (PaymentListItem one : page.getData()) found.put(one.getSvcPaymentId(), one);
      pages++;
      cursor = cursorOf(page.getHeaders().getOrDefault("link", List.of("")).get(0));
    }
    expect(found.size() == 3 && pages == 2, found.size() + " on " + pages + " pages");
    var mine = found.get(payment.getSvcPaymentId());
    expect(mine.getRefundedCents() == 1000 && mine.getVersion() > 1L << 31, mine);
  }

  static String cursorOf(String link) {
    if (link.isEmpty()) return null;
    for (String pair : URI.create(link.substring(1, link.indexOf('>'))).getRawQuery().split("&")) {
      if (pair.startsWith("startingAfter=")) {
        return URLDecoder.decode(pair.substring(pair.indexOf('=') + 1), StandardCharsets.UTF_8);
      }
    }
    return null;
  }

  static void timeline() throws Exception {
    var entries = PAYMENTS.getPaymentTimeline(payment.getSvcPaymentId(), null);
    var kinds =
        entries.stream().map(e -> e.getActualInstance().getClass().getSimpleName()).collect(Collectors.toSet());
    expect(kinds.contains("TimelineApiCall") && kinds.contains("TimelineProcessorEvent"), kinds);
  }

  static void problem() throws Exception {
    try {
      var body = new RefundPaymentRequest().amountCents(2001L);
      PAYMENTS.refundPayment(payment.getSvcPaymentId(), "java-too-much", null, body);
    } catch (ApiException rejection) {
      var said = JSON.readValue(rejection.getResponseBody(), Problem.class);
      expect(said.getCode().equals("refund_exceeds_charge"), said);
      expect(said.getTraceId().equals(rejection.getResponseHeaders().firstValue("x-correlation-id").get()), said);
      return;
    }
    throw new AssertionError("more than was paid is refunded");
  }

  static void event() throws Exception {
    var events = new EventsApi(clientAt(BASE));
    var recorded = events.getEvent(told("payment.refunded").headers().get("svc-event-id"), null);
    var body = JSON.readValue(recorded.getBody(), CallbackEvent.class).getActualInstance();
    expect(body instanceof ChargeRefundedEvent, body.getClass());
    expect(((ChargeRefundedEvent) body).getData().getObject().getAmountRefunded() == 1000, body);
  }

  static void everyList() throws Exception {
    var client = clientAt(BASE);
    new AttentionApi(client).listAttention(null, null, null);
    new AttentionApi(client).listDisputes(null, null, null, null);
    new TerminalApi(client).listLocations(null, null, null);
    new TerminalApi(client).listReaders(null, null, null);
    new PayoutsApi(client).listPayouts(null, null, null);
    new StatementsApi(client).listStatements(null, null, null);
    new ConsoleApi(client).listConsoleSessions(null, null, null);
    expect(!new ReferenceApi(client).listProblems(null).isEmpty(), "no problems");
    expect(!ENDPOINTS.listEventTypes(null).isEmpty(), "no types");
    var events = new EventsApi(client).listEvents(null, null, null, null, null, null, null, null, null, null);
    expect(!events.isEmpty(), "no events");
    expect(ENDPOINTS.getCallbackEndpoint(endpoint, null).getUrl() != null, "no endpoint");
    expect(ENDPOINTS.getCallbackHealth(endpoint, null).getEvents() > 0, "no events");
    expect(new OnboardingApi(client).getOnboardingStatus(null).getChargesEnabled(), "no charges");
    expect(PAYMENTS.previewFee(4999, null, null).getAmountCents() == 4999, "another amount");
  }

  static void callbacks() throws Exception {
    var hook = new Webhook(secret);
    var all = received();
    expect(all.size() > 2, all.size() + " callbacks");
    for (Received one : all) hook.verify(one.body(), one.asHeaders());
    var one = told("payment.refunded");
    var shown = JSON.readValue(one.body(), ServiceEvent.class).getActualInstance();
    expect(shown instanceof ServicePaymentRefunded, shown.getClass());
    var inside = ((ServicePaymentRefunded) shown).getPayment();
    expect(inside.getRefundedCents() == 1000 && inside.getVersion() > 1L << 31, inside);
    try {
      hook.verify(one.body().replace("1000", "9000"), one.asHeaders());
    } catch (WebhookVerificationException rejection) {
      return;
    }
    throw new AssertionError("a changed callback is accepted");
  }

  static void newFields() throws Exception {
    var grown = new PaymentsApi(clientAt(BASE + "/grown"));
    expect(grown.getPayment(payment.getSvcPaymentId(), null).getAmountCents() == 3000, "another amount");
    var all = grown.listPayments(null, null, null, "java", null, null, null, null, null, null, null, null);
    expect(all.size() == 3, all);
    expect(!grown.getPaymentTimeline(payment.getSvcPaymentId(), null).isEmpty(), "no entry");
  }

  static void newValue() throws Exception {
    var renamed = new PaymentsApi(clientAt(BASE + "/renamed"));
    expect(renamed.getPayment(payment.getSvcPaymentId(), null).getAmountCents() == 3000, "another amount");
  }

  public static void main(String[] args) throws Exception {
    Map<String, Check> checks = new LinkedHashMap<>();
    checks.put("sets the callback endpoint", Order::listen);
    checks.put("one key twice makes one payment", Order::createOnce);
    checks.put("pays at the processor and captures a part", Order::payAndCapture);
    checks.put("refunds a part and reads the payment", Order::refund);
    checks.put("lists in pages by the Link header", Order::listInPages);
    checks.put("reads the timeline, each kind as its own", Order::timeline);
    checks.put("reads a problem", Order::problem);
    checks.put("reads an event with its body", Order::event);
    checks.put("reads every list", Order::everyList);
    checks.put("callbacks are verified by Standard Webhooks, and a changed one is rejected", Order::callbacks);
    checks.put("reads an answer with fields that are new", Order::newFields);
    checks.put("reads an answer with a status that is new", Order::newValue);
    System.out.println(JSON.writeValueAsString(Map.of("library", "standardwebhooks (Java) " + args[0])));
    for (var one : checks.entrySet()) {
      Map<String, Object> outcome = new LinkedHashMap<>(Map.of("check", one.getKey(), "ok", true));
      try {
        one.getValue().run();
      } catch (Throwable failure) {
        outcome.put("ok", false);
        outcome.put("detail", failure.getClass().getSimpleName() + ": " + failure.getMessage());
      }
      System.out.println(JSON.writeValueAsString(outcome));
    }
  }
}

import com.google.gson.Gson;
import com.google.gson.reflect.TypeToken;
import com.stripe.Stripe;
import com.stripe.StripeClient;
import com.stripe.exception.CardException;
import com.stripe.exception.IdempotencyException;
import com.stripe.exception.RateLimitException;
import com.stripe.exception.SignatureVerificationException;
import com.stripe.exception.StripeException;
import com.stripe.model.BalanceTransaction;
import com.stripe.model.Charge;
import com.stripe.model.Dispute;
import com.stripe.model.PaymentIntent;
import com.stripe.model.Refund;
import com.stripe.net.RequestOptions;
import com.stripe.net.Webhook;
import com.stripe.param.BalanceTransactionListParams;
import com.stripe.param.CustomerCreateParams;
import com.stripe.param.DisputeListParams;
import com.stripe.param.PaymentIntentCancelParams;
import com.stripe.param.PaymentIntentCaptureParams;
import com.stripe.param.PaymentIntentConfirmParams;
import com.stripe.param.PaymentIntentCreateParams;
import com.stripe.param.PaymentIntentListParams;
import com.stripe.param.PaymentIntentRetrieveParams;
import com.stripe.param.RefundCreateParams;
import com.stripe.param.SetupIntentCreateParams;
import com.stripe.param.terminal.LocationCreateParams;
import com.stripe.param.terminal.ReaderCreateParams;
import com.stripe.param.terminal.ReaderProcessPaymentIntentParams;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What a platform does with the processor, by Stripe's library for Java. One JSON line for each check. */
public class Order {
  static final String BASE = System.getenv("BASE");
  static final String ACCOUNT = System.getenv("ACCOUNT");
  static final String SECRET = System.getenv("WEBHOOK_SECRET");
  static final Gson GSON = new Gson();
  static final StripeClient CLIENT =
      StripeClient.builder()
          .setApiKey("sk_test_simulator")
          .setApiBase(BASE)
          .setStripeAccount(ACCOUNT)
          .setMaxNetworkRetries(2)
          .build();

  interface Check {
    void run() throws Exception;
  }

  record Received(String body, String signature) {}

  static PaymentIntentCreateParams.Builder intent(long amount, String method) {
    // The library is older than the parameter.
    return PaymentIntentCreateParams.builder()
        .setAmount(amount)
        .setCurrency("usd")
        .putExtraParam("allowed_payment_method_types", List.of(method));
  }

  static PaymentIntentCreateParams.Builder paid(String method) {
    return intent(1000, "card").setConfirm(true).setPaymentMethod(method);
  }

  static PaymentIntentCreateParams.Builder authorized() {
    return paid("pm_card_visa").setCaptureMethod(PaymentIntentCreateParams.CaptureMethod.MANUAL);
  }

  static PaymentIntent create(PaymentIntentCreateParams.Builder params) throws StripeException {
    return CLIENT.v1().paymentIntents().create(params.build());
  }

  static <E extends StripeException> E rejectionOf(Class<E> kind, Check check) throws Exception {
    try {
      check.run();
    } catch (StripeException rejection) {
      expect(kind.isInstance(rejection), rejection);
      return kind.cast(rejection);
    }
    throw new AssertionError("expected " + kind.getSimpleName());
  }

  static String http(HttpRequest.Builder request) throws Exception {
    return HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString()).body();
  }

  static void fault(String kind) throws Exception {
    String body = GSON.toJson(Map.of("method", "POST", "path", "/v1/payment_intents", "kind", kind, "times", 1));
    http(HttpRequest.newBuilder(URI.create(BASE + "/_simulator/faults"))
        .POST(HttpRequest.BodyPublishers.ofString(body)));
  }

  static void pages() throws Exception {
    Set<String> made = new HashSet<>();
    for (int i = 0; i < 250; i++) made.add(create(intent(1000 + i, "card")).getId());
    Set<String> listed = new HashSet<>();
    var params = PaymentIntentListParams.builder().setLimit(100L).build();
    for (PaymentIntent one : CLIENT.v1().paymentIntents().list(params).autoPagingIterable()) {
      expect(listed.add(one.getId()), "one is listed twice");
    }
    listed.retainAll(made);
    expect(made.size() == 250 && listed.equals(made), listed.size() + " of " + made.size() + " found");
  }

  static void oneKeyTwice() throws Exception {
    var options = RequestOptions.builder().setIdempotencyKey("java-one").build();
    var params = paid("pm_card_visa").build();
    var first = CLIENT.v1().paymentIntents().create(params, options);
    expect(first.getId().equals(CLIENT.v1().paymentIntents().create(params, options).getId()), "two intents");
  }

  static void oneKeyWithOtherParameters() throws Exception {
    var options = RequestOptions.builder().setIdempotencyKey("java-other").build();
    CLIENT.v1().paymentIntents().create(paid("pm_card_visa").build(), options);
    var other = paid("pm_card_visa").setAmount(1001L).build();
    var rejection = rejectionOf(IdempotencyException.class, () -> CLIENT.v1().paymentIntents().create(other, options));
    expect(rejection.getStatusCode() == 400, rejection.getStatusCode());
  }

  static void decline() throws Exception {
    var rejection = rejectionOf(CardException.class, () -> create(paid("pm_card_chargeDeclined")));
    expect("card_declined".equals(rejection.getCode()), rejection.getCode());
    expect("generic_decline".equals(rejection.getDeclineCode()), rejection.getDeclineCode());
    var status = rejection.getStripeError().getPaymentIntent().getStatus();
    expect("requires_payment_method".equals(status), status);
  }

  static void retried() throws Exception {
    fault("lock_timeout");
    expect("succeeded".equals(create(paid("pm_card_visa")).getStatus()), "not paid");
  }

  static void rateLimit() throws Exception {
    fault("rate_limit");
    rejectionOf(RateLimitException.class, () -> create(paid("pm_card_visa")));
  }

  static void authorizeCaptureRefund() throws Exception {
    var made = create(authorized());
    expect("requires_capture".equals(made.getStatus()) && made.getAmountCapturable() == 1000, made.getStatus());
    var capture = PaymentIntentCaptureParams.builder().setAmountToCapture(800L).addExpand("latest_charge").build();
    var captured = CLIENT.v1().paymentIntents().capture(made.getId(), capture);
    expect(captured.getAmountReceived() == 800, captured.getAmountReceived());
    expect(captured.getLatestChargeObject().getAmountCaptured() == 800, "another amount captured");
    var params =
        RefundCreateParams.builder()
            .setPaymentIntent(made.getId())
            .setAmount(300L)
            .setReason(RefundCreateParams.Reason.REQUESTED_BY_CUSTOMER)
            .build();
    Refund refund = CLIENT.v1().refunds().create(params);
    expect("succeeded".equals(refund.getStatus()) && refund.getAmount() == 300, refund.getStatus());
    Charge charge = CLIENT.v1().charges().retrieve(captured.getLatestCharge());
    expect(charge.getAmountRefunded() == 300 && !charge.getRefunded(), charge.getAmountRefunded());
  }

  static void cancel() throws Exception {
    var reason = PaymentIntentCancelParams.CancellationReason.REQUESTED_BY_CUSTOMER;
    var params = PaymentIntentCancelParams.builder().setCancellationReason(reason).build();
    var canceled = CLIENT.v1().paymentIntents().cancel(create(authorized()).getId(), params);
    expect("canceled".equals(canceled.getStatus()) && canceled.getCanceledAt() > 0, canceled.getStatus());
  }

  static void dispute() throws Exception {
    var made = create(paid("pm_card_createDispute"));
    var params = DisputeListParams.builder().setPaymentIntent(made.getId()).build();
    List<Dispute> disputes = CLIENT.v1().disputes().list(params).getData();
    expect(disputes.size() == 1, disputes.size() + " disputes");
    Dispute one = disputes.get(0);
    expect("needs_response".equals(one.getStatus()), one.getStatus());
    expect(one.getEvidenceDetails().getDueBy() > one.getCreated(), one.getEvidenceDetails());
  }

  static void reader() throws Exception {
    var terminal = CLIENT.v1().terminal();
    var address =
        LocationCreateParams.Address.builder()
            .setLine1("1 Main St")
            .setCity("Springfield")
            .setState("IL")
            .setCountry("US")
            .setPostalCode("62701")
            .build();
    var place = LocationCreateParams.builder().setDisplayName("Shop").setAddress(address).build();
    var location = terminal.locations().create(place);
    var register =
        ReaderCreateParams.builder().setRegistrationCode("simulated-wpe").setLocation(location.getId()).build();
    var device = terminal.readers().create(register);
    var made =
        create(intent(1000, "card_present").setCaptureMethod(PaymentIntentCreateParams.CaptureMethod.MANUAL));
    var process = ReaderProcessPaymentIntentParams.builder().setPaymentIntent(made.getId()).build();
    var busy = terminal.readers().processPaymentIntent(device.getId(), process);
    expect("in_progress".equals(busy.getAction().getStatus()), busy.getAction());
    CLIENT.v1().testHelpers().terminal().readers().presentPaymentMethod(device.getId());
    var retrieve = PaymentIntentRetrieveParams.builder().addExpand("latest_charge").build();
    var held = CLIENT.v1().paymentIntents().retrieve(made.getId(), retrieve);
    expect("requires_capture".equals(held.getStatus()), held.getStatus());
    var brand = held.getLatestChargeObject().getPaymentMethodDetails().getCardPresent().getBrand();
    expect("visa".equals(brand), brand);
  }

  static void returningCustomer() throws Exception {
    var customers = CLIENT.v1().customers();
    var customer =
        customers.create(
            CustomerCreateParams.builder().setEmail("anna@example.com").putMetadata("customerRef", "java-1").build());
    var saving =
        paid("pm_card_visa")
            .setCustomer(customer.getId())
            .setSetupFutureUsage(PaymentIntentCreateParams.SetupFutureUsage.OFF_SESSION);
    var first = create(saving);
    expect("succeeded".equals(first.getStatus()), first.getStatus());
    expect(customer.getId().equals(first.getCustomer()), first.getCustomer());
    var saved = customers.paymentMethods().list(customer.getId()).getData();
    expect(saved.size() == 1 && customer.getId().equals(saved.get(0).getCustomer()), saved.size() + " saved");
    var method = saved.get(0).getId();
    var again = create(intent(1000, "card").setCustomer(customer.getId()));
    var confirm =
        PaymentIntentConfirmParams.builder()
            .setPaymentMethod(method)
            .setOffSession(true)
            .setReturnUrl("https://shop.example")
            .addExpand("latest_charge")
            .build();
    var charged = CLIENT.v1().paymentIntents().confirm(again.getId(), confirm);
    expect("succeeded".equals(charged.getStatus()), charged.getStatus());
    expect(method.equals(charged.getLatestChargeObject().getPaymentMethod()), "another method");
    var setup =
        CLIENT.v1().setupIntents()
            .create(
                SetupIntentCreateParams.builder()
                    .setCustomer(customer.getId())
                    .setUsage(SetupIntentCreateParams.Usage.OFF_SESSION)
                    .build());
    expect("requires_payment_method".equals(setup.getStatus()), setup.getStatus());
    expect(setup.getClientSecret() != null, "no client secret");
    CLIENT.v1().paymentMethods().detach(method);
    expect(customers.paymentMethods().list(customer.getId()).getData().isEmpty(), "still attached");
    expect(customers.delete(customer.getId()).getDeleted(), "not deleted");
  }

  static void balance() throws Exception {
    var params = BalanceTransactionListParams.builder().setLimit(100L).addExpand("data.source").build();
    int charges = 0;
    int refunds = 0;
    for (BalanceTransaction line : CLIENT.v1().balanceTransactions().list(params).autoPagingIterable()) {
      if (line.getSourceObject() instanceof Charge charge && charge.getAmount() > 0) charges++;
      if (line.getSourceObject() instanceof Refund refund && refund.getAmount() > 0) refunds++;
    }
    expect(charges > 0 && refunds > 0, charges + " charges, " + refunds + " refunds");
  }

  static void account() throws Exception {
    var found = CLIENT.v1().accounts().retrieve(ACCOUNT);
    expect(found.getChargesEnabled(), "no charges");
    expect("full".equals(found.getController().getStripeDashboard().getType()), found.getController());
  }

  static void signedEvents() throws Exception {
    String text = http(HttpRequest.newBuilder(URI.create(System.getenv("RECEIVED"))));
    List<Received> all = GSON.fromJson(text, new TypeToken<List<Received>>() {}.getType());
    expect(all.size() > 100, all.size() + " events");
    for (Received one : all) {
      var event = Webhook.constructEvent(one.body(), one.signature(), SECRET);
      expect(ACCOUNT.equals(event.getAccount()), event.getAccount());
      // Webhooks are rendered in the version of their endpoint, which is younger than the library.
      var object = event.getDataObjectDeserializer().deserializeUnsafe();
      expect(object.getClass().getPackageName().startsWith("com.stripe.model"), object.getClass());
    }
    String changed = all.get(0).body().replaceFirst("\"livemode\": false", "\"livemode\": true");
    rejectionOf(
        SignatureVerificationException.class,
        () -> Webhook.constructEvent(changed, all.get(0).signature(), SECRET));
  }

  static void expect(boolean condition, Object said) {
    if (!condition) throw new AssertionError(String.valueOf(said));
  }

  public static void main(String[] args) {
    Stripe.enableTelemetry = false;
    Map<String, Check> checks = new LinkedHashMap<>();
    checks.put("pages through 250 intents", Order::pages);
    checks.put("one key twice makes one intent", Order::oneKeyTwice);
    checks.put("one key with other parameters is rejected", Order::oneKeyWithOtherParameters);
    checks.put("a decline is a card error with its codes", Order::decline);
    checks.put("a lock timeout is retried", Order::retried);
    checks.put("too many requests is an error of its own", Order::rateLimit);
    checks.put("authorize, capture a part, refund a part", Order::authorizeCaptureRefund);
    checks.put("cancel", Order::cancel);
    checks.put("a dispute is read", Order::dispute);
    checks.put("a reader takes a payment", Order::reader);
    checks.put("a returning customer is charged while away", Order::returningCustomer);
    checks.put("balance transactions with their sources", Order::balance);
    checks.put("an account is read", Order::account);
    checks.put("webhooks are signed, and a changed one is rejected", Order::signedEvents);
    System.out.println(GSON.toJson(Map.of("library", "stripe-java " + Stripe.VERSION, "api", Stripe.API_VERSION)));
    checks.forEach(
        (name, check) -> {
          Map<String, Object> outcome = new LinkedHashMap<>(Map.of("check", name, "ok", true));
          try {
            check.run();
          } catch (Throwable failure) {
            outcome.put("ok", false);
            outcome.put("detail", failure.getClass().getSimpleName() + ": " + failure.getMessage());
          }
          System.out.println(GSON.toJson(outcome));
        });
  }
}

// Generated from the contract by `npm run types`; a test keeps it fresh.
export interface paths {
    "/v1/payments/intents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a payment
         * @description Creates a direct charge on the merchant's connected account. Repeating a request with the same Idempotency-Key and body returns the original response and does not charge again.
         *
         *     Amounts are in the currency's smallest unit. `{"amountCents": 4999, "currency": "usd"}` is 49.99 dollars; `{"amountCents": 4999, "currency": "jpy"}` is 4,999 yen; `{"amountCents": 4990, "currency": "kwd"}` is 4.990 dinars, where the last digit must be 0; `{"amountCents": 499900, "currency": "isk"}` is 4,999 krónur, where the last two digits must be 00.
         *
         *     Scope: `payments:write`.
         */
        post: operations["createPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payments/{id}/charge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Charge a saved payment method
         * @description Charges a payment while its customer is away, with a payment method that the customer has saved. Create the payment first, with the customer (cus_…) as customerRef. The answer is the payment: succeeded, requires_capture or processing. A payment that is paid or held already is returned unchanged, however it was paid.
         *
         *     A decline is 402 payment_declined; repeat the request under the same key to try again, also with another method. If processorCode is authentication_required, the customer must confirm the payment in a browser, with the clientSecret that its creation returned. 503 says that the outcome is not known yet: repeat the request.
         *
         *     Scope: `charges:write`.
         */
        post: operations["chargePayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payments/{id}/capture": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Capture an authorized payment
         * @description Without amountCents the full authorized amount is captured. A smaller amount releases the remainder. Repeating a capture returns the payment unchanged.
         *
         *     Scope: `payments:write`.
         */
        post: operations["capturePayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payments/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a payment that is not paid
         * @description Releases an authorization, or ends a payment that the customer has not paid. Canceling a canceled payment returns the payment unchanged. Refund a paid payment instead.
         *
         *     Scope: `payments:write`.
         */
        post: operations["cancelPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payments/{id}/refund": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Refund a payment in full or in part
         * @description Without amountCents the whole remaining amount is refunded. Send an Idempotency-Key: without one, every request is a new refund, under a key that the answer's header names. A refund may be pending at first, and may fail days later: see GET /v1/payments/{id}/refunds.
         *
         *     Scope: `refunds:write`.
         */
        post: operations["refundPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/terminal/readers/{id}/refund": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Refund an Interac payment at a reader
         * @description Interac returns money only to the card itself. The reader asks the customer to present it, and the refund is made then. Until then the response is 202 with the reader's action. Retrieve the reader every two seconds. Once its action has succeeded, repeat this request with its Idempotency-Key: the response is 200 with the refund. Your callbacks tell of it too. If the action fails or is canceled, the repeated request is 422 and nothing was refunded. The next one, with the same key or a new one, asks for the card again.
         *
         *     Scope: `refunds:write`.
         */
        post: operations["refundAtReader"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payments/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a payment
         * @description The payment's current status. Check it, or wait for the callback, before you fulfill an order.
         *
         *     Scope: `payments:read`.
         */
        get: operations["getPayment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List payments
         * @description If you filter by status, customerRef or trouble, the service searches until the page is full. A search stops after about a thousand payments. Then the Svc-Searched-To header says how far back it searched, and the Link header continues the search.
         *
         *     Scope: `payments:read`.
         */
        get: operations["listPayments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payments/{id}/timeline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a payment's timeline
         * @description Completed API calls, the processor's events with their results, every attempt to send a callback, corrections and returned fees that a statement found, and the payout that contains the money. Entries are in order of time; an event that arrived late is at the time when the processor created it. Of more than 200 events the oldest are omitted.
         *
         *     Scope: `events:read`.
         */
        get: operations["getPaymentTimeline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payments/{id}/details": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a payment's card and fees
         * @description For support: the card or bank account, why the last attempt was declined, and what is left after all fees. Read from the processor on each request and not stored here. Use it to show a payment to a person, not to poll.
         *
         *     Scope: `payments:read`.
         */
        get: operations["getPaymentDetails"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payments/{id}/receipt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a payment's receipt
         * @description The processor mails the receipt of a paid payment to this address. Each request is a mail. In test mode it mails only to verified users of the account. Nothing is stored here.
         *
         *     Scope: `payments:write`.
         */
        post: operations["sendReceipt"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payments/{id}/refunds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a payment's refunds
         * @description From the processor, newest first, with their status. A refund may be pending for days, and may fail after it succeeded. If a refund without an Idempotency-Key got no response, check here before you refund again.
         *
         *     Scope: `payments:read`.
         */
        get: operations["listRefunds"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/fee-preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Preview the fee on a payment
         * @description Uses the current policy. The fee is rounded half up to the currency's smallest step and is always below the amount. A payment keeps the fee from the time of its creation.
         *
         *     Scope: `payments:read`.
         */
        get: operations["previewFee"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find customers by your reference
         * @description For when you have lost a customerId. The processor's search answers: a new customer appears after about a minute, at worst after an hour. Search is not offered to accounts in India. At most 100 are returned.
         *
         *     Scope: `customers:read`.
         */
        get: operations["findCustomers"];
        put?: never;
        /**
         * Create a customer
         * @description Creates a customer in the merchant's connected account. Store customerId, and send it as customerRef of a payment. An Idempotency-Key is valid for a day. A customer belongs to one account: if the account is replaced, create the customer again.
         *
         *     Scope: `customers:write`.
         */
        post: operations["createCustomer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a customer
         * @description Deletes the customer and its saved payment methods for good. Past payments keep their data. Only a customer that was created with this API can be deleted; any other is 404, and so is one that is deleted already.
         *
         *     Scope: `customers:write`.
         */
        delete: operations["deleteCustomer"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customers/{id}/setup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Save a payment method without a payment
         * @description Starts the saving of a payment method that you will charge while the customer is away. The customer confirms it in the browser with clientSecret. To save the method of a payment, send savePaymentMethod with the payment instead.
         *
         *     Scope: `customers:write`.
         */
        post: operations["setUpCustomer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customers/{id}/payment-methods": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a customer's saved payment methods
         * @description The newest first, at most 100. Read from the processor on each request and not stored here.
         *
         *     Scope: `customers:read`.
         */
        get: operations["listSavedMethods"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customers/{id}/payment-methods/{paymentMethodId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a saved payment method
         * @description It cannot be charged or saved again. A method of another customer is 404.
         *
         *     Scope: `customers:write`.
         */
        delete: operations["deleteSavedMethod"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/terminal/connection-token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a connection token
         * @description A short-lived secret for the reader SDK, scoped to the merchant's connected account.
         *
         *     Scope: `terminal`.
         */
        post: operations["createConnectionToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/terminal/locations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the merchant's locations
         * @description Read from the processor, which stores them.
         *
         *     Scope: `terminal`.
         */
        get: operations["listLocations"];
        put?: never;
        /**
         * Create a location
         * @description Readers are registered at a location. The processor needs its address. An Idempotency-Key is valid for a day.
         *
         *     Scope: `terminal`.
         */
        post: operations["createLocation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/terminal/readers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the merchant's readers
         * @description Read from the processor, including whether each reader is online.
         *
         *     Scope: `terminal`.
         */
        get: operations["listReaders"];
        put?: never;
        /**
         * Register a reader
         * @description Attaches the reader that shows the code on its screen to one of the merchant's locations. An Idempotency-Key is valid for a day.
         *
         *     Scope: `terminal`.
         */
        post: operations["registerReader"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/terminal/readers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a reader and its action
         * @description Read from the processor. While a payment is collected, poll it every two seconds. It shows immediately that a card was declined or that the customer canceled. Fulfill based on the payment, not on the action.
         *
         *     Scope: `terminal`.
         */
        get: operations["getReader"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/terminal/readers/{id}/process": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Collect a payment at a reader
         * @description Sends the payment to the reader, which asks for a card. The payment needs card_present in paymentMethodTypes. Safe to repeat, without an Idempotency-Key: a payment is paid once. A repeat while the reader collects this payment, or after it has, returns that action. While it collects another payment the response is 409 Reader busy and names it. After a declined card, send the same payment again.
         *
         *     Scope: `terminal`.
         */
        post: operations["processAtReader"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/terminal/readers/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a reader's action
         * @description The reader shows its start screen again. The payment stays unpaid and can be collected again; cancel it too if the order is abandoned. During an authorization the response is 409 Reader busy: retrieve the reader to see the outcome.
         *
         *     Scope: `terminal`.
         */
        post: operations["cancelReaderAction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/onboarding/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create the merchant's connected account
         * @description Creates a Standard account. A merchant has one account: every further call returns the existing account and ignores the body.
         *
         *     Scope: `onboarding`.
         */
        post: operations["createAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/onboarding/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the onboarding status
         * @description Updated by the processor's events; not_started before there is an account.
         *
         *     Scope: `onboarding`.
         */
        get: operations["getOnboardingStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/onboarding/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Refresh the onboarding status
         * @description Fetches the account's state from the processor now, instead of waiting for its event.
         *
         *     Scope: `onboarding`.
         */
        post: operations["refreshOnboardingStatus"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/onboarding/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a link to the processor's onboarding
         * @description Send the merchant to the url. It works once, until expiresAt. An expired link redirects to refreshUrl: create a new link there. A merchant who finishes or leaves returns to returnUrl.
         *
         *     Scope: `onboarding`.
         */
        post: operations["createOnboardingLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/wallet-domains": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the websites for wallets
         * @description Read from the processor, which stores them.
         *
         *     Scope: `onboarding`.
         */
        get: operations["listWalletDomains"];
        put?: never;
        /**
         * Register a website for wallets
         * @description Apple Pay, Google Pay and other wallets appear only on registered websites. Register each host name of your payment page, including each subdomain. Safe to repeat.
         *
         *     Scope: `onboarding`.
         */
        post: operations["registerWalletDomain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/wallet-domains/{id}/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check a website for wallets again
         * @description The processor checks again which wallets can appear there, for example after you have fixed a problem.
         *
         *     Scope: `onboarding`.
         */
        post: operations["validateWalletDomain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List events and the state of their callbacks
         * @description Events are kept for 90 days. If you filter by type, delivery or endpointId, the service searches until the page is full. A search stops after about a thousand events. Then the Svc-Searched-To header says how far back it searched, and the Link header continues the search. With order=ascending the list is a feed: it has no end, and the Link header always leads to the next page, which may still be empty. Svc-Searched-To is then the time of the last event that was checked, shown or not, and Svc-Time is the service's time. A page with bodies ends before 4 MB.
         *
         *     Scope: `events:read`.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve an event, every attempt to deliver it, and its body
         * @description The body is the processor's event, byte for byte, which is what the processor's payload sends: the signature covers exactly this text. The service payload is rendered when it is sent; each attempt stores its version and hash.
         *
         *     Scope: `events:read`.
         */
        get: operations["getEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{id}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send an event again
         * @description With eight new attempts and the same Svc-Event-Id. To resend a delivered event, set force. A pending event is left unchanged. Without endpointId it goes to every endpoint that it is sent to.
         *
         *     Scope: `callbacks:write`.
         */
        post: operations["redeliverEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/recover": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Redeliver all dead or held events
         * @description Without a window: all dead events of any age. With a window of at most 31 days: dead or held events received from since (inclusive) to until (exclusive) or, by death, whose last attempt failed in that time. The response is immediate. The events follow, newest first, at most 25 per second. Safe to repeat: nothing is sent twice. One recovery runs at a time. A request with the same window returns the running one; another window gets 409 until it is done.
         *
         *     Scope: `callbacks:write`.
         */
        post: operations["recoverEvents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/event-recoveries/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a recovery's progress
         * @description It starts within a minute, handles any number of events, and can be retrieved until the next one starts.
         *
         *     Scope: `events:read`.
         */
        get: operations["getRecovery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/callback-endpoints/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a callback endpoint
         * @description Secrets are not shown, only when each was created and when it ends.
         *
         *     Scope: `events:read`.
         */
        get: operations["getCallbackEndpoint"];
        /**
         * Change a callback endpoint's URL, event types or payload
         * @description Omitted fields stay unchanged, and so does the secret. Future attempts go to the new URL. The choice of events applies to events that are received from now on.
         *
         *     Scope: `callbacks:write`.
         */
        put: operations["updateCallbackEndpoint"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/callback-endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the callback endpoints
         * @description All endpoints in one response, the oldest one first; at most 5. Secrets are not shown.
         *
         *     Scope: `events:read`.
         */
        get: operations["listCallbackEndpoints"];
        put?: never;
        /**
         * Create a callback endpoint
         * @description The URL must use https on port 443 or 8443, with a public host name and no credentials. At most 5 endpoints. Each has its own URL, signing secret, event types, payload and state, and gets every event type that it chose, with its own eight attempts. It gets events that are received from now on. The secret is shown only once. If you lose the response, find the endpoint in the list and rotate its secret. Two endpoints cannot have the same URL.
         *
         *     Scope: `callbacks:write`.
         */
        post: operations["createCallbackEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/event-types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the event types that an endpoint can choose
         * @description The complete list. Types may be added; with the processor's payload, new types are off by default.
         *
         *     Scope: `events:read`.
         */
        get: operations["listEventTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/callback-endpoints/{id}/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve the health of a callback endpoint
         * @description Counts undelivered events of any age among the newest 1,000 that are sent there. All dead events are counted. Deliveries and attempts are those of the last 24 hours.
         *
         *     Scope: `events:read`.
         */
        get: operations["getCallbackHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/callback-endpoints/{id}/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete a callback endpoint
         * @description It receives no more events, and events held for it are not sent. An attempt in progress may still arrive.
         *
         *     Scope: `callbacks:write`.
         */
        post: operations["deleteCallbackEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/callback-endpoints/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the signing secret of a callback endpoint
         * @description For graceSeconds every callback has two signatures, one for each secret. If you lose the response, rotate again: each secret signs until its own grace period ends, up to three at a time. With 0, all earlier secrets end immediately, including those still in a grace period. Use 0 if a secret has leaked.
         *
         *     Scope: `callbacks:write`.
         */
        post: operations["rotateCallbackSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/callback-endpoints/{id}/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Disable a callback endpoint
         * @description Its events are recorded and held until it is enabled. No event is lost. Other endpoints are not affected.
         *
         *     Scope: `callbacks:write`.
         */
        post: operations["disableCallbackEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/callback-endpoints/{id}/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Enable a callback endpoint
         * @description The response is immediate. Held events are sent within seconds, newest first, at most 25 per second. In rare cases, for example if one of our messages is lost, it takes up to two minutes.
         *
         *     Scope: `callbacks:write`.
         */
        post: operations["enableCallbackEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/callback-endpoints/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event to a callback endpoint
         * @description Sends an event of type callback.test, which is recorded, signed and retried like any other event. See its result at /v1/events/{id}. At most five can be pending at a time for each endpoint.
         *
         *     Scope: `callbacks:write`.
         */
        post: operations["testCallbackEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/callback-endpoints/{id}/diagnose": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Find out why a signature does not verify
         * @description Send what your server received: the body as it was when the signature was checked, and the value of Svc-Signature. The response says what is wrong and what to do.
         *
         *     Scope: `events:read`.
         */
        post: operations["diagnoseCallback"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/attention": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List items that need your action
         * @description Holds that expire within a day (short holds: after half of their time), disputes that need a response, payments that a bank suspects of fraud (for 30 days), refunds that failed or are overdue, payouts that failed, and an endpoint that does not accept events. Items without a deadline come first, then the nearest deadline. Items past their deadline are not listed. Only card holds have a known end, so other holds are not listed.
         *
         *     Scope: `events:read`.
         */
        get: operations["listAttention"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/disputes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List disputes
         * @description Disputes that need a response come first, nearest deadline first; then all others, newest first, kept for 400 days. A dispute of a disconnected account is shown as last known. A payment whose dispute was lost stays succeeded, although the money was taken back.
         *
         *     Scope: `finance:read`.
         */
        get: operations["listDisputes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/attention/{id}/resolve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resolve a failed refund, a failed payout or a fraud warning
         * @description Removes the item from the list, for example after you returned the money another way. No money is moved. Safe to repeat. While a refund replaces a failed one, that one cannot be resolved. A failed refund also leaves the list with the refund that replaces it, and when nothing is left to refund.
         *
         *     Scope: `refunds:write`.
         */
        post: operations["resolveAttention"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/statements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List daily statements
         * @description One per day (UTC), created six hours after the day ends and kept for 400 days.
         *
         *     Scope: `finance:read`.
         */
        get: operations["listStatements"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/statements/{date}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a day's statement
         * @description The totals of your payments through this service, and every payment on which ledger and processor differed. Differences that were corrected from the processor are marked healed; an operator was notified of the others.
         *
         *     Scope: `finance:read`.
         */
        get: operations["getStatement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/statements/{date}/payments.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the payments behind a statement
         * @description One line per currency for each payment of this service that moved money that day, as one CSV file (RFC 4180, with a header line). The lines add up to the statement's totals, to the cent. At most 20,000 payments.
         *
         *     The columns, in their order. Each amount also has a column in cents before it, such as netCents.
         *
         *     - `svcPaymentId`: the payment; empty if the row is not about a payment of this service
         *     - `orderRef`: the payment's order reference
         *     - `metadata`: the payment's metadata, as JSON
         *     - `chargeCurrency`: the currency that the customer paid in
         *     - `charged`: what the customer was charged or refunded, in chargeCurrency
         *     - `exchangeRate`: the processor's rate from chargeCurrency to currency; empty if they are the same
         *     - `currency`: the currency that your account settles in; every amount but charged is in it
         *     - `gross`: before fees
         *     - `refunds`: what was given back that day, less refunds that failed
         *     - `disputes`: what disputes took that day, less what they gave back
         *     - `platformFee`: the platform's fee, and nothing else
         *     - `platformFeeReturned`: the part of the platform's fees that was returned that day
         *     - `processorFee`: the processor's fee; in sums of a day with the tax that it withheld
         *     - `net`: what is left: gross less the columns between gross and net, but plus platformFeeReturned
         *     - `processorPaymentIntentId`: the processor's payment, pi_…
         *
         *     Scope: `finance:read`.
         */
        get: operations["downloadStatementPayments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reports/balance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Report the balance over a range
         * @description A month, or any range of at most 366 days: the opening balance, everything that moved, payouts, returned payouts and the closing balance, by currency and by day. The report names days without a final statement.
         *
         *     Scope: `finance:read`.
         */
        get: operations["getBalanceReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reports/balance.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the balance over a range
         * @description The same report as one CSV file (RFC 4180, with a header line): one line per day and currency. A day without a statement has a line that says so, without amounts.
         *
         *     The columns, in their order. Each amount also has a column in cents before it, such as netCents.
         *
         *     - `date`: the UTC day on which the money moved
         *     - `state`: final, not_final or missing: whether the day has its final statement
         *     - `currency`: the currency that your account settles in; every amount but charged is in it
         *     - `openingBalance`: your balance when the day began
         *     - `gross`: before fees
         *     - `refunds`: what was given back that day, less refunds that failed
         *     - `disputes`: what disputes took that day, less what they gave back
         *     - `platformFee`: the platform's fee, and nothing else
         *     - `platformFeeReturned`: the part of the platform's fees that was returned that day
         *     - `processorFee`: the processor's fee; in sums of a day with the tax that it withheld
         *     - `merchantsOwnNet`: payments that you made outside this service, after fees
         *     - `other`: what moved for another reason: fees, holds, adjustments
         *     - `payouts`: what was paid out to your bank
         *     - `payoutsReturned`: what was returned from payouts
         *     - `difference`: what the processor's balance has beyond the columns before it; 0 unless something is wrong
         *     - `closingBalance`: your balance when the day ended
         *
         *     Scope: `finance:read`.
         */
        get: operations["downloadBalanceReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reports/movements.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download all balance transactions of a date range
         * @description One row per balance transaction, including payouts, in order of days. The four fee columns do not contain each other: net is gross less all of them. The lines of a day are those of its statement, and add up to it to the cent. A response has at most 20,000 rows and 5.5 MB; the Link header leads to the next part. Only the first part has the header line, so you can concatenate the parts. Svc-Missing-Days lists days of the range that have no statement. Svc-Not-Final-Days lists days whose statement will be created again.
         *
         *     The columns, in their order. Each amount also has a column in cents before it, such as netCents.
         *
         *     - `date`: the UTC day on which the money moved
         *     - `time`: the time of that day, in UTC
         *     - `kind`: charge, refund, dispute, fee, payout and so on
         *     - `svcPaymentId`: the payment; empty if the row is not about a payment of this service
         *     - `orderRef`: the payment's order reference
         *     - `metadata`: the payment's metadata, as JSON
         *     - `merchantsOwn`: true for a payment that you made outside this service
         *     - `chargeCurrency`: the currency that the customer paid in
         *     - `charged`: what the customer was charged or refunded, in chargeCurrency
         *     - `exchangeRate`: the processor's rate from chargeCurrency to currency; empty if they are the same
         *     - `currency`: the currency that your account settles in; every amount but charged is in it
         *     - `gross`: before fees
         *     - `platformFee`: the platform's fee, and nothing else
         *     - `otherFees`: another platform's fee, on payments outside this service
         *     - `processorFee`: the processor's fee; in sums of a day with the tax that it withheld
         *     - `tax`: taxes that the processor withheld
         *     - `net`: what is left: gross less the columns between gross and net, but plus platformFeeReturned
         *     - `customerRef`: the payment's customer reference
         *     - `payoutId`: the payout that the row is part of; empty until the processor has said so
         *     - `payoutArrivesOn`: the day on which that payout arrives at your bank
         *     - `payoutStatus`: that payout's present status
         *     - `returnedPayoutId`: the payout whose money came back with this row
         *     - `processorReference`: the processor's balance transaction, txn_…
         *
         *     Scope: `finance:read`.
         */
        get: operations["downloadMovements"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payouts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List payouts
         * @description Kept for 400 days. A payout appears once its breakdown is available, or after one day.
         *
         *     Scope: `finance:read`.
         */
        get: operations["listPayouts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payouts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a payout
         * @description Its amount equals the sum of its totals' net amounts, without other_balance, to the cent. unexplainedCents shows any difference.
         *
         *     Scope: `finance:read`.
         */
        get: operations["getPayout"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payouts/{id}/lines": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a payout's lines
         * @description Every balance transaction in the payout except the payout's own. Empty until the composition is complete.
         *
         *     Scope: `finance:read`.
         */
        get: operations["listPayoutLines"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payouts/{id}/lines.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a payout's lines
         * @description All lines as one CSV file (RFC 4180, with a header line), oldest first, for a payout of up to 20,000 lines. The four fee columns do not contain each other: net is gross less all of them. Text that a spreadsheet would run as a formula gets an apostrophe in front.
         *
         *     The columns, in their order. Each amount also has a column in cents before it, such as netCents.
         *
         *     - `date`: the UTC day on which the money moved
         *     - `time`: the time of that day, in UTC
         *     - `kind`: charge, refund, dispute, fee, payout and so on
         *     - `svcPaymentId`: the payment; empty if the row is not about a payment of this service
         *     - `orderRef`: the payment's order reference
         *     - `metadata`: the payment's metadata, as JSON
         *     - `merchantsOwn`: true for a payment that you made outside this service
         *     - `chargeCurrency`: the currency that the customer paid in
         *     - `charged`: what the customer was charged or refunded, in chargeCurrency
         *     - `exchangeRate`: the processor's rate from chargeCurrency to currency; empty if they are the same
         *     - `currency`: the currency that your account settles in; every amount but charged is in it
         *     - `gross`: before fees
         *     - `platformFee`: the platform's fee, and nothing else
         *     - `otherFees`: another platform's fee, on payments outside this service
         *     - `processorFee`: the processor's fee; in sums of a day with the tax that it withheld
         *     - `tax`: taxes that the processor withheld
         *     - `net`: what is left: gross less the columns between gross and net, but plus platformFeeReturned
         *     - `processorReference`: the processor's balance transaction, txn_…
         *
         *     Scope: `finance:read`.
         */
        get: operations["downloadPayoutLines"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reports/payouts.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the lines of all payouts of a range
         * @description For reconciling your bank account: every payout that was created in the range, newest first. Each begins with a row of kind payout, with its amount below zero, and its lines follow. Together they add up to 0, apart from the payout's unexplainedCents and from lines of kind other_balance. A payout whose lines are not known, because you requested it yourself or they are still to come, has its own row alone. At most 20,000 rows: choose a shorter range beyond that.
         *
         *     The columns, in their order. Each amount also has a column in cents before it, such as netCents.
         *
         *     - `payoutId`: the payout that the row is part of; empty until the processor has said so
         *     - `payoutArrivesOn`: the day on which that payout arrives at your bank
         *     - `payoutStatus`: that payout's present status
         *     - `date`: the UTC day on which the money moved
         *     - `time`: the time of that day, in UTC
         *     - `kind`: charge, refund, dispute, fee, payout and so on
         *     - `svcPaymentId`: the payment; empty if the row is not about a payment of this service
         *     - `orderRef`: the payment's order reference
         *     - `metadata`: the payment's metadata, as JSON
         *     - `merchantsOwn`: true for a payment that you made outside this service
         *     - `chargeCurrency`: the currency that the customer paid in
         *     - `charged`: what the customer was charged or refunded, in chargeCurrency
         *     - `exchangeRate`: the processor's rate from chargeCurrency to currency; empty if they are the same
         *     - `currency`: the currency that your account settles in; every amount but charged is in it
         *     - `gross`: before fees
         *     - `platformFee`: the platform's fee, and nothing else
         *     - `otherFees`: another platform's fee, on payments outside this service
         *     - `processorFee`: the processor's fee; in sums of a day with the tax that it withheld
         *     - `tax`: taxes that the processor withheld
         *     - `net`: what is left: gross less the columns between gross and net, but plus platformFeeReturned
         *     - `processorReference`: the processor's balance transaction, txn_…
         *
         *     Scope: `finance:read`.
         */
        get: operations["downloadPayouts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/console-sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List console sessions
         * @description The newest 20, including sessions of operators.
         *
         *     Scope: `console`.
         */
        get: operations["listConsoleSessions"];
        put?: never;
        /**
         * Create a link to the console
         * @description The link is for one person and works once, within five minutes. The session has at most the rights of the key that created it. It lasts 8 hours and ends with the key. Its rights end sooner: manage and money after 1 hour, setup after 15 minutes. At most 10 of a key and 20 in all can be open. A key's eleventh ends its oldest. At 20, an operator's link, created to help you, ends the oldest of the key with the most.
         *
         *     Scope: `console`.
         */
        post: operations["createConsoleSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/console-sessions/{id}/end": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End a console session
         * @description The session and its link stop working immediately. A session that has already ended stays unchanged.
         *
         *     Scope: `console`.
         */
        post: operations["endConsoleSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/console-sessions/end-all": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End all console sessions
         * @description Including sessions of operators and links that were not used yet.
         *
         *     Scope: `console`.
         */
        post: operations["endConsoleSessions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve this document
         * @description The contract that this service was built from. Generate your client from it.
         */
        get: operations["getOpenapi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/openapi-3.0.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve this document in OpenAPI 3.0
         * @description For generators that do not know OpenAPI 3.1. It has the same operations, without the webhooks.
         */
        get: operations["getOpenapi30"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/problems/{code}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a problem type
         * @description The type of every problem document is this URL. It says what happened, what to do, and whether to retry.
         */
        get: operations["getProblem"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/problems": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List problem types
         * @description Every type of problem that this service returns, by status.
         */
        get: operations["listProblems"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/docs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the reference
         * @description This contract and the guides as a page to read. It works offline once it is loaded.
         */
        get: operations["getDocs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Open the console
         * @description Returns the page only. Its data is loaded with a session.
         */
        get: operations["getConsolePage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/parts/{part}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Load a part of the console
         * @description The page loads its screens when they are first opened. A part's name contains the hash of its content, so it may be cached without a limit. After a release, parts of the version before are unknown.
         */
        get: operations["getConsolePart"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "payment_intent.succeeded": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * payment_intent.succeeded
         * @description Payment completed; safe to fulfill. The body is the processor's event, byte for byte, or in the service payload, as your endpoint has chosen; order is not guaranteed.
         */
        post: operations["onPaymentIntentSucceeded"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payment_intent.processing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * payment_intent.processing
         * @description Asynchronous payment (for example bank debit) is pending; do not fulfill yet. The body is the processor's event, byte for byte, or in the service payload, as your endpoint has chosen; order is not guaranteed.
         */
        post: operations["onPaymentIntentProcessing"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payment_intent.payment_failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * payment_intent.payment_failed
         * @description Payment failed. The body is the processor's event, byte for byte, or in the service payload, as your endpoint has chosen; order is not guaranteed.
         */
        post: operations["onPaymentIntentPaymentFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payment_intent.amount_capturable_updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * payment_intent.amount_capturable_updated
         * @description A manual-capture authorization is ready to capture. The body is the processor's event, byte for byte, or in the service payload, as your endpoint has chosen; order is not guaranteed.
         */
        post: operations["onPaymentIntentAmountCapturableUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payment_intent.canceled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * payment_intent.canceled
         * @description The payment was canceled. The body is the processor's event, byte for byte, or in the service payload, as your endpoint has chosen; order is not guaranteed.
         */
        post: operations["onPaymentIntentCanceled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "charge.refunded": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * charge.refunded
         * @description A refund was issued (full or partial). The body is the processor's event, byte for byte, or in the service payload, as your endpoint has chosen; order is not guaranteed.
         */
        post: operations["onChargeRefunded"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "charge.dispute.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * charge.dispute.created
         * @description A dispute or chargeback was opened. The body is the processor's event, byte for byte, or in the service payload, as your endpoint has chosen; order is not guaranteed.
         */
        post: operations["onChargeDisputeCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "charge.dispute.closed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * charge.dispute.closed
         * @description A dispute was resolved (won or lost). The body is the processor's event, byte for byte, or in the service payload, as your endpoint has chosen; order is not guaranteed.
         */
        post: operations["onChargeDisputeClosed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "account.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * account.updated
         * @description A merchant's onboarding or capability state changed. The body is the processor's event, byte for byte, or in the service payload, as your endpoint has chosen; order is not guaranteed.
         */
        post: operations["onAccountUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "refund.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * refund.failed
         * @description A refund failed after it was issued: the customer has not received the money. Only for endpoints that chose it. The body is the processor's event, byte for byte, or in the service payload, as your endpoint has chosen; order is not guaranteed.
         */
        post: operations["onRefundFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "charge.dispute.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * charge.dispute.updated
         * @description A dispute changed, for example an inquiry became a chargeback. Only for endpoints that chose it. The body is the processor's event, byte for byte, or in the service payload, as your endpoint has chosen; order is not guaranteed.
         */
        post: operations["onChargeDisputeUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "radar.early_fraud_warning.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * radar.early_fraud_warning.created
         * @description The card's bank suspects fraud: a refund now prevents a dispute. Only for endpoints that chose it. The body is the processor's event, byte for byte, or in the service payload, as your endpoint has chosen; order is not guaranteed.
         */
        post: operations["onRadarEarlyFraudWarningCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payout.paid": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * payout.paid
         * @description A payout has arrived at your bank. Only for endpoints that chose it. The body is the processor's event, byte for byte, or in the service payload, as your endpoint has chosen; order is not guaranteed.
         */
        post: operations["onPayoutPaid"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payout.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * payout.failed
         * @description A payout came back from your bank, possibly days after it was paid. Only for endpoints that chose it. The body is the processor's event, byte for byte, or in the service payload, as your endpoint has chosen; order is not guaranteed.
         */
        post: operations["onPayoutFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payment.hold_expiring": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * payment.hold_expiring
         * @description A hold expires within a day: capture it, or let it expire. Only for endpoints that chose it. The body is the processor's event, byte for byte, or in the service payload, as your endpoint has chosen; order is not guaranteed.
         */
        post: operations["onPaymentHoldExpiring"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "dispute.response_due": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * dispute.response_due
         * @description A dispute needs a response within three days. Only for endpoints that chose it. The body is the processor's event, byte for byte, or in the service payload, as your endpoint has chosen; order is not guaranteed.
         */
        post: operations["onDisputeResponseDue"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payment.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * payment.updated
         * @description A payment has changed, whatever other events tell of it. Only for endpoints that chose it. The body is the processor's event, byte for byte, or in the service payload, as your endpoint has chosen; order is not guaranteed.
         */
        post: operations["onPaymentUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payout.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * payout.updated
         * @description A payout has changed, or its breakdown is known. Only for endpoints that chose it. The body is the processor's event, byte for byte, or in the service payload, as your endpoint has chosen; order is not guaranteed.
         */
        post: operations["onPayoutUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "report.ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * report.ready
         * @description Every day of a month has its final statement: the month's reports are complete. Only for endpoints that chose it. The body is the processor's event, byte for byte, or in the service payload, as your endpoint has chosen; order is not guaranteed.
         */
        post: operations["onReportReady"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "callback.test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * callback.test
         * @description Sent on request: POST /v1/callback-endpoints/{id}/test. The body is the processor's event, byte for byte, or in the service payload, as your endpoint has chosen; order is not guaranteed.
         */
        post: operations["onCallbackTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /**
         * @description An event that is being sent.
         * @example {
         *       "eventId": "evt_1QExample"
         *     }
         */
        AcceptedEvent: {
            /** @description See the result at /v1/events/{id}. */
            eventId: string;
        };
        /**
         * @description A recovery that was started.
         * @example {
         *       "id": "rcv_0f8fad5bd9cb469fa16570867728950e",
         *       "since": "2026-07-01T00:00:00.000Z",
         *       "until": "2026-07-02T00:00:00.000Z",
         *       "by": "receipt"
         *     }
         */
        AcceptedRecovery: {
            /** @description See its progress at /v1/event-recoveries/{id}. */
            id: string;
            /** @description The window's beginning; null: all dead events. */
            since: string | null;
            /** @description The window's end; null: all dead events. */
            until: string | null;
            /** @description Which time of the events the window refers to. */
            by: components["schemas"]["RecoveryTime"];
            /** @description Which callback endpoint was named; absent: all that are enabled. */
            endpointId?: string;
        };
        /**
         * @description A merchant's onboarding or capability state changed.
         * @example {
         *       "id": "evt_1QExample",
         *       "object": "event",
         *       "type": "account.updated",
         *       "created": 1000,
         *       "livemode": true,
         *       "data": {
         *         "object": {
         *           "id": "acct_1QExample",
         *           "object": "account",
         *           "charges_enabled": true,
         *           "payouts_enabled": true
         *         }
         *       }
         *     }
         */
        AccountUpdatedEvent: {
            /** @description The same as Svc-Event-Id: de-duplicate on it. */
            id: string;
            /**
             * @description The object's type.
             * @constant
             */
            object: "event";
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "account.updated";
            /**
             * Format: int64
             * @description When the processor created it, in unix seconds. Do not order events by it.
             */
            created: number;
            /** @description Whether real money moved. */
            livemode: boolean;
            /** @description The connected account; absent on test events. */
            account?: string;
            /** @description The object that changed. */
            data: {
                object: components["schemas"]["ProcessorAccount"];
            } & {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        /**
         * @description What an event did to the ledger.
         * @example applied
         * @enum {string}
         */
        AppliedOutcome: "applied" | "unchanged" | "not_about_a_payment" | "not_this_payment" | "unknown_payment" | "unknown_dispute" | "unknown_payout" | "not_understood" | "out_of_reach";
        /**
         * @description An item that needs a person.
         * @example {
         *       "attentionId": "att_re_1QExample",
         *       "kind": "refund_failed",
         *       "subject": {
         *         "svcPaymentId": "svcpay_5f2b8c1de0a94b7391c6f3a2d7e8b9c0",
         *         "refundId": "re_1QExample"
         *       },
         *       "orderRef": "order-1001",
         *       "amountCents": 1500,
         *       "currency": "usd",
         *       "since": "2026-07-01T12:00:00.000Z",
         *       "dueBy": null,
         *       "replacement": null,
         *       "advice": "The money is back in your balance, and the customer has not received it."
         *     }
         */
        Attention: {
            /** @description The id with which you resolve a failed refund, a failed payout or a fraud warning. null: the item ends with its cause. */
            attentionId: string | null;
            /** @description The object's type. More kinds may be added. */
            kind: components["schemas"]["AttentionKind"];
            /** @description What it is about: a payment with its dispute, warning or refund; a payout; or the endpoint that does not accept events. */
            subject: {
                /** @description The payment's id. */
                svcPaymentId?: string;
                /** @description The dispute at the processor. */
                disputeId?: string;
                /** @description The bank's warning at the processor. */
                fraudWarningId?: string;
                /** @description The refund at the processor. */
                refundId?: string;
                /** @description The payout at the processor. */
                payoutId?: string;
                /** @description Your server's address, without the path. */
                endpointOrigin?: string;
                /** @description Which callback endpoint. */
                endpointId?: string;
            };
            /** @description Your order's reference; null if there is none. */
            orderRef: string | null;
            /** @description The amount, in the smallest currency unit; null for an endpoint. */
            amountCents: number | null;
            /** @description ISO 4217, in lower case; null for an endpoint. */
            currency: string | null;
            /**
             * Format: date-time
             * @description Since when it has been known.
             */
            since: string;
            /** @description The deadline; null if there is none. */
            dueBy: string | null;
            /** @description in_progress: a refund that replaces this failed one is being made, so do not refund it again. null otherwise. */
            replacement: "in_progress" | null;
            /** @description What you can do about it, as text. */
            advice: string;
        };
        /**
         * @description Why a person is needed.
         * @example refund_failed
         * @enum {string}
         */
        AttentionKind: "hold_expiring" | "dispute_response_due" | "fraud_warning" | "refund_failed" | "refund_pending" | "payout_failed" | "endpoint_failing";
        /**
         * @description The balance of your account over a range of days.
         * @example {
         *       "from": "2026-07-01",
         *       "to": "2026-07-01",
         *       "complete": true,
         *       "missingDays": [],
         *       "notFinalDays": [],
         *       "balanceChecked": true,
         *       "rows": [
         *         {
         *           "currency": "usd",
         *           "openingBalanceCents": 250000,
         *           "accountNetCents": 93316,
         *           "payoutsCents": 4669,
         *           "payoutsReturnedCents": 0,
         *           "differenceCents": 0,
         *           "closingBalanceCents": 338647,
         *           "grossCents": 104990,
         *           "refundsCents": 4999,
         *           "disputesCents": 0,
         *           "processorFeesCents": 3375,
         *           "platformFeesCents": 3150,
         *           "platformFeesReturnedCents": 50,
         *           "merchantsOwnNetCents": 0,
         *           "otherCents": -200
         *         }
         *       ],
         *       "days": [
         *         {
         *           "date": "2026-07-01",
         *           "final": true,
         *           "rows": [
         *             {
         *               "currency": "usd",
         *               "openingBalanceCents": 250000,
         *               "accountNetCents": 93316,
         *               "payoutsCents": 4669,
         *               "payoutsReturnedCents": 0,
         *               "differenceCents": 0,
         *               "closingBalanceCents": 338647,
         *               "grossCents": 104990,
         *               "refundsCents": 4999,
         *               "disputesCents": 0,
         *               "processorFeesCents": 3375,
         *               "platformFeesCents": 3150,
         *               "platformFeesReturnedCents": 50,
         *               "merchantsOwnNetCents": 0,
         *               "otherCents": -200
         *             }
         *           ]
         *         }
         *       ]
         *     }
         */
        BalanceReport: {
            /**
             * Format: date
             * @description A day in UTC.
             */
            from: string;
            /**
             * Format: date
             * @description A day in UTC.
             */
            to: string;
            /** @description true: every day of the range has its final statement. */
            complete: boolean;
            /** @description Days without a statement. What moved on them is only in the difference. */
            missingDays: string[];
            /** @description Days that are not over and booked yet, or whose statement will be created again. Their amounts may change. */
            notFinalDays: string[];
            /** @description true: the closing balances are the processor's own on the last day. false: they follow from the lines alone. */
            balanceChecked: boolean;
            /** @description By currency, over all days that have a statement. */
            rows: components["schemas"]["BalanceReportRow"][];
            /** @description The same for each day that has a statement, oldest first. */
            days: components["schemas"]["BalanceReportDay"][];
        };
        /**
         * @description One day of the range.
         * @example {
         *       "date": "2026-07-01",
         *       "final": true,
         *       "rows": [
         *         {
         *           "currency": "usd",
         *           "openingBalanceCents": 250000,
         *           "accountNetCents": 93316,
         *           "payoutsCents": 4669,
         *           "payoutsReturnedCents": 0,
         *           "differenceCents": 0,
         *           "closingBalanceCents": 338647,
         *           "grossCents": 104990,
         *           "refundsCents": 4999,
         *           "disputesCents": 0,
         *           "processorFeesCents": 3375,
         *           "platformFeesCents": 3150,
         *           "platformFeesReturnedCents": 50,
         *           "merchantsOwnNetCents": 0,
         *           "otherCents": -200
         *         }
         *       ]
         *     }
         */
        BalanceReportDay: {
            /**
             * Format: date
             * @description A day in UTC.
             */
            date: string;
            /** @description false: it may change. */
            final: boolean;
            /** @description By currency. */
            rows: components["schemas"]["BalanceReportRow"][];
        };
        /**
         * @description The totals of a day or a range in one currency. opening + gross − refunds − disputes − processor fees − platform fees + returned platform fees + merchant's own + other − payouts + returned payouts + difference = closing.
         * @example {
         *       "currency": "usd",
         *       "openingBalanceCents": 250000,
         *       "accountNetCents": 93316,
         *       "payoutsCents": 4669,
         *       "payoutsReturnedCents": 0,
         *       "differenceCents": 0,
         *       "closingBalanceCents": 338647,
         *       "grossCents": 104990,
         *       "refundsCents": 4999,
         *       "disputesCents": 0,
         *       "processorFeesCents": 3375,
         *       "platformFeesCents": 3150,
         *       "platformFeesReturnedCents": 50,
         *       "merchantsOwnNetCents": 0,
         *       "otherCents": -200
         *     }
         */
        BalanceReportRow: {
            /** @description ISO 4217, in lower case. */
            currency: string;
            /** @description Your balance, available and pending, when the day began: the closing balance of the day before. null: not known, because the day before has no final statement and the processor's balance could not be read. */
            openingBalanceCents: number | null;
            /**
             * Format: int64
             * @description Everything that moved on your account except payouts. Signed: money received is positive.
             */
            accountNetCents: number;
            /**
             * Format: int64
             * @description What was paid out to your bank; negative if your bank was debited.
             */
            payoutsCents: number;
            /**
             * Format: int64
             * @description What was returned from failed or canceled payouts, whenever they were created.
             */
            payoutsReturnedCents: number;
            /** @description What the processor's balance has beyond all of the above. 0 unless something is wrong, or an account was connected or disconnected that day. */
            differenceCents: number | null;
            /** @description Your balance when the day ended: opening + net − payouts + returned payouts + difference. */
            closingBalanceCents: number | null;
            /**
             * Format: int64
             * @description What was charged through this service, before fees.
             */
            grossCents: number;
            /**
             * Format: int64
             * @description What was given back, less refunds that failed.
             */
            refundsCents: number;
            /**
             * Format: int64
             * @description What disputes took, less what they gave back.
             */
            disputesCents: number;
            /**
             * Format: int64
             * @description The processor's fees on payments through this service.
             */
            processorFeesCents: number;
            /**
             * Format: int64
             * @description Our fees.
             */
            platformFeesCents: number;
            /**
             * Format: int64
             * @description Our fees that were returned.
             */
            platformFeesReturnedCents: number;
            /**
             * Format: int64
             * @description Payments that you made outside this service, after fees.
             */
            merchantsOwnNetCents: number;
            /**
             * Format: int64
             * @description Balance changes that are not about a payment: fees, holds, adjustments. Signed: money received is positive.
             */
            otherCents: number;
        };
        /**
         * @description One attempt to send the event to your server.
         * @example {
         *       "at": "2026-07-01T12:00:09.000Z",
         *       "deliveryRound": 1,
         *       "attempt": 1,
         *       "milliseconds": 84,
         *       "status": 204,
         *       "error": null,
         *       "answer": null,
         *       "nextAttemptAt": null,
         *       "payload": "processor",
         *       "version": null,
         *       "bodySha256": null
         *     }
         */
        CallbackAttempt: {
            /**
             * Format: date-time
             * @description When the attempt was made.
             */
            at: string;
            /**
             * Format: int64
             * @description Every redelivery begins a new round, with attempts counted from 1.
             */
            deliveryRound: number;
            /**
             * Format: int64
             * @description 1 to 8.
             */
            attempt: number;
            /**
             * Format: int64
             * @description How long it took.
             */
            milliseconds: number;
            /** @description Your server's HTTP status; null if it did not respond. */
            status: number | null;
            /** @description Why it failed; null if it did not. */
            error: string | null;
            /** @description The beginning of your server's response, at most 1 KB. */
            answer: string | null;
            /** @description When the next attempt was due; null if there was none. */
            nextAttemptAt: string | null;
            /** @description The payload of the body. */
            payload: components["schemas"]["CallbackPayload"];
            /** @description The version of what the body showed; null with the processor's payload. */
            version: number | null;
            /** @description With the service payload: the SHA-256 of the body, in hex. null with the processor's payload, which is the event itself. */
            bodySha256: string | null;
        };
        /**
         * @description Where events are sent.
         * @example {
         *       "id": "ep_5f2b8c1de0a94b73",
         *       "url": "https://shop.example.com/callbacks",
         *       "disabled": false,
         *       "events": null,
         *       "payload": "processor",
         *       "secretCreatedAt": "2026-07-01T12:00:00.000Z",
         *       "previousSecretExpiresAt": null,
         *       "setUps": []
         *     }
         */
        CallbackEndpoint: {
            /** @description The endpoint's id. */
            id: string;
            /** @description Your server's address. */
            url: string;
            /** @description Whether events are held back. */
            disabled: boolean;
            /** @description Which event types are sent; null: the payload's default types. */
            events: string[] | null;
            /** @description The form of the bodies; see createCallbackEndpoint. */
            payload: components["schemas"]["CallbackPayload"];
            /**
             * Format: date-time
             * @description When the current signing secret was created.
             */
            secretCreatedAt: string;
            /** @description During a rotation: until when an earlier secret also signs. Otherwise null. */
            previousSecretExpiresAt: string | null;
            /** @description The last five changes that console sessions made to it in the last 30 days, newest first. */
            setUps: components["schemas"]["SetUp"][];
        };
        /**
         * @description The body of a callback. More types may be added: respond with 2xx to types that you do not know.
         * @example {
         *       "id": "evt_1QExample",
         *       "object": "event",
         *       "type": "payment_intent.succeeded",
         *       "created": 1000,
         *       "livemode": true,
         *       "data": {
         *         "object": {
         *           "id": "pi_3QExample",
         *           "object": "payment_intent",
         *           "status": "example",
         *           "amount": 1000,
         *           "amount_capturable": 1000,
         *           "amount_received": 1000,
         *           "currency": "example",
         *           "metadata": {}
         *         }
         *       }
         *     }
         */
        CallbackEvent: components["schemas"]["PaymentIntentSucceededEvent"] | components["schemas"]["PaymentIntentProcessingEvent"] | components["schemas"]["PaymentIntentPaymentFailedEvent"] | components["schemas"]["PaymentIntentAmountCapturableUpdatedEvent"] | components["schemas"]["PaymentIntentCanceledEvent"] | components["schemas"]["ChargeRefundedEvent"] | components["schemas"]["ChargeDisputeCreatedEvent"] | components["schemas"]["ChargeDisputeClosedEvent"] | components["schemas"]["AccountUpdatedEvent"] | components["schemas"]["RefundFailedEvent"] | components["schemas"]["ChargeDisputeUpdatedEvent"] | components["schemas"]["RadarEarlyFraudWarningCreatedEvent"] | components["schemas"]["PayoutPaidEvent"] | components["schemas"]["PayoutFailedEvent"] | components["schemas"]["CallbackTestEvent"];
        /**
         * @description The health of a callback endpoint: undelivered events, and the attempts of the last 24 hours.
         * @example {
         *       "asOf": "2026-07-02T12:00:00.000Z",
         *       "since": "2026-07-01T12:00:00.000Z",
         *       "lookedBackTo": null,
         *       "events": 46,
         *       "delivered": 37,
         *       "waiting": 1,
         *       "failing": 3,
         *       "dead": 5,
         *       "held": 0,
         *       "answers": 61,
         *       "p50AnswerMilliseconds": 84,
         *       "lastEventId": "evt_1QExample"
         *     }
         */
        CallbackHealth: {
            /**
             * Format: date-time
             * @description The service's time of this response.
             */
            asOf: string;
            /**
             * Format: date-time
             * @description 24 hours ago: attempts and deliveries from then on are counted.
             */
            since: string;
            /** @description If more than 1,000 events were sent there, only the newest 1,000 are counted. This is when the oldest of them was received. Otherwise null. */
            lookedBackTo: string | null;
            /**
             * Format: int64
             * @description The sum of the next five counts.
             */
            events: number;
            /**
             * Format: int64
             * @description Accepted by your server since then.
             */
            delivered: number;
            /**
             * Format: int64
             * @description Not attempted yet since they were received or redelivered.
             */
            waiting: number;
            /**
             * Format: int64
             * @description The last attempt failed; another one follows.
             */
            failing: number;
            /**
             * Format: int64
             * @description Eight attempts failed; redeliver them, or recover many at once. Counts all of them, of any age.
             */
            dead: number;
            /**
             * Format: int64
             * @description Held until the endpoint is enabled.
             */
            held: number;
            /**
             * Format: int64
             * @description How many attempts since then got a response from your server, of any status.
             */
            answers: number;
            /** @description The median time of these responses; null if there are none. */
            p50AnswerMilliseconds: number | null;
            /** @description The event of the newest attempt, whatever came of it: GET /v1/events/{id} has the response. null if nothing was attempted. */
            lastEventId: string | null;
        };
        /**
         * @description The form of a callback's body.
         * @example processor
         * @enum {string}
         */
        CallbackPayload: "processor" | "service";
        /**
         * @description The object of a test event.
         * @example {
         *       "object": "callback_test",
         *       "message": "example"
         *     }
         */
        CallbackTest: {
            /**
             * @description The object's type.
             * @constant
             */
            object: "callback_test";
            /** @description A greeting. */
            message: string;
        } & {
            [key: string]: unknown;
        };
        /**
         * @description Sent on request: POST /v1/callback-endpoints/{id}/test.
         * @example {
         *       "id": "evt_1QExample",
         *       "object": "event",
         *       "type": "callback.test",
         *       "created": 1000,
         *       "livemode": true,
         *       "data": {
         *         "object": {
         *           "object": "callback_test",
         *           "message": "example"
         *         }
         *       }
         *     }
         */
        CallbackTestEvent: {
            /** @description The same as Svc-Event-Id: de-duplicate on it. */
            id: string;
            /**
             * @description The object's type.
             * @constant
             */
            object: "event";
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "callback.test";
            /**
             * Format: int64
             * @description When the processor created it, in unix seconds. Do not order events by it.
             */
            created: number;
            /** @description Whether real money moved. */
            livemode: boolean;
            /** @description The connected account; absent on test events. */
            account?: string;
            /** @description The object that changed. */
            data: {
                object: components["schemas"]["CallbackTest"];
            } & {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        /**
         * @description Why a payment is canceled.
         * @example requested_by_customer
         * @enum {string}
         */
        CancelReason: "duplicate" | "fraudulent" | "requested_by_customer" | "abandoned";
        /**
         * @description When a payment is captured.
         * @example automatic
         * @enum {string}
         */
        CaptureMethod: "automatic" | "manual";
        /**
         * @description A dispute was resolved (won or lost).
         * @example {
         *       "id": "evt_1QExample",
         *       "object": "event",
         *       "type": "charge.dispute.closed",
         *       "created": 1000,
         *       "livemode": true,
         *       "data": {
         *         "object": {
         *           "id": "example",
         *           "object": "dispute",
         *           "payment_intent": "example",
         *           "charge": "example",
         *           "amount": 1000,
         *           "status": "example",
         *           "reason": "example"
         *         }
         *       }
         *     }
         */
        ChargeDisputeClosedEvent: {
            /** @description The same as Svc-Event-Id: de-duplicate on it. */
            id: string;
            /**
             * @description The object's type.
             * @constant
             */
            object: "event";
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "charge.dispute.closed";
            /**
             * Format: int64
             * @description When the processor created it, in unix seconds. Do not order events by it.
             */
            created: number;
            /** @description Whether real money moved. */
            livemode: boolean;
            /** @description The connected account; absent on test events. */
            account?: string;
            /** @description The object that changed. */
            data: {
                object: components["schemas"]["ProcessorDispute"];
            } & {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        /**
         * @description A dispute or chargeback was opened.
         * @example {
         *       "id": "evt_1QExample",
         *       "object": "event",
         *       "type": "charge.dispute.created",
         *       "created": 1000,
         *       "livemode": true,
         *       "data": {
         *         "object": {
         *           "id": "example",
         *           "object": "dispute",
         *           "payment_intent": "example",
         *           "charge": "example",
         *           "amount": 1000,
         *           "status": "example",
         *           "reason": "example"
         *         }
         *       }
         *     }
         */
        ChargeDisputeCreatedEvent: {
            /** @description The same as Svc-Event-Id: de-duplicate on it. */
            id: string;
            /**
             * @description The object's type.
             * @constant
             */
            object: "event";
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "charge.dispute.created";
            /**
             * Format: int64
             * @description When the processor created it, in unix seconds. Do not order events by it.
             */
            created: number;
            /** @description Whether real money moved. */
            livemode: boolean;
            /** @description The connected account; absent on test events. */
            account?: string;
            /** @description The object that changed. */
            data: {
                object: components["schemas"]["ProcessorDispute"];
            } & {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        /**
         * @description A dispute changed, for example an inquiry became a chargeback. Only for endpoints that chose it.
         * @example {
         *       "id": "evt_1QExample",
         *       "object": "event",
         *       "type": "charge.dispute.updated",
         *       "created": 1000,
         *       "livemode": true,
         *       "data": {
         *         "object": {
         *           "id": "example",
         *           "object": "dispute",
         *           "payment_intent": "example",
         *           "charge": "example",
         *           "amount": 1000,
         *           "status": "example",
         *           "reason": "example"
         *         }
         *       }
         *     }
         */
        ChargeDisputeUpdatedEvent: {
            /** @description The same as Svc-Event-Id: de-duplicate on it. */
            id: string;
            /**
             * @description The object's type.
             * @constant
             */
            object: "event";
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "charge.dispute.updated";
            /**
             * Format: int64
             * @description When the processor created it, in unix seconds. Do not order events by it.
             */
            created: number;
            /** @description Whether real money moved. */
            livemode: boolean;
            /** @description The connected account; absent on test events. */
            account?: string;
            /** @description The object that changed. */
            data: {
                object: components["schemas"]["ProcessorDispute"];
            } & {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        /**
         * @description A refund was issued (full or partial).
         * @example {
         *       "id": "evt_1QExample",
         *       "object": "event",
         *       "type": "charge.refunded",
         *       "created": 1000,
         *       "livemode": true,
         *       "data": {
         *         "object": {
         *           "id": "example",
         *           "object": "charge",
         *           "payment_intent": "example",
         *           "amount": 1000,
         *           "amount_refunded": 1000,
         *           "currency": "example",
         *           "metadata": {}
         *         }
         *       }
         *     }
         */
        ChargeRefundedEvent: {
            /** @description The same as Svc-Event-Id: de-duplicate on it. */
            id: string;
            /**
             * @description The object's type.
             * @constant
             */
            object: "event";
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "charge.refunded";
            /**
             * Format: int64
             * @description When the processor created it, in unix seconds. Do not order events by it.
             */
            created: number;
            /** @description Whether real money moved. */
            livemode: boolean;
            /** @description The connected account; absent on test events. */
            account?: string;
            /** @description The object that changed. */
            data: {
                object: components["schemas"]["ProcessorCharge"];
            } & {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        /**
         * @description An event type that an endpoint can choose.
         * @example payment_intent.succeeded
         * @enum {string}
         */
        ChoosableEvent: "payment_intent.succeeded" | "payment_intent.processing" | "payment_intent.payment_failed" | "payment_intent.amount_capturable_updated" | "payment_intent.canceled" | "charge.refunded" | "charge.dispute.created" | "charge.dispute.closed" | "account.updated" | "refund.failed" | "charge.dispute.updated" | "radar.early_fraud_warning.created" | "payout.paid" | "payout.failed" | "payment.hold_expiring" | "dispute.response_due" | "payment.updated" | "payout.updated" | "report.ready";
        /**
         * @description The merchant's connected account.
         * @example {
         *       "processorAccountId": "acct_1QExample",
         *       "onboardingStatus": "pending",
         *       "chargesEnabled": false,
         *       "payoutsEnabled": false,
         *       "requirements": "external_account, tos_acceptance.date"
         *     }
         */
        ConnectedAccount: {
            /** @description The merchant's connected account at the processor. */
            processorAccountId: string;
            onboardingStatus: components["schemas"]["OnboardingStatus"];
            /** @description Whether the account can accept charges. */
            chargesEnabled: boolean;
            /** @description Whether the account can receive payouts. */
            payoutsEnabled: boolean;
            /** @description What the processor still requires, separated by commas; null if nothing. */
            requirements: string | null;
        };
        /**
         * @description A token with which the reader SDK connects.
         * @example {
         *       "secret": "pst_live_Example"
         *     }
         */
        ConnectionToken: {
            /** @description Short-lived. Pass it to the reader SDK and do not store it. */
            secret: string;
        };
        /**
         * @description What a console session may do.
         * @example read
         * @enum {string}
         */
        ConsoleAccess: "read" | "manage" | "setup" | "money" | "finance" | "support" | "developer" | "owner";
        /**
         * @description A console session, or a link that was not used yet.
         * @example {
         *       "sessionId": "ses_1ExampleMerchant1ExampleK0071Session",
         *       "access": "read",
         *       "may": {},
         *       "state": "live",
         *       "madeBy": "key",
         *       "keyId": "key_1ExampleMerchant1ExampleK0",
         *       "reason": null,
         *       "createdAt": "2026-07-01T12:00:00.000Z",
         *       "enteredAt": "2026-07-01T12:00:20.000Z",
         *       "endedAt": null,
         *       "expiresAt": "2026-07-01T20:00:20.000Z"
         *     }
         */
        ConsoleSession: {
            /** @description The console session's id. */
            sessionId: string;
            /** @description What the session may do. Every session may read. manage: redeliver and recover events, send a test event, disable and enable the callback endpoint, end sessions. setup: set the callback URL, its events and its secret, send a test event. money: refund, capture, cancel. Presets combine them. finance: only read. support: manage and money. developer: manage and setup. owner: all three. */
            access: components["schemas"]["ConsoleAccess"];
            /** @description What it may do besides reading, each with when that right ends; null until the link is used. */
            may: {
                [key: string]: string | null;
            };
            /** @description offered: the link was not used yet; live: a browser uses it; ended: by you, by its user, with the key that created it, or because its link was used twice. */
            state: components["schemas"]["ConsoleSessionState"];
            /** @description key: by one of your API keys; operator: by the platform, to help you. */
            madeBy: components["schemas"]["ConsoleSessionMaker"];
            /** @description The API key that created it; null if it was an operator. */
            keyId: string | null;
            /** @description Why the operator created it; null if it was a key. */
            reason: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /** @description When its link was used; null if it was not. */
            enteredAt: string | null;
            /** @description When it was ended; null if it was not. */
            endedAt: string | null;
            /**
             * Format: date-time
             * @description When it expires: the link until it is used, then the session.
             */
            expiresAt: string;
        };
        /**
         * @description Who created a console session.
         * @example key
         * @enum {string}
         */
        ConsoleSessionMaker: "key" | "operator";
        /**
         * @description A link to the console. It works once.
         * @example {
         *       "sessionId": "ses_1ExampleMerchant1ExampleK0071Session",
         *       "url": "https://api.example.com/console#code=svc_code_…",
         *       "expiresAt": "2026-07-01T12:05:00.000Z"
         *     }
         */
        ConsoleSessionOffer: {
            /** @description The console session's id. */
            sessionId: string;
            /** @description Give it to one person; it cannot be shown again. */
            url: string;
            /**
             * Format: date-time
             * @description When the link expires, five minutes from now.
             */
            expiresAt: string;
        };
        /**
         * @description A console session's state.
         * @example live
         * @enum {string}
         */
        ConsoleSessionState: "offered" | "live" | "ended" | "expired";
        /**
         * @description A new callback endpoint with its signing secret.
         * @example {
         *       "id": "ep_5f2b8c1de0a94b73",
         *       "url": "https://shop.example.com/callbacks",
         *       "disabled": false,
         *       "events": null,
         *       "payload": "processor",
         *       "secretCreatedAt": "2026-07-01T12:00:00.000Z",
         *       "previousSecretExpiresAt": null,
         *       "setUps": [],
         *       "secret": "whsec_c2FtcGxlIHNlY3JldCBvZiAzMiBieXRlcywgcmlnaHQ="
         *     }
         */
        CreatedCallbackEndpoint: {
            /** @description The endpoint's id. */
            id: string;
            /** @description Your server's address. */
            url: string;
            /** @description Whether events are held back. */
            disabled: boolean;
            /** @description Which event types are sent; null: the payload's default types. */
            events: string[] | null;
            /** @description The form of the bodies; see createCallbackEndpoint. */
            payload: components["schemas"]["CallbackPayload"];
            /**
             * Format: date-time
             * @description When the current signing secret was created.
             */
            secretCreatedAt: string;
            /** @description During a rotation: until when an earlier secret also signs. Otherwise null. */
            previousSecretExpiresAt: string | null;
            /** @description The last five changes that console sessions made to it in the last 30 days, newest first. */
            setUps: components["schemas"]["SetUp"][];
            /** @description The signing secret. It is shown only once. */
            secret: string;
        };
        /**
         * @description A new payment, with what the browser SDK or a reader needs to complete it.
         * @example {
         *       "svcPaymentId": "svcpay_5f2b8c1de0a94b7391c6f3a2d7e8b9c0",
         *       "clientSecret": "pi_3QExample_secret_Example",
         *       "status": "requires_payment_method",
         *       "amountCents": 4999,
         *       "applicationFeeCents": 155,
         *       "processorPaymentIntentId": "pi_3QExample",
         *       "connectedAccountId": "acct_1QExample",
         *       "publishableKey": "pk_live_Example"
         *     }
         */
        CreatedPayment: {
            /** @description The payment's stable id. Store it as your reference. */
            svcPaymentId: string;
            /** @description Pass it to the processor's browser SDK, which confirms the payment with it. */
            clientSecret: string;
            status: components["schemas"]["PaymentStatus"];
            /**
             * Format: int64
             * @description The amount in the smallest currency unit: authorized until capture, captured after it.
             */
            amountCents: number;
            /**
             * Format: int64
             * @description The platform's fee on this payment, in the same unit.
             */
            applicationFeeCents: number;
            /** @description The payment intent at the processor. */
            processorPaymentIntentId: string;
            /** @description The merchant's connected account; initialize the browser SDK with it. */
            connectedAccountId: string;
            /** @description The public key for the browser SDK. */
            publishableKey: string;
        };
        /**
         * @description A customer in the merchant's connected account.
         * @example {
         *       "customerId": "cus_QExample",
         *       "customerRef": "anna-17"
         *     }
         */
        Customer: {
            /** @description Store it, and send it as customerRef of a payment. */
            customerId: string;
            /** @description Your own reference for the customer; null if none was given. */
            customerRef: string | null;
        };
        /**
         * @description What the browser SDK needs to save a payment method without a payment.
         * @example {
         *       "setupIntentId": "seti_1QExample",
         *       "clientSecret": "seti_1QExample_secret_Example",
         *       "connectedAccountId": "acct_1QExample",
         *       "publishableKey": "pk_live_Example"
         *     }
         */
        CustomerSetup: {
            /** @description The processor's setup intent. */
            setupIntentId: string;
            /** @description Pass it to the processor's browser SDK, which confirms the setup with it. */
            clientSecret: string;
            /** @description The merchant's connected account; initialize the browser SDK with it. */
            connectedAccountId: string;
            /** @description The public key for the browser SDK. */
            publishableKey: string;
        };
        /**
         * @description The decimal mark of a file.
         * @example point
         * @enum {string}
         */
        DecimalMark: "point" | "comma";
        /**
         * @description A callback endpoint that was deleted.
         * @example {
         *       "id": "ep_5f2b8c1de0a94b73"
         *     }
         */
        DeletedCallbackEndpoint: {
            /** @description The endpoint's id. */
            id: string;
        };
        /**
         * @description The states of callbacks that can be searched for.
         * @example pending
         * @enum {string}
         */
        DeliveryFilter: "pending" | "delivered" | "dead" | "held";
        /**
         * @description The state of an event's callback.
         * @example delivered
         * @enum {string}
         */
        DeliveryState: "none" | "pending" | "delivered" | "held" | "dead";
        /**
         * @description Why a signature does not verify.
         * @example {
         *       "verdict": "wrong_secret",
         *       "advice": "None of this endpoint's secrets made this signature."
         *     }
         */
        Diagnosis: {
            /** @description What is wrong. More verdicts may be added. */
            verdict: components["schemas"]["DiagnosisVerdict"];
            /** @description What to do about it. */
            advice: string;
        };
        /**
         * @description What is wrong with a signature.
         * @example wrong_secret
         * @enum {string}
         */
        DiagnosisVerdict: "valid" | "wrong_secret" | "old_secret" | "timestamp_too_old" | "timestamp_too_new" | "body_reserialized" | "header_malformed" | "other_scheme_header" | "other_scheme_secret";
        /**
         * @description The sessions that were ended.
         * @example {
         *       "ended": 3
         *     }
         */
        EndedSessions: {
            /**
             * Format: int64
             * @description How many open sessions were ended.
             */
            ended: number;
        };
        /**
         * @description The state of an event's callback to one endpoint.
         * @example {
         *       "endpointId": "ep_5f2b8c1de0a94b73",
         *       "delivery": "delivered",
         *       "attemptCount": 1,
         *       "nextAttemptAt": null,
         *       "attempts": [
         *         {
         *           "at": "2026-07-01T12:00:09.000Z",
         *           "deliveryRound": 1,
         *           "attempt": 1,
         *           "milliseconds": 84,
         *           "status": 204,
         *           "error": null,
         *           "answer": null,
         *           "nextAttemptAt": null,
         *           "payload": "processor",
         *           "version": null,
         *           "bodySha256": null
         *         }
         *       ]
         *     }
         */
        EventDelivery: {
            /** @description The callback endpoint, which may have been deleted since. */
            endpointId: string;
            /** @description The state of its callback. none: there was no endpoint, it was deleted, or this type is not sent; held: the endpoint is disabled. With several endpoints it is the state at the one where it is worst: dead, pending after a failed attempt, held, pending, delivered. In a list of one endpointId it is the state there. */
            delivery: components["schemas"]["DeliveryState"];
            /**
             * Format: int64
             * @description How often the callback was attempted since it was last (re)delivered.
             */
            attemptCount: number;
            /** @description When the next attempt is due; null if there is none. */
            nextAttemptAt: string | null;
            /** @description Every attempt that is kept, oldest first. */
            attempts: components["schemas"]["CallbackAttempt"][];
        };
        /**
         * @description The type of an event, by its name.
         * @example payment_intent.succeeded
         * @enum {string}
         */
        EventName: "payment_intent.succeeded" | "payment_intent.processing" | "payment_intent.payment_failed" | "payment_intent.amount_capturable_updated" | "payment_intent.canceled" | "charge.refunded" | "charge.dispute.created" | "charge.dispute.closed" | "account.updated" | "refund.failed" | "charge.dispute.updated" | "radar.early_fraud_warning.created" | "payout.paid" | "payout.failed" | "payment.hold_expiring" | "dispute.response_due" | "payment.updated" | "payout.updated" | "report.ready" | "payment_intent.requires_action" | "refund.created" | "refund.updated" | "charge.dispute.funds_withdrawn" | "account.application.deauthorized" | "payout.reconciliation_completed" | "callback.test";
        /**
         * @description An event and the state of its callback.
         * @example {
         *       "id": "evt_1QExample",
         *       "type": "payment_intent.succeeded",
         *       "svcPaymentId": "svcpay_5f2b8c1de0a94b7391c6f3a2d7e8b9c0",
         *       "orderRef": "order-1042",
         *       "amountCents": 4999,
         *       "currency": "usd",
         *       "receivedAt": "2026-07-01T12:00:08.000Z",
         *       "applied": "applied",
         *       "delivery": "delivered",
         *       "endpointId": "ep_5f2b8c1de0a94b73",
         *       "attemptCount": 1,
         *       "nextAttemptAt": null,
         *       "payload": "processor",
         *       "version": null,
         *       "endpointIds": [
         *         "ep_5f2b8c1de0a94b73"
         *       ],
         *       "traceId": "9e1b2c3d-0000-4000-8000-000000000002"
         *     }
         */
        EventSummary: {
            /** @description The event's id. */
            id: string;
            /** @description What happened, for example payment_intent.succeeded. */
            type: string;
            /** @description The payment that the event is about; null if there is none. */
            svcPaymentId: string | null;
            /** @description The payment's order reference from the event's body; null if it has none. Not in the feed. */
            orderRef?: string | null;
            /** @description The amount in the event's body: what was paid or attempted, refunded, disputed or paid out; null if it has none. Not in the feed. */
            amountCents?: number | null;
            /** @description The amount's currency; null without an amount. Not in the feed. */
            currency?: string | null;
            /**
             * Format: date-time
             * @description When the processor's event was received.
             */
            receivedAt: string;
            /** @description What the event did to the ledger; null until that is finished. */
            applied: components["schemas"]["AppliedOutcome"] | null;
            /** @description The state of its callback. none: there was no endpoint, it was deleted, or this type is not sent; held: the endpoint is disabled. With several endpoints it is the state at the one where it is worst: dead, pending after a failed attempt, held, pending, delivered. In a list of one endpointId it is the state there. */
            delivery: components["schemas"]["DeliveryState"];
            /** @description Whose state is shown; null if there is none. */
            endpointId: string | null;
            /**
             * Format: int64
             * @description How often the callback was attempted since it was last (re)delivered.
             */
            attemptCount: number;
            /** @description When the next attempt is due; null if there is none. */
            nextAttemptAt: string | null;
            /** @description The payload of the last attempt; null before the first. */
            payload: components["schemas"]["CallbackPayload"] | null;
            /** @description The version of what the last attempt showed; null with the processor's payload. */
            version: number | null;
            /** @description The callback endpoints that it is sent to, also those that were deleted since. */
            endpointIds: string[];
            /** @description The id of the request that caused it. The same id is in its X-Correlation-Id header and in our logs. */
            traceId: string;
            /** @description Only in the feed: the `after` with which to continue once you have handled this event. No event is missed, and events of the last eleven minutes may come again. An event that is not applied yet comes again. */
            cursor?: string;
            /** @description With include=body: the body that would be sent to your endpoint now; null if nothing would be sent. The processor's payload is redacted unless the key is a full key. To an operator's session every body is redacted. */
            body?: string | null;
        };
        /**
         * @description An event type that an endpoint can choose.
         * @example {
         *       "name": "refund.failed",
         *       "serviceName": "refund.failed",
         *       "meaning": "A refund failed after it was issued: the customer has not received the money.",
         *       "defaultFor": [
         *         "service"
         *       ]
         *     }
         */
        EventType: {
            /** @description The name to choose, and the value of Svc-Event-Type with the processor's payload. */
            name: string;
            /** @description The name of the same type in the service payload. */
            serviceName: string;
            /** @description What has happened. */
            meaning: string;
            /** @description The payloads for which this type is sent by default. */
            defaultFor: components["schemas"]["CallbackPayload"][];
        };
        /**
         * @description A refund that failed.
         * @example {
         *       "refundId": "example",
         *       "amountCents": 1000,
         *       "failureReason": "example"
         *     }
         */
        FailedRefund: {
            /** @description The refund at the processor. */
            refundId: string;
            /**
             * Format: int64
             * @description The amount to refund, in the smallest currency unit.
             */
            amountCents: number;
            /** @description Why it failed, in the processor's words. */
            failureReason: string | null;
        };
        /**
         * @description The platform's fee on a payment of this amount.
         * @example {
         *       "amountCents": 4999,
         *       "currency": "usd",
         *       "applicationFeeCents": 155,
         *       "policy": {
         *         "number": 3,
         *         "text": "2.5% + 0.30 USD",
         *         "bps": 250,
         *         "fixedCents": 30,
         *         "minCents": 0,
         *         "maxCents": null
         *       }
         *     }
         */
        FeePreview: {
            /**
             * Format: int64
             * @description The payment's amount, in the smallest currency unit.
             */
            amountCents: number;
            /** @description ISO 4217, in lower case. */
            currency: string;
            /**
             * Format: int64
             * @description The fee on it, in the same unit.
             */
            applicationFeeCents: number;
            /** @description The policy in force, as it applies to this currency. */
            policy: {
                /**
                 * Format: int64
                 * @description The policy's number; 0 is the platform's default. A payment's timeline names it.
                 */
                number: number;
                /** @description The whole policy as text. */
                text: string;
                /**
                 * Format: int64
                 * @description The share of the payment in basis points: 250 is 2.5 %.
                 */
                bps: number;
                /**
                 * Format: int64
                 * @description The fixed part that is added.
                 */
                fixedCents: number;
                /**
                 * Format: int64
                 * @description The minimum fee, unless the payment is too small for it.
                 */
                minCents: number;
                /** @description The maximum fee; null: there is none. */
                maxCents: number | null;
            };
        };
        /**
         * @description What is wrong with one field.
         * @example {
         *       "pointer": "example",
         *       "detail": "example"
         *     }
         */
        FieldProblem: {
            /** @description The field, as a JSON pointer (RFC 6901), for example /amountCents. */
            pointer: string;
            /** @description What is wrong with it. */
            detail: string;
        };
        /**
         * @description What separates the fields of a file.
         * @example ,
         * @enum {string}
         */
        FieldSeparator: "," | ";" | "tab";
        /**
         * @description The format of a file.
         * @example csv
         * @enum {string}
         */
        FileFormat: "csv" | "excel";
        /**
         * @description A payment with everything that is known of it here.
         * @example {
         *       "svcPaymentId": "svcpay_5f2b8c1de0a94b7391c6f3a2d7e8b9c0",
         *       "status": "succeeded",
         *       "amountCents": 4999,
         *       "applicationFeeCents": 155,
         *       "currency": "usd",
         *       "orderRef": "order-1001",
         *       "processorPaymentIntentId": "pi_3QExample",
         *       "capturedCents": 4999,
         *       "refundedCents": 0,
         *       "createdAt": "2026-07-01T12:00:00.000Z",
         *       "version": 1782907200000,
         *       "captureBefore": null,
         *       "authorizedCents": 4999,
         *       "description": "A lamp",
         *       "customerRef": null,
         *       "branch": null,
         *       "disputes": [],
         *       "failedRefunds": []
         *     }
         */
        FullPayment: {
            /** @description The payment's stable id. Store it as your reference. */
            svcPaymentId: string;
            status: components["schemas"]["PaymentStatus"];
            /**
             * Format: int64
             * @description The amount in the smallest currency unit: authorized until capture, captured after it.
             */
            amountCents: number;
            /**
             * Format: int64
             * @description The platform's fee on this payment, in the same unit.
             */
            applicationFeeCents: number;
            /** @description ISO 4217, in lower case. */
            currency: string;
            /** @description Your order's reference, as given at creation; null if none was given. */
            orderRef: string | null;
            /** @description The payment intent at the processor. */
            processorPaymentIntentId: string;
            /**
             * Format: int64
             * @description The captured amount, in the smallest currency unit; 0 before the capture.
             */
            capturedCents: number;
            /**
             * Format: int64
             * @description The total refunded amount, in the smallest currency unit.
             */
            refundedCents: number;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /**
             * Format: int64
             * @description Increases with every visible change of the payment. Callbacks in the service payload have the same number.
             */
            version: number;
            /** @description Until when the hold can be captured; then it is released. null if nothing is held, or its end is not known. */
            captureBefore: string | null;
            /**
             * Format: int64
             * @description The amount the payment was created with; a capture may be for less.
             */
            authorizedCents: number;
            /** @description As given at creation; null if none was given. */
            description: string | null;
            /** @description As given at creation; null if none was given. */
            customerRef: string | null;
            /** @description As given at creation; null if none was given. */
            branch: string | null;
            /** @description As given at creation; omitted if none was given. Hidden from operators. */
            metadata?: {
                [key: string]: string;
            };
            /** @description As given at creation; omitted if none was given. */
            statementDescriptorSuffix?: string;
            /** @description All its known disputes, oldest first. A lost dispute has taken the money back, whatever the status says. Omitted for a key without the scope finance:read. */
            disputes?: components["schemas"]["PaymentDispute"][];
            /** @description Its failed refunds, newest last, at most twenty. */
            failedRefunds: components["schemas"]["FailedRefund"][];
        };
        /**
         * @description An error of the gateway in front of the service. It is not a problem document.
         * @example {
         *       "message": "Too Many Requests"
         *     }
         */
        GatewayMessage: {
            /** @description The gateway's error message. */
            message: string;
        };
        /**
         * @description What a line of a payout is.
         * @example charge
         * @enum {string}
         */
        LineKind: "charge" | "refund" | "refund_failure" | "platform_fee_return" | "dispute" | "dispute_reversal" | "fee" | "held_back" | "adjustment" | "payout_failure" | "other_balance" | "other";
        /**
         * @description A dispute of one of your payments.
         * @example {
         *       "disputeId": "dp_1QExample",
         *       "svcPaymentId": "svcpay_5f2b8c1de0a94b7391c6f3a2d7e8b9c0",
         *       "orderRef": "order-1001",
         *       "status": "needs_response",
         *       "reason": "fraudulent",
         *       "amountCents": 4999,
         *       "currency": "usd",
         *       "openedAt": "2026-07-01T12:00:00.000Z",
         *       "dueBy": "2026-07-10T23:59:59.000Z"
         *     }
         */
        ListedDispute: {
            /** @description The dispute at the processor. */
            disputeId: string;
            /** @description The payment's id. */
            svcPaymentId: string;
            /** @description Your order's reference; null if there is none. */
            orderRef: string | null;
            /** @description Its status, for example needs_response, won or lost. */
            status: string;
            /** @description The customer's reason. */
            reason: string;
            /**
             * Format: int64
             * @description The disputed amount, in the smallest currency unit.
             */
            amountCents: number;
            /** @description ISO 4217, in lower case. */
            currency: string;
            /**
             * Format: date-time
             * @description When it was opened.
             */
            openedAt: string;
            /** @description Deadline for a response; null if none is needed or possible. */
            dueBy: string | null;
        };
        /**
         * @description The format of the file of movements.
         * @example csv
         * @enum {string}
         */
        MovementsFormat: "csv" | "excel" | "xero" | "quickbooks" | "datev";
        /**
         * @description The onboarding state, even if the merchant has no account yet.
         * @example {
         *       "processorAccountId": "acct_1QExample",
         *       "onboardingStatus": "pending",
         *       "chargesEnabled": false,
         *       "payoutsEnabled": false,
         *       "requirements": "external_account, tos_acceptance.date"
         *     }
         */
        Onboarding: {
            /** @description The connected account; null while there is none. */
            processorAccountId: string | null;
            onboardingStatus: components["schemas"]["OnboardingStatus"];
            /** @description Whether the account can accept charges. */
            chargesEnabled: boolean;
            /** @description Whether the account can receive payouts. */
            payoutsEnabled: boolean;
            /** @description What the processor still requires, separated by commas; null if nothing. */
            requirements: string | null;
        };
        /**
         * @description Where the merchant enters what the processor requires.
         * @example {
         *       "url": "https://connect.stripe.com/setup/s/acct_1QExample/Example",
         *       "expiresAt": "2026-07-01T12:05:00.000Z"
         *     }
         */
        OnboardingLink: {
            /**
             * Format: uri
             * @description Send the merchant's browser here. It works once.
             */
            url: string;
            /**
             * Format: date-time
             * @description Until when it works.
             */
            expiresAt: string;
        };
        /**
         * @description The onboarding status. charges_only: accepts payments but receives no payouts yet. restricted: needs attention.
         * @example pending
         * @enum {string}
         */
        OnboardingStatus: "not_started" | "pending" | "charges_only" | "enabled" | "restricted";
        /**
         * @description An OpenAPI 3.1 document.
         * @example {
         *       "openapi": "3.1.0"
         *     }
         */
        OpenapiDocument: {
            /** @description The version of OpenAPI. */
            openapi: string;
        } & {
            [key: string]: unknown;
        };
        /**
         * @description A payment as recorded in the ledger.
         * @example {
         *       "svcPaymentId": "svcpay_5f2b8c1de0a94b7391c6f3a2d7e8b9c0",
         *       "status": "succeeded",
         *       "amountCents": 4999,
         *       "applicationFeeCents": 155,
         *       "currency": "usd",
         *       "orderRef": "order-1001",
         *       "processorPaymentIntentId": "pi_3QExample",
         *       "capturedCents": 4999,
         *       "refundedCents": 0,
         *       "createdAt": "2026-07-01T12:00:00.000Z"
         *     }
         */
        Payment: {
            /** @description The payment's stable id. Store it as your reference. */
            svcPaymentId: string;
            status: components["schemas"]["PaymentStatus"];
            /**
             * Format: int64
             * @description The amount in the smallest currency unit: authorized until capture, captured after it.
             */
            amountCents: number;
            /**
             * Format: int64
             * @description The platform's fee on this payment, in the same unit.
             */
            applicationFeeCents: number;
            /** @description ISO 4217, in lower case. */
            currency: string;
            /** @description Your order's reference, as given at creation; null if none was given. */
            orderRef: string | null;
            /** @description The payment intent at the processor. */
            processorPaymentIntentId: string;
            /**
             * Format: int64
             * @description The captured amount, in the smallest currency unit; 0 before the capture.
             */
            capturedCents: number;
            /**
             * Format: int64
             * @description The total refunded amount, in the smallest currency unit.
             */
            refundedCents: number;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
        };
        /**
         * @description What the processor knows about a payment, in its words.
         * @example {
         *       "method": {
         *         "type": "card",
         *         "brand": "visa",
         *         "last4": "4242",
         *         "wallet": "apple_pay",
         *         "funding": "credit",
         *         "country": "US",
         *         "expMonth": 12,
         *         "expYear": 2034
         *       },
         *       "decline": null,
         *       "captureBefore": null,
         *       "statementDescriptor": "EXAMPLE SHOP* ORDER B7",
         *       "receiptUrl": "https://pay.stripe.com/receipts/Example",
         *       "fees": {
         *         "currency": "usd",
         *         "grossCents": 4999,
         *         "refundsCents": 0,
         *         "processorFeeCents": 175,
         *         "platformFeeCents": 155,
         *         "platformFeeReturnedCents": 0,
         *         "netCents": 4669,
         *         "disputesCents": 0,
         *         "disputeFeesCents": 0,
         *         "availableOn": "2026-07-03T00:00:00.000Z",
         *         "chargedCents": 4999,
         *         "chargeCurrency": "usd",
         *         "exchangeRate": null
         *       }
         *     }
         */
        PaymentDetails: {
            /** @description The payment method that was used or tried last; null if none was tried yet. */
            method: {
                /** @description For example card, card_present or us_bank_account. */
                type: string;
                /** @description The card's brand or the bank's name. */
                brand: string | null;
                /** @description The last four digits. Hidden from operators. */
                last4: string | null;
                /** @description For example apple_pay or google_pay; null without a wallet. */
                wallet: string | null;
                /** @description credit, debit, prepaid or unknown. */
                funding: string | null;
                /** @description Where the card was issued: a two-letter ISO 3166 code. */
                country: string | null;
                /** @description The month in which the card expires. Hidden from operators. */
                expMonth: number | null;
                /** @description The year in which the card expires. Hidden from operators. */
                expYear: number | null;
            } | null;
            /** @description Why the last attempt failed; null if none failed, or if the payment has progressed since. */
            decline: {
                /** @description The processor's error code. */
                code: string | null;
                /** @description The processor's decline code, for example insufficient_funds. */
                declineCode: string | null;
                /** @description The code of the card's network, if it gave one. */
                networkDeclineCode: string | null;
                /** @description What the bank advises, for example try_again_later. */
                adviceCode: string | null;
                /** @description What the code means. */
                meaning: string;
                /** @description What you can do. */
                advice: string;
            } | null;
            /** @description Until when the hold can be captured; null if nothing is held. Only cards say it themselves. For other methods it is what the processor documents, or 7 days. */
            captureBefore: string | null;
            /** @description The whole text that the customer reads on the statement; null if nothing was charged, or if the processor does not say. */
            statementDescriptor: string | null;
            /** @description The processor's page with the customer's receipt; null if the payment is not paid. Who has the address can open it, and it expires within 30 days. Hidden from operators. */
            receiptUrl: string | null;
            /** @description What the charge cost; null if it is not booked yet, or if it failed. Omitted for a key without the scope finance:read. */
            fees?: {
                /** @description The currency in which your account settles. It may not be the payment's. */
                currency: string;
                /**
                 * Format: int64
                 * @description The charged amount, as it was settled.
                 */
                grossCents: number;
                /** @description What refunds took, as it was settled, less what failed refunds gave back; null if it is not known, as while a refund of a foreign sale is not booked yet. */
                refundsCents: number | null;
                /**
                 * Format: int64
                 * @description The processor's fee, with the tax on it.
                 */
                processorFeeCents: number;
                /**
                 * Format: int64
                 * @description The platform's fee.
                 */
                platformFeeCents: number;
                /** @description The part of the platform's fee that was returned, as it was settled; null if it is not known. */
                platformFeeReturnedCents: number | null;
                /**
                 * Format: int64
                 * @description What is left of the charge after fees. It does not include later refunds and disputes.
                 */
                netCents: number;
                /**
                 * Format: int64
                 * @description What disputes took, less what they gave back.
                 */
                disputesCents: number;
                /**
                 * Format: int64
                 * @description The processor's fees for disputes.
                 */
                disputeFeesCents: number;
                /**
                 * Format: date-time
                 * @description When it is available for payouts.
                 */
                availableOn: string;
                /**
                 * Format: int64
                 * @description What the customer was charged, in the payment's own currency.
                 */
                chargedCents: number;
                /** @description The payment's own currency. */
                chargeCurrency: string;
                /** @description The rate from the payment's currency to your settlement currency; null if they are the same. */
                exchangeRate: number | null;
            } | null;
        };
        /**
         * @description A dispute of the payment, in the processor's words.
         * @example {
         *       "disputeId": "example",
         *       "status": "example",
         *       "reason": "example",
         *       "amountCents": 1000,
         *       "dueBy": "2026-07-01T12:00:00.000Z"
         *     }
         */
        PaymentDispute: {
            /** @description The dispute at the processor. */
            disputeId: string;
            /** @description Its status, for example needs_response, won or lost. */
            status: string;
            /** @description The customer's reason. */
            reason: string;
            /**
             * Format: int64
             * @description The disputed amount, in the smallest unit of the dispute's currency.
             */
            amountCents: number;
            /** @description The dispute's own currency, which may not be the payment's: ISO 4217, in lower case. */
            currency?: string;
            /** @description Deadline for a response while one is needed; null otherwise. */
            dueBy: string | null;
        };
        /**
         * @description What ledger and processor must agree on about a payment.
         * @example {
         *       "status": "succeeded",
         *       "amountCents": 4999,
         *       "refundedCents": 0,
         *       "applicationFeeCents": 155
         *     }
         */
        PaymentFacts: {
            status: components["schemas"]["PaymentStatus"];
            /**
             * Format: int64
             * @description The amount in the smallest currency unit: authorized until capture, captured after it.
             */
            amountCents: number;
            /**
             * Format: int64
             * @description The total refunded amount, in the smallest currency unit.
             */
            refundedCents: number;
            /**
             * Format: int64
             * @description The platform's fee on this payment, in the same unit.
             */
            applicationFeeCents: number;
        };
        /**
         * @description A manual-capture authorization is ready to capture.
         * @example {
         *       "id": "evt_1QExample",
         *       "object": "event",
         *       "type": "payment_intent.amount_capturable_updated",
         *       "created": 1000,
         *       "livemode": true,
         *       "data": {
         *         "object": {
         *           "id": "pi_3QExample",
         *           "object": "payment_intent",
         *           "status": "example",
         *           "amount": 1000,
         *           "amount_capturable": 1000,
         *           "amount_received": 1000,
         *           "currency": "example",
         *           "metadata": {}
         *         }
         *       }
         *     }
         */
        PaymentIntentAmountCapturableUpdatedEvent: {
            /** @description The same as Svc-Event-Id: de-duplicate on it. */
            id: string;
            /**
             * @description The object's type.
             * @constant
             */
            object: "event";
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "payment_intent.amount_capturable_updated";
            /**
             * Format: int64
             * @description When the processor created it, in unix seconds. Do not order events by it.
             */
            created: number;
            /** @description Whether real money moved. */
            livemode: boolean;
            /** @description The connected account; absent on test events. */
            account?: string;
            /** @description The object that changed. */
            data: {
                object: components["schemas"]["ProcessorPaymentIntent"];
            } & {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        /**
         * @description The payment was canceled.
         * @example {
         *       "id": "evt_1QExample",
         *       "object": "event",
         *       "type": "payment_intent.canceled",
         *       "created": 1000,
         *       "livemode": true,
         *       "data": {
         *         "object": {
         *           "id": "pi_3QExample",
         *           "object": "payment_intent",
         *           "status": "example",
         *           "amount": 1000,
         *           "amount_capturable": 1000,
         *           "amount_received": 1000,
         *           "currency": "example",
         *           "metadata": {}
         *         }
         *       }
         *     }
         */
        PaymentIntentCanceledEvent: {
            /** @description The same as Svc-Event-Id: de-duplicate on it. */
            id: string;
            /**
             * @description The object's type.
             * @constant
             */
            object: "event";
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "payment_intent.canceled";
            /**
             * Format: int64
             * @description When the processor created it, in unix seconds. Do not order events by it.
             */
            created: number;
            /** @description Whether real money moved. */
            livemode: boolean;
            /** @description The connected account; absent on test events. */
            account?: string;
            /** @description The object that changed. */
            data: {
                object: components["schemas"]["ProcessorPaymentIntent"];
            } & {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        /**
         * @description Payment failed.
         * @example {
         *       "id": "evt_1QExample",
         *       "object": "event",
         *       "type": "payment_intent.payment_failed",
         *       "created": 1000,
         *       "livemode": true,
         *       "data": {
         *         "object": {
         *           "id": "pi_3QExample",
         *           "object": "payment_intent",
         *           "status": "example",
         *           "amount": 1000,
         *           "amount_capturable": 1000,
         *           "amount_received": 1000,
         *           "currency": "example",
         *           "metadata": {}
         *         }
         *       }
         *     }
         */
        PaymentIntentPaymentFailedEvent: {
            /** @description The same as Svc-Event-Id: de-duplicate on it. */
            id: string;
            /**
             * @description The object's type.
             * @constant
             */
            object: "event";
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "payment_intent.payment_failed";
            /**
             * Format: int64
             * @description When the processor created it, in unix seconds. Do not order events by it.
             */
            created: number;
            /** @description Whether real money moved. */
            livemode: boolean;
            /** @description The connected account; absent on test events. */
            account?: string;
            /** @description The object that changed. */
            data: {
                object: components["schemas"]["ProcessorPaymentIntent"];
            } & {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        /**
         * @description Asynchronous payment (for example bank debit) is pending; do not fulfill yet.
         * @example {
         *       "id": "evt_1QExample",
         *       "object": "event",
         *       "type": "payment_intent.processing",
         *       "created": 1000,
         *       "livemode": true,
         *       "data": {
         *         "object": {
         *           "id": "pi_3QExample",
         *           "object": "payment_intent",
         *           "status": "example",
         *           "amount": 1000,
         *           "amount_capturable": 1000,
         *           "amount_received": 1000,
         *           "currency": "example",
         *           "metadata": {}
         *         }
         *       }
         *     }
         */
        PaymentIntentProcessingEvent: {
            /** @description The same as Svc-Event-Id: de-duplicate on it. */
            id: string;
            /**
             * @description The object's type.
             * @constant
             */
            object: "event";
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "payment_intent.processing";
            /**
             * Format: int64
             * @description When the processor created it, in unix seconds. Do not order events by it.
             */
            created: number;
            /** @description Whether real money moved. */
            livemode: boolean;
            /** @description The connected account; absent on test events. */
            account?: string;
            /** @description The object that changed. */
            data: {
                object: components["schemas"]["ProcessorPaymentIntent"];
            } & {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        /**
         * @description Payment completed; safe to fulfill.
         * @example {
         *       "id": "evt_1QExample",
         *       "object": "event",
         *       "type": "payment_intent.succeeded",
         *       "created": 1000,
         *       "livemode": true,
         *       "data": {
         *         "object": {
         *           "id": "pi_3QExample",
         *           "object": "payment_intent",
         *           "status": "example",
         *           "amount": 1000,
         *           "amount_capturable": 1000,
         *           "amount_received": 1000,
         *           "currency": "example",
         *           "metadata": {}
         *         }
         *       }
         *     }
         */
        PaymentIntentSucceededEvent: {
            /** @description The same as Svc-Event-Id: de-duplicate on it. */
            id: string;
            /**
             * @description The object's type.
             * @constant
             */
            object: "event";
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "payment_intent.succeeded";
            /**
             * Format: int64
             * @description When the processor created it, in unix seconds. Do not order events by it.
             */
            created: number;
            /** @description Whether real money moved. */
            livemode: boolean;
            /** @description The connected account; absent on test events. */
            account?: string;
            /** @description The object that changed. */
            data: {
                object: components["schemas"]["ProcessorPaymentIntent"];
            } & {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        /**
         * @description A payment in a list. include=delivery adds what its last events say.
         * @example {
         *       "svcPaymentId": "svcpay_5f2b8c1de0a94b7391c6f3a2d7e8b9c0",
         *       "status": "succeeded",
         *       "amountCents": 4999,
         *       "applicationFeeCents": 155,
         *       "currency": "usd",
         *       "orderRef": "order-1001",
         *       "processorPaymentIntentId": "pi_3QExample",
         *       "capturedCents": 4999,
         *       "refundedCents": 0,
         *       "createdAt": "2026-07-01T12:00:00.000Z",
         *       "version": 1782907200000,
         *       "captureBefore": null,
         *       "authorizedCents": 4999,
         *       "description": "A lamp",
         *       "customerRef": null,
         *       "branch": null,
         *       "disputes": [],
         *       "failedRefunds": []
         *     }
         */
        PaymentListItem: {
            /** @description The payment's stable id. Store it as your reference. */
            svcPaymentId: string;
            status: components["schemas"]["PaymentStatus"];
            /**
             * Format: int64
             * @description The amount in the smallest currency unit: authorized until capture, captured after it.
             */
            amountCents: number;
            /**
             * Format: int64
             * @description The platform's fee on this payment, in the same unit.
             */
            applicationFeeCents: number;
            /** @description ISO 4217, in lower case. */
            currency: string;
            /** @description Your order's reference, as given at creation; null if none was given. */
            orderRef: string | null;
            /** @description The payment intent at the processor. */
            processorPaymentIntentId: string;
            /**
             * Format: int64
             * @description The captured amount, in the smallest currency unit; 0 before the capture.
             */
            capturedCents: number;
            /**
             * Format: int64
             * @description The total refunded amount, in the smallest currency unit.
             */
            refundedCents: number;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /**
             * Format: int64
             * @description Increases with every visible change of the payment. Callbacks in the service payload have the same number.
             */
            version: number;
            /** @description Until when the hold can be captured; then it is released. null if nothing is held, or its end is not known. */
            captureBefore: string | null;
            /**
             * Format: int64
             * @description The amount the payment was created with; a capture may be for less.
             */
            authorizedCents: number;
            /** @description As given at creation; null if none was given. */
            description: string | null;
            /** @description As given at creation; null if none was given. */
            customerRef: string | null;
            /** @description As given at creation; null if none was given. */
            branch: string | null;
            /** @description As given at creation; omitted if none was given. Hidden from operators. */
            metadata?: {
                [key: string]: string;
            };
            /** @description As given at creation; omitted if none was given. */
            statementDescriptorSuffix?: string;
            /** @description All its known disputes, oldest first. A lost dispute has taken the money back, whatever the status says. Omitted for a key without the scope finance:read. */
            disputes?: components["schemas"]["PaymentDispute"][];
            /** @description Its failed refunds, newest last, at most twenty. */
            failedRefunds: components["schemas"]["FailedRefund"][];
            /** @description With include=delivery: the state of the last callback for this payment, at the endpoint where it is worst: dead, pending after a failed attempt, held, pending, delivered. null if there is none yet. */
            delivery?: components["schemas"]["DeliveryState"] | null;
            /** @description With include=delivery: when it was paid or captured, from events of the last 90 days. On this day (UTC) it counts as a sale. null if it is not paid, or the event is no longer stored. */
            paidAt?: string | null;
            /**
             * Format: int64
             * @description With include=delivery: how many attempts of that callback have ended since it was last (re)delivered.
             */
            deliveryAttempts?: number;
            /** @description With include=delivery: the payment method that was used or tried last, from events of the last 90 days; null if they do not contain it. In the console also from its charge. */
            method?: {
                /** @description The processor's name for it, for example card or us_bank_account. */
                type: string;
                /** @description The card's brand or the bank's name, if known. */
                brand: string | null;
                /** @description The last four digits, if known. Hidden from operators. */
                last4: string | null;
            } | null;
            /** @description With include=delivery: why the last attempt to pay failed, in the processor's words. null if none failed, or if the payment has progressed since. */
            lastDecline?: string | null;
            /** @description With include=delivery: why it was canceled, in the processor's words; expired: the hold expired. null if it was not canceled, or no reason is known. */
            cancellationReason?: string | null;
        };
        /**
         * @description An operation that changes a payment.
         * @example create
         * @enum {string}
         */
        PaymentOperation: "create" | "charge" | "capture" | "cancel" | "refund";
        /**
         * @description The payment's status. Fulfill on succeeded; processing (bank debits) can still fail.
         * @example requires_payment_method
         * @enum {string}
         */
        PaymentStatus: "requires_payment_method" | "requires_confirmation" | "requires_action" | "processing" | "requires_capture" | "succeeded" | "canceled" | "partially_refunded" | "refunded";
        /**
         * @description Trouble that payments can be searched by.
         * @example disputed
         * @enum {string}
         */
        PaymentTrouble: "disputed" | "refund_failed";
        /**
         * @description A transfer from your processor account to your bank, or its return.
         * @example {
         *       "payoutId": "po_1QExample",
         *       "status": "paid",
         *       "amountCents": 4669,
         *       "currency": "usd",
         *       "automatic": true,
         *       "method": "standard",
         *       "createdAt": "2026-07-03T00:00:00.000Z",
         *       "arrivesOn": "2026-07-05",
         *       "traceId": null,
         *       "returnedAt": null,
         *       "failureCode": null,
         *       "composition": "complete",
         *       "totals": {
         *         "charge": {
         *           "count": 1,
         *           "grossCents": 4999,
         *           "platformFeesCents": 155,
         *           "otherFeesCents": 0,
         *           "processorFeesCents": 175,
         *           "taxesCents": 0,
         *           "netCents": 4669
         *         }
         *       },
         *       "lineCount": 1,
         *       "unexplainedCents": 0
         *     }
         */
        Payout: {
            /** @description The payout's id at the processor. */
            payoutId: string;
            /** @description The processor's status: pending, in_transit, paid, failed or canceled; there may be others. A bank can return a payout days after it was paid: then it is failed, and its money is part of a later payout. */
            status: string;
            /**
             * Format: int64
             * @description The amount that arrives; negative if your bank is debited.
             */
            amountCents: number;
            /** @description ISO 4217, in lower case: the currency that your account settles in. */
            currency: string;
            /** @description false: you requested it yourself. */
            automatic: boolean;
            /** @description standard or instant. */
            method: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /**
             * Format: date
             * @description The day on which it is expected at your bank, in UTC.
             */
            arrivesOn: string;
            /** @description The reference by which your bank can find it; null until the bank provides it, which takes days. */
            traceId: string | null;
            /** @description When the money of a failed or canceled payout returned to your account; null if it has not. */
            returnedAt: string | null;
            /** @description The processor's failure code; null if it has not failed. */
            failureCode: string | null;
            /** @description complete: all lines are there. waiting: the processor does not know all of them yet. unknown: the processor cannot list them, because you requested the payout yourself. */
            composition: components["schemas"]["PayoutComposition"];
            /** @description By kind of line, once the composition is complete. */
            totals: {
                [key: string]: components["schemas"]["PayoutTotal"];
            };
            /**
             * Format: int64
             * @description How many lines there are.
             */
            lineCount: number;
            /** @description The part of the amount that the lines do not explain. If it is not 0, an operator was notified. null until the composition is complete. */
            unexplainedCents: number | null;
        };
        /**
         * @description Whether a payout's lines are known.
         * @example complete
         * @enum {string}
         */
        PayoutComposition: "complete" | "waiting" | "unknown";
        /**
         * @description A payout came back from your bank, possibly days after it was paid. Only for endpoints that chose it.
         * @example {
         *       "id": "evt_1QExample",
         *       "object": "event",
         *       "type": "payout.failed",
         *       "created": 1000,
         *       "livemode": true,
         *       "data": {
         *         "object": {
         *           "id": "po_1QExample",
         *           "object": "payout",
         *           "amount": 1000,
         *           "currency": "example",
         *           "status": "example",
         *           "arrival_date": 1000
         *         }
         *       }
         *     }
         */
        PayoutFailedEvent: {
            /** @description The same as Svc-Event-Id: de-duplicate on it. */
            id: string;
            /**
             * @description The object's type.
             * @constant
             */
            object: "event";
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "payout.failed";
            /**
             * Format: int64
             * @description When the processor created it, in unix seconds. Do not order events by it.
             */
            created: number;
            /** @description Whether real money moved. */
            livemode: boolean;
            /** @description The connected account; absent on test events. */
            account?: string;
            /** @description The object that changed. */
            data: {
                object: components["schemas"]["ProcessorPayout"];
            } & {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        /**
         * @description One line of a payout's breakdown. Signed: money received is positive.
         * @example {
         *       "at": "2026-07-01T12:00:00.000Z",
         *       "kind": "charge",
         *       "svcPaymentId": "svcpay_5f2b8c1de0a94b7391c6f3a2d7e8b9c0",
         *       "orderRef": "order-1001",
         *       "merchantsOwn": false,
         *       "grossCents": 4999,
         *       "platformFeeCents": 155,
         *       "otherFeesCents": 0,
         *       "processorFeeCents": 175,
         *       "taxCents": 0,
         *       "netCents": 4669,
         *       "currency": "usd",
         *       "chargedCents": 4999,
         *       "chargeCurrency": "usd",
         *       "exchangeRate": null,
         *       "processorReference": "txn_1QExample"
         *     }
         */
        PayoutLine: {
            /**
             * Format: date-time
             * @description When the money moved.
             */
            at: string;
            /** @description The kind of line. platform_fee_return: the platform's fee, returned with a refund; held_back: reserves and minimum balances, both ways; payout_failure: an earlier payout that was returned; other_balance: on a balance other than the payments balance, and no part of the payout's amount; other: kinds that the processor has added since. */
            kind: components["schemas"]["LineKind"];
            /** @description The payment; null if the line is not about a payment of this service. */
            svcPaymentId: string | null;
            /** @description The payment's order reference, as given at creation; null if none was given. */
            orderRef: string | null;
            /** @description Whether it is about a payment that you made outside this service. */
            merchantsOwn: boolean;
            /**
             * Format: int64
             * @description Before fees.
             */
            grossCents: number;
            /**
             * Format: int64
             * @description Our fee.
             */
            platformFeeCents: number;
            /**
             * Format: int64
             * @description Another platform's fee.
             */
            otherFeesCents: number;
            /**
             * Format: int64
             * @description The processor's fee.
             */
            processorFeeCents: number;
            /**
             * Format: int64
             * @description Withheld taxes.
             */
            taxCents: number;
            /**
             * Format: int64
             * @description Gross less all of these: the line's part of the payout.
             */
            netCents: number;
            /** @description ISO 4217, in lower case: the currency that your account settles in. */
            currency: string;
            /** @description What the customer was charged or refunded, in the payment's own currency; null if it is not known, or the line is a returned fee or not about a payment. */
            chargedCents: number | null;
            /** @description The payment's own currency; null if chargedCents is null. */
            chargeCurrency: string | null;
            /** @description The rate from the payment's currency, if that is another one. */
            exchangeRate: number | null;
            /** @description The processor's balance transaction, txn_… */
            processorReference: string;
        };
        /**
         * @description A payout has arrived at your bank. Only for endpoints that chose it.
         * @example {
         *       "id": "evt_1QExample",
         *       "object": "event",
         *       "type": "payout.paid",
         *       "created": 1000,
         *       "livemode": true,
         *       "data": {
         *         "object": {
         *           "id": "po_1QExample",
         *           "object": "payout",
         *           "amount": 1000,
         *           "currency": "example",
         *           "status": "example",
         *           "arrival_date": 1000
         *         }
         *       }
         *     }
         */
        PayoutPaidEvent: {
            /** @description The same as Svc-Event-Id: de-duplicate on it. */
            id: string;
            /**
             * @description The object's type.
             * @constant
             */
            object: "event";
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "payout.paid";
            /**
             * Format: int64
             * @description When the processor created it, in unix seconds. Do not order events by it.
             */
            created: number;
            /** @description Whether real money moved. */
            livemode: boolean;
            /** @description The connected account; absent on test events. */
            account?: string;
            /** @description The object that changed. */
            data: {
                object: components["schemas"]["ProcessorPayout"];
            } & {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        /**
         * @description The totals of one kind of line. Net is gross less all fees and taxes.
         * @example {
         *       "count": 1,
         *       "grossCents": 4999,
         *       "platformFeesCents": 155,
         *       "otherFeesCents": 0,
         *       "processorFeesCents": 175,
         *       "taxesCents": 0,
         *       "netCents": 4669
         *     }
         */
        PayoutTotal: {
            /**
             * Format: int64
             * @description How many lines.
             */
            count: number;
            /**
             * Format: int64
             * @description Signed: money received is positive.
             */
            grossCents: number;
            /**
             * Format: int64
             * @description Our fees.
             */
            platformFeesCents: number;
            /**
             * Format: int64
             * @description Fees of other platforms, on payments outside this service.
             */
            otherFeesCents: number;
            /**
             * Format: int64
             * @description The processor's fees.
             */
            processorFeesCents: number;
            /**
             * Format: int64
             * @description Withheld taxes.
             */
            taxesCents: number;
            /**
             * Format: int64
             * @description What is left after fees and taxes.
             */
            netCents: number;
        };
        /**
         * @description Why a request failed, as application/problem+json (RFC 9457). More members may be added.
         * @example {
         *       "code": "usd",
         *       "type": "https://shop.example/callbacks",
         *       "title": "example",
         *       "status": 1000,
         *       "detail": "example",
         *       "instance": "example",
         *       "traceId": "example",
         *       "retryable": true
         *     }
         */
        Problem: {
            /** @description The problem type. Branch on it. More codes may be added. */
            code: string;
            /**
             * Format: uri
             * @description A URL that explains the problem type. It ends with the code.
             */
            type: string;
            /** @description The problem type in words. */
            title: string;
            /**
             * Format: int64
             * @description The HTTP status.
             */
            status: number;
            /** @description What was wrong with this request, as text. */
            detail: string;
            /** @description The path that was called. */
            instance: string;
            /** @description Give it to support. It is also in the X-Correlation-Id header. */
            traceId: string;
            /** @description Whether the same request may succeed when it is sent again. */
            retryable: boolean;
            /** @description The fields that were wrong. */
            errors?: components["schemas"]["FieldProblem"][];
            /** @description The scope that the key needs. More scopes may be added. */
            requiredScope?: components["schemas"]["Scope"];
            /** @description The processor's own code for it. */
            processorCode?: string;
            /** @description Why the card was declined, in the processor's words. */
            declineCode?: string;
        };
        /**
         * @description A problem type, explained.
         * @example {
         *       "code": "in_progress",
         *       "type": "https://api.example.com/problems/in_progress",
         *       "title": "In progress",
         *       "status": 409,
         *       "meaning": "The first request with this Idempotency-Key is still running.",
         *       "advice": "Wait for Retry-After, then send the same request again. You get the response to the first one.",
         *       "retryable": true
         *     }
         */
        ProblemType: {
            /** @description The code in problem documents. */
            code: string;
            /**
             * Format: uri
             * @description The type in problem documents.
             */
            type: string;
            /** @description Its title. */
            title: string;
            /**
             * Format: int64
             * @description Its HTTP status.
             */
            status: number;
            /** @description What has happened. */
            meaning: string;
            /** @description What to do about it. */
            advice: string;
            /** @description Whether the same request may succeed when it is sent again. */
            retryable: boolean;
        };
        /**
         * @description A connected account. As the processor writes it, with many more fields.
         * @example {
         *       "id": "acct_1QExample",
         *       "object": "account",
         *       "charges_enabled": true,
         *       "payouts_enabled": true
         *     }
         */
        ProcessorAccount: {
            /** @description The merchant's connected account at the processor. */
            id: string;
            /**
             * @description The object's type.
             * @constant
             */
            object: "account";
            /** @description Whether it can accept charges. */
            charges_enabled: boolean;
            /** @description Whether it can receive payouts. */
            payouts_enabled: boolean;
        } & {
            [key: string]: unknown;
        };
        /**
         * @description A charge. As the processor writes it, with many more fields.
         * @example {
         *       "id": "example",
         *       "object": "charge",
         *       "payment_intent": "example",
         *       "amount": 1000,
         *       "amount_refunded": 1000,
         *       "currency": "example",
         *       "metadata": {}
         *     }
         */
        ProcessorCharge: {
            /** @description The charge's id. */
            id: string;
            /**
             * @description The object's type.
             * @constant
             */
            object: "charge";
            /** @description The intent that it belongs to. */
            payment_intent: string | null;
            /**
             * Format: int64
             * @description The charged amount.
             */
            amount: number;
            /**
             * Format: int64
             * @description The total refunded amount, including a released remainder.
             */
            amount_refunded: number;
            /** @description ISO 4217, in lower case. */
            currency: string;
            /** @description svcPaymentId, and orderRef, customerRef and branch where given. Without svcPaymentId it is the merchant's own charge. */
            metadata: {
                [key: string]: string;
            };
        } & {
            [key: string]: unknown;
        };
        /**
         * @description A dispute. As the processor writes it, with many more fields.
         * @example {
         *       "id": "example",
         *       "object": "dispute",
         *       "payment_intent": "example",
         *       "charge": "example",
         *       "amount": 1000,
         *       "status": "example",
         *       "reason": "example"
         *     }
         */
        ProcessorDispute: {
            /** @description The dispute's id. */
            id: string;
            /**
             * @description The object's type.
             * @constant
             */
            object: "dispute";
            /** @description The intent whose charge is disputed. */
            payment_intent: string | null;
            /** @description The charge that is disputed. */
            charge: string;
            /**
             * Format: int64
             * @description The disputed amount.
             */
            amount: number;
            /** @description Its status, for example needs_response, won or lost. */
            status: string;
            /** @description Why, for example fraudulent. */
            reason: string;
        } & {
            [key: string]: unknown;
        };
        /**
         * @description A bank's early warning of fraud. As the processor writes it, with many more fields.
         * @example {
         *       "id": "example",
         *       "object": "radar.early_fraud_warning",
         *       "charge": "example",
         *       "fraud_type": "example",
         *       "actionable": true
         *     }
         */
        ProcessorFraudWarning: {
            /** @description The warning's id. */
            id: string;
            /**
             * @description The object's type.
             * @constant
             */
            object: "radar.early_fraud_warning";
            /** @description The charge that the bank suspects. */
            charge: string;
            /** @description The charge's intent. */
            payment_intent?: string | null;
            /** @description What the bank suspects, for example unauthorized_use_of_card. */
            fraud_type: string;
            /** @description Whether a refund could still prevent a dispute. */
            actionable: boolean;
        } & {
            [key: string]: unknown;
        };
        /**
         * @description A payment intent. As the processor writes it, with many more fields.
         * @example {
         *       "id": "pi_3QExample",
         *       "object": "payment_intent",
         *       "status": "example",
         *       "amount": 1000,
         *       "amount_capturable": 1000,
         *       "amount_received": 1000,
         *       "currency": "example",
         *       "metadata": {}
         *     }
         */
        ProcessorPaymentIntent: {
            /** @description The payment intent at the processor. */
            id: string;
            /**
             * @description The object's type.
             * @constant
             */
            object: "payment_intent";
            /** @description The intent's status at the processor when the event was created. */
            status: string;
            /**
             * Format: int64
             * @description The intended amount, in the smallest currency unit.
             */
            amount: number;
            /**
             * Format: int64
             * @description The amount that can be captured.
             */
            amount_capturable: number;
            /**
             * Format: int64
             * @description The captured amount.
             */
            amount_received: number;
            /** @description ISO 4217, in lower case. */
            currency: string;
            /** @description svcPaymentId, and orderRef, customerRef and branch where given. Without svcPaymentId it is the merchant's own charge. */
            metadata: {
                [key: string]: string;
            };
        } & {
            [key: string]: unknown;
        };
        /**
         * @description A payout. GET /v1/payouts/{id} shows what is in it. As the processor writes it, with many more fields.
         * @example {
         *       "id": "po_1QExample",
         *       "object": "payout",
         *       "amount": 1000,
         *       "currency": "example",
         *       "status": "example",
         *       "arrival_date": 1000
         *     }
         */
        ProcessorPayout: {
            /** @description The payout's id at the processor. */
            id: string;
            /**
             * @description The object's type.
             * @constant
             */
            object: "payout";
            /**
             * Format: int64
             * @description The amount that arrives; negative if the bank is debited.
             */
            amount: number;
            /** @description ISO 4217, in lower case. */
            currency: string;
            /** @description Its status when the event was created. */
            status: string;
            /**
             * Format: int64
             * @description When it is expected at the bank, in unix seconds.
             */
            arrival_date: number;
        } & {
            [key: string]: unknown;
        };
        /**
         * @description A refund. As the processor writes it, with many more fields.
         * @example {
         *       "id": "example",
         *       "object": "refund",
         *       "payment_intent": "example",
         *       "charge": "example",
         *       "amount": 1000,
         *       "currency": "example",
         *       "status": "example"
         *     }
         */
        ProcessorRefund: {
            /** @description The refund's id. */
            id: string;
            /**
             * @description The object's type.
             * @constant
             */
            object: "refund";
            /** @description The intent whose charge is refunded. */
            payment_intent: string | null;
            /** @description The charge that is refunded. */
            charge: string | null;
            /**
             * Format: int64
             * @description The amount to refund.
             */
            amount: number;
            /** @description ISO 4217, in lower case. */
            currency: string;
            /** @description Its status, for example failed. */
            status: string | null;
        } & {
            [key: string]: unknown;
        };
        /**
         * @description The card's bank suspects fraud: a refund now prevents a dispute. Only for endpoints that chose it.
         * @example {
         *       "id": "evt_1QExample",
         *       "object": "event",
         *       "type": "radar.early_fraud_warning.created",
         *       "created": 1000,
         *       "livemode": true,
         *       "data": {
         *         "object": {
         *           "id": "example",
         *           "object": "radar.early_fraud_warning",
         *           "charge": "example",
         *           "fraud_type": "example",
         *           "actionable": true
         *         }
         *       }
         *     }
         */
        RadarEarlyFraudWarningCreatedEvent: {
            /** @description The same as Svc-Event-Id: de-duplicate on it. */
            id: string;
            /**
             * @description The object's type.
             * @constant
             */
            object: "event";
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "radar.early_fraud_warning.created";
            /**
             * Format: int64
             * @description When the processor created it, in unix seconds. Do not order events by it.
             */
            created: number;
            /** @description Whether real money moved. */
            livemode: boolean;
            /** @description The connected account; absent on test events. */
            account?: string;
            /** @description The object that changed. */
            data: {
                object: components["schemas"]["ProcessorFraudWarning"];
            } & {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        /**
         * @description A reader's status.
         * @example online
         * @enum {string}
         */
        ReaderStatus: "online" | "offline";
        /**
         * @description An event with every attempt to deliver it, and its body.
         * @example {
         *       "id": "evt_1QExample",
         *       "type": "payment_intent.succeeded",
         *       "svcPaymentId": "svcpay_5f2b8c1de0a94b7391c6f3a2d7e8b9c0",
         *       "orderRef": "order-1042",
         *       "amountCents": 4999,
         *       "currency": "usd",
         *       "receivedAt": "2026-07-01T12:00:08.000Z",
         *       "applied": "applied",
         *       "delivery": "delivered",
         *       "endpointId": "ep_5f2b8c1de0a94b73",
         *       "attemptCount": 1,
         *       "nextAttemptAt": null,
         *       "payload": "processor",
         *       "version": null,
         *       "endpointIds": [
         *         "ep_5f2b8c1de0a94b73"
         *       ],
         *       "traceId": "9e1b2c3d-0000-4000-8000-000000000002",
         *       "deliveries": [
         *         {
         *           "endpointId": "ep_5f2b8c1de0a94b73",
         *           "delivery": "delivered",
         *           "attemptCount": 1,
         *           "nextAttemptAt": null,
         *           "attempts": [
         *             {
         *               "at": "2026-07-01T12:00:09.000Z",
         *               "deliveryRound": 1,
         *               "attempt": 1,
         *               "milliseconds": 84,
         *               "status": 204,
         *               "error": null,
         *               "answer": null,
         *               "nextAttemptAt": null,
         *               "payload": "processor",
         *               "version": null,
         *               "bodySha256": null
         *             }
         *           ]
         *         }
         *       ],
         *       "body": "{\"id\":\"evt_1QExample\",\"object\":\"event\",…}"
         *     }
         */
        RecordedEvent: {
            /** @description The event's id. */
            id: string;
            /** @description What happened, for example payment_intent.succeeded. */
            type: string;
            /** @description The payment that the event is about; null if there is none. */
            svcPaymentId: string | null;
            /** @description The payment's order reference from the event's body; null if it has none. Not in the feed. */
            orderRef?: string | null;
            /** @description The amount in the event's body: what was paid or attempted, refunded, disputed or paid out; null if it has none. Not in the feed. */
            amountCents?: number | null;
            /** @description The amount's currency; null without an amount. Not in the feed. */
            currency?: string | null;
            /**
             * Format: date-time
             * @description When the processor's event was received.
             */
            receivedAt: string;
            /** @description What the event did to the ledger; null until that is finished. */
            applied: components["schemas"]["AppliedOutcome"] | null;
            /** @description The state of its callback. none: there was no endpoint, it was deleted, or this type is not sent; held: the endpoint is disabled. With several endpoints it is the state at the one where it is worst: dead, pending after a failed attempt, held, pending, delivered. In a list of one endpointId it is the state there. */
            delivery: components["schemas"]["DeliveryState"];
            /** @description Whose state is shown; null if there is none. */
            endpointId: string | null;
            /**
             * Format: int64
             * @description How often the callback was attempted since it was last (re)delivered.
             */
            attemptCount: number;
            /** @description When the next attempt is due; null if there is none. */
            nextAttemptAt: string | null;
            /** @description The payload of the last attempt; null before the first. */
            payload: components["schemas"]["CallbackPayload"] | null;
            /** @description The version of what the last attempt showed; null with the processor's payload. */
            version: number | null;
            /** @description The callback endpoints that it is sent to, also those that were deleted since. */
            endpointIds: string[];
            /** @description The id of the request that caused it. The same id is in its X-Correlation-Id header and in our logs. */
            traceId: string;
            /** @description Only in the feed: the `after` with which to continue once you have handled this event. No event is missed, and events of the last eleven minutes may come again. An event that is not applied yet comes again. */
            cursor?: string;
            /** @description The processor's event, byte for byte. With the processor's payload it is what was sent, and the signature covers exactly this text; a body of the service payload is rendered at each attempt and not stored. It is JSON, a CallbackEvent. */
            body: string;
            /** @description One for each endpoint that it is sent to. */
            deliveries: components["schemas"]["EventDelivery"][];
        };
        /**
         * @description A recovery and its progress.
         * @example {
         *       "id": "rcv_0f8fad5bd9cb469fa16570867728950e",
         *       "since": "2026-07-01T00:00:00.000Z",
         *       "until": "2026-07-02T00:00:00.000Z",
         *       "by": "receipt",
         *       "state": "running",
         *       "looked": 2300,
         *       "sent": 512
         *     }
         */
        Recovery: {
            /** @description See its progress at /v1/event-recoveries/{id}. */
            id: string;
            /** @description The window's beginning; null: all dead events. */
            since: string | null;
            /** @description The window's end; null: all dead events. */
            until: string | null;
            /** @description Which time of the events the window refers to. */
            by: components["schemas"]["RecoveryTime"];
            /** @description Which callback endpoint was named; absent: all that are enabled. */
            endpointId?: string;
            /** @description done: every event of the window was checked. Redelivered events arrive within the next minutes. */
            state: components["schemas"]["RecoveryState"];
            /**
             * Format: int64
             * @description How many events of the window were checked so far.
             */
            looked: number;
            /**
             * Format: int64
             * @description How many of them were dead or held, and are being sent again.
             */
            sent: number;
        };
        /**
         * @description A recovery's state.
         * @example running
         * @enum {string}
         */
        RecoveryState: "running" | "done";
        /**
         * @description Which time of an event counts.
         * @example receipt
         * @enum {string}
         */
        RecoveryTime: "receipt" | "death";
        /**
         * @description The onboarding state, just fetched from the processor.
         * @example {
         *       "processorAccountId": "acct_1QExample",
         *       "onboardingStatus": "pending",
         *       "chargesEnabled": false,
         *       "payoutsEnabled": false
         *     }
         */
        RefreshedOnboarding: {
            /** @description The merchant's connected account at the processor. */
            processorAccountId: string;
            onboardingStatus: components["schemas"]["OnboardingStatus"];
            /** @description Whether the account can accept charges. */
            chargesEnabled: boolean;
            /** @description Whether the account can receive payouts. */
            payoutsEnabled: boolean;
        };
        /**
         * @description A refund of a payment, as it is at the processor now.
         * @example {
         *       "refundId": "re_1QExample",
         *       "amountCents": 1000,
         *       "status": "succeeded",
         *       "reason": "requested_by_customer",
         *       "failureReason": null,
         *       "createdAt": "2026-07-01T12:00:00.000Z",
         *       "ours": true
         *     }
         */
        Refund: {
            /** @description The refund at the processor. */
            refundId: string;
            /**
             * Format: int64
             * @description The refunded amount, in the smallest currency unit.
             */
            amountCents: number;
            /** @description succeeded; pending; requires_action; failed or canceled: nothing was refunded. The processor may add more. */
            status: string;
            /** @description The reason given to the processor; null if none was. */
            reason: string | null;
            /** @description Why it failed, in the processor's words. */
            failureReason: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /** @description Whether it was created with this API. false: in the processor's dashboard. */
            ours: boolean;
        };
        /**
         * @description A refund failed after it was issued: the customer has not received the money. Only for endpoints that chose it.
         * @example {
         *       "id": "evt_1QExample",
         *       "object": "event",
         *       "type": "refund.failed",
         *       "created": 1000,
         *       "livemode": true,
         *       "data": {
         *         "object": {
         *           "id": "example",
         *           "object": "refund",
         *           "payment_intent": "example",
         *           "charge": "example",
         *           "amount": 1000,
         *           "currency": "example",
         *           "status": "example"
         *         }
         *       }
         *     }
         */
        RefundFailedEvent: {
            /** @description The same as Svc-Event-Id: de-duplicate on it. */
            id: string;
            /**
             * @description The object's type.
             * @constant
             */
            object: "event";
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "refund.failed";
            /**
             * Format: int64
             * @description When the processor created it, in unix seconds. Do not order events by it.
             */
            created: number;
            /** @description Whether real money moved. */
            livemode: boolean;
            /** @description The connected account; absent on test events. */
            account?: string;
            /** @description The object that changed. */
            data: {
                object: components["schemas"]["ProcessorRefund"];
            } & {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        /**
         * @description Why a payment is refunded.
         * @example requested_by_customer
         * @enum {string}
         */
        RefundReason: "requested_by_customer" | "duplicate" | "fraudulent";
        /**
         * @description A payment after a refund, and the refund.
         * @example {
         *       "svcPaymentId": "svcpay_5f2b8c1de0a94b7391c6f3a2d7e8b9c0",
         *       "status": "partially_refunded",
         *       "amountCents": 4999,
         *       "applicationFeeCents": 155,
         *       "currency": "usd",
         *       "orderRef": "order-1001",
         *       "processorPaymentIntentId": "pi_3QExample",
         *       "capturedCents": 4999,
         *       "refundedCents": 1000,
         *       "createdAt": "2026-07-01T12:00:00.000Z",
         *       "refundId": "re_1QExample"
         *     }
         */
        RefundedPayment: {
            /** @description The payment's stable id. Store it as your reference. */
            svcPaymentId: string;
            status: components["schemas"]["PaymentStatus"];
            /**
             * Format: int64
             * @description The amount in the smallest currency unit: authorized until capture, captured after it.
             */
            amountCents: number;
            /**
             * Format: int64
             * @description The platform's fee on this payment, in the same unit.
             */
            applicationFeeCents: number;
            /** @description ISO 4217, in lower case. */
            currency: string;
            /** @description Your order's reference, as given at creation; null if none was given. */
            orderRef: string | null;
            /** @description The payment intent at the processor. */
            processorPaymentIntentId: string;
            /**
             * Format: int64
             * @description The captured amount, in the smallest currency unit; 0 before the capture.
             */
            capturedCents: number;
            /**
             * Format: int64
             * @description The total refunded amount, in the smallest currency unit.
             */
            refundedCents: number;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /** @description The refund, as GET /v1/payments/{id}/refunds lists it. */
            refundId: string;
        };
        /**
         * @description An item that a person has resolved.
         * @example {
         *       "attentionId": "att_re_1QExample",
         *       "resolvedAt": "2026-07-02T12:00:00.000Z"
         *     }
         */
        ResolvedAttention: {
            /** @description The item's attentionId. */
            attentionId: string;
            /**
             * Format: date-time
             * @description Since when.
             */
            resolvedAt: string;
        };
        /**
         * @description A new signing secret.
         * @example {
         *       "secret": "whsec_c2FtcGxlIHNlY3JldCBvZiAzMiBieXRlcywgcmlnaHQ=",
         *       "previousSecretExpiresAt": "2026-07-01T13:00:00.000Z"
         *     }
         */
        RotatedSecret: {
            /** @description The signing secret. It is shown only once. */
            secret: string;
            /**
             * Format: date-time
             * @description Until when the previous secret also signs.
             */
            previousSecretExpiresAt: string;
        };
        /**
         * @description When a saved payment method can be used.
         * @example on_session
         * @enum {string}
         */
        SavedFor: "on_session" | "off_session";
        /**
         * @description A payment method that a customer has saved.
         * @example {
         *       "customerId": "cus_QExample",
         *       "paymentMethodId": "pm_1QExample",
         *       "type": "card",
         *       "brand": "visa",
         *       "last4": "4242",
         *       "expMonth": 12,
         *       "expYear": 2034
         *     }
         */
        SavedPaymentMethod: {
            /** @description The customer's id at the processor. */
            customerId: string;
            /** @description The payment method's id at the processor. */
            paymentMethodId: string;
            /** @description For example card or us_bank_account. */
            type: string;
            /** @description The card's brand or the bank's name. */
            brand: string | null;
            /** @description The last four digits. */
            last4: string | null;
            /** @description The month in which the card expires. */
            expMonth: number | null;
            /** @description The year in which the card expires. */
            expYear: number | null;
        };
        /**
         * @description What an API key may do.
         * @example payments:read
         * @enum {string}
         */
        Scope: "payments:read" | "payments:write" | "refunds:write" | "charges:write" | "customers:read" | "customers:write" | "terminal" | "onboarding" | "events:read" | "finance:read" | "callbacks:write" | "console";
        /**
         * @description A receipt that the processor was asked to mail.
         * @example {
         *       "svcPaymentId": "svcpay_5f2b8c1de0a94b7391c6f3a2d7e8b9c0"
         *     }
         */
        SentReceipt: {
            /** @description The payment's id. */
            svcPaymentId: string;
        };
        /**
         * @description Your connected account as it is when the callback is sent. Replace your copy if this version is higher.
         * @example {
         *       "processorAccountId": "acct_1QExample",
         *       "onboardingStatus": "pending",
         *       "chargesEnabled": true,
         *       "payoutsEnabled": true,
         *       "requirements": "example",
         *       "version": 1000
         *     }
         */
        ServiceAccount: {
            /** @description The connected account; null while there is none. */
            processorAccountId: string | null;
            onboardingStatus: components["schemas"]["OnboardingStatus"];
            /** @description Whether the account can accept charges. */
            chargesEnabled: boolean;
            /** @description Whether the account can receive payouts. */
            payoutsEnabled: boolean;
            /** @description What the processor still requires, separated by commas; null if nothing. */
            requirements: string | null;
            /**
             * Format: int64
             * @description Increases with every change of what is shown here. Use it only to compare: the number has no other meaning.
             */
            version: number;
        };
        /**
         * @description A merchant's onboarding or capability state changed.
         * @example {
         *       "payload": "service",
         *       "id": "evt_1QExample",
         *       "type": "account.updated",
         *       "createdAt": "2026-07-01T12:00:00.000Z",
         *       "account": {
         *         "processorAccountId": "acct_1QExample",
         *         "onboardingStatus": "pending",
         *         "chargesEnabled": true,
         *         "payoutsEnabled": true,
         *         "requirements": "example",
         *         "version": 1000
         *       }
         *     }
         */
        ServiceAccountUpdated: {
            /**
             * @description Which payload this is.
             * @constant
             */
            payload: "service";
            /** @description The same as Svc-Event-Id: process it once. */
            id: string;
            /**
             * @description Why this callback is sent. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "account.updated";
            /**
             * Format: date-time
             * @description When it happened, by the processor's clock. Do not order events by it.
             */
            createdAt: string;
            /** @description Your connected account, as it is now. */
            account: components["schemas"]["ServiceAccount"];
        };
        /**
         * @description Sent on request: POST /v1/callback-endpoints/{id}/test.
         * @example {
         *       "payload": "service",
         *       "id": "evt_1QExample",
         *       "type": "callback.test",
         *       "createdAt": "2026-07-01T12:00:00.000Z"
         *     }
         */
        ServiceCallbackTest: {
            /**
             * @description Which payload this is.
             * @constant
             */
            payload: "service";
            /** @description The same as Svc-Event-Id: process it once. */
            id: string;
            /**
             * @description Why this callback is sent. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "callback.test";
            /**
             * Format: date-time
             * @description When it happened, by the processor's clock. Do not order events by it.
             */
            createdAt: string;
        };
        /**
         * @description A dispute was resolved (won or lost).
         * @example {
         *       "payload": "service",
         *       "id": "evt_1QExample",
         *       "type": "dispute.closed",
         *       "createdAt": "2026-07-01T12:00:00.000Z",
         *       "dispute": {
         *         "disputeId": "example",
         *         "status": "example",
         *         "reason": "example",
         *         "amountCents": 1000,
         *         "dueBy": "2026-07-01T12:00:00.000Z"
         *       },
         *       "payment": {
         *         "svcPaymentId": "svcpay_5f2b8c1de0a94b7391c6f3a2d7e8b9c0",
         *         "status": "requires_payment_method",
         *         "amountCents": 1000,
         *         "applicationFeeCents": 1000,
         *         "currency": "usd",
         *         "orderRef": "example",
         *         "processorPaymentIntentId": "pi_3QExample",
         *         "capturedCents": 1000,
         *         "refundedCents": 1000,
         *         "createdAt": "2026-07-01T12:00:00.000Z",
         *         "captureBefore": "2026-07-01T12:00:00.000Z",
         *         "disputes": [
         *           {
         *             "disputeId": "example",
         *             "status": "example",
         *             "reason": "example",
         *             "amountCents": 1000,
         *             "dueBy": "2026-07-01T12:00:00.000Z"
         *           }
         *         ],
         *         "version": 1000
         *       }
         *     }
         */
        ServiceDisputeClosed: {
            /**
             * @description Which payload this is.
             * @constant
             */
            payload: "service";
            /** @description The same as Svc-Event-Id: process it once. */
            id: string;
            /**
             * @description Why this callback is sent. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "dispute.closed";
            /**
             * Format: date-time
             * @description When it happened, by the processor's clock. Do not order events by it.
             */
            createdAt: string;
            /** @description The dispute, as it is now. */
            dispute: components["schemas"]["PaymentDispute"];
            /** @description The payment, as it is now. */
            payment: components["schemas"]["ServicePayment"];
        };
        /**
         * @description A dispute or chargeback was opened.
         * @example {
         *       "payload": "service",
         *       "id": "evt_1QExample",
         *       "type": "dispute.created",
         *       "createdAt": "2026-07-01T12:00:00.000Z",
         *       "dispute": {
         *         "disputeId": "example",
         *         "status": "example",
         *         "reason": "example",
         *         "amountCents": 1000,
         *         "dueBy": "2026-07-01T12:00:00.000Z"
         *       },
         *       "payment": {
         *         "svcPaymentId": "svcpay_5f2b8c1de0a94b7391c6f3a2d7e8b9c0",
         *         "status": "requires_payment_method",
         *         "amountCents": 1000,
         *         "applicationFeeCents": 1000,
         *         "currency": "usd",
         *         "orderRef": "example",
         *         "processorPaymentIntentId": "pi_3QExample",
         *         "capturedCents": 1000,
         *         "refundedCents": 1000,
         *         "createdAt": "2026-07-01T12:00:00.000Z",
         *         "captureBefore": "2026-07-01T12:00:00.000Z",
         *         "disputes": [
         *           {
         *             "disputeId": "example",
         *             "status": "example",
         *             "reason": "example",
         *             "amountCents": 1000,
         *             "dueBy": "2026-07-01T12:00:00.000Z"
         *           }
         *         ],
         *         "version": 1000
         *       }
         *     }
         */
        ServiceDisputeCreated: {
            /**
             * @description Which payload this is.
             * @constant
             */
            payload: "service";
            /** @description The same as Svc-Event-Id: process it once. */
            id: string;
            /**
             * @description Why this callback is sent. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "dispute.created";
            /**
             * Format: date-time
             * @description When it happened, by the processor's clock. Do not order events by it.
             */
            createdAt: string;
            /** @description The dispute, as it is now. */
            dispute: components["schemas"]["PaymentDispute"];
            /** @description The payment, as it is now. */
            payment: components["schemas"]["ServicePayment"];
        };
        /**
         * @description A dispute needs a response within three days.
         * @example {
         *       "payload": "service",
         *       "id": "evt_1QExample",
         *       "type": "dispute.response_due",
         *       "createdAt": "2026-07-01T12:00:00.000Z",
         *       "dispute": {
         *         "disputeId": "example",
         *         "status": "example",
         *         "reason": "example",
         *         "amountCents": 1000,
         *         "dueBy": "2026-07-01T12:00:00.000Z"
         *       },
         *       "payment": {
         *         "svcPaymentId": "svcpay_5f2b8c1de0a94b7391c6f3a2d7e8b9c0",
         *         "status": "requires_payment_method",
         *         "amountCents": 1000,
         *         "applicationFeeCents": 1000,
         *         "currency": "usd",
         *         "orderRef": "example",
         *         "processorPaymentIntentId": "pi_3QExample",
         *         "capturedCents": 1000,
         *         "refundedCents": 1000,
         *         "createdAt": "2026-07-01T12:00:00.000Z",
         *         "captureBefore": "2026-07-01T12:00:00.000Z",
         *         "disputes": [
         *           {
         *             "disputeId": "example",
         *             "status": "example",
         *             "reason": "example",
         *             "amountCents": 1000,
         *             "dueBy": "2026-07-01T12:00:00.000Z"
         *           }
         *         ],
         *         "version": 1000
         *       }
         *     }
         */
        ServiceDisputeResponseDue: {
            /**
             * @description Which payload this is.
             * @constant
             */
            payload: "service";
            /** @description The same as Svc-Event-Id: process it once. */
            id: string;
            /**
             * @description Why this callback is sent. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "dispute.response_due";
            /**
             * Format: date-time
             * @description When it happened, by the processor's clock. Do not order events by it.
             */
            createdAt: string;
            /** @description The dispute, as it is now. */
            dispute: components["schemas"]["PaymentDispute"];
            /** @description The payment, as it is now. */
            payment: components["schemas"]["ServicePayment"];
        };
        /**
         * @description A dispute changed, for example an inquiry became a chargeback.
         * @example {
         *       "payload": "service",
         *       "id": "evt_1QExample",
         *       "type": "dispute.updated",
         *       "createdAt": "2026-07-01T12:00:00.000Z",
         *       "dispute": {
         *         "disputeId": "example",
         *         "status": "example",
         *         "reason": "example",
         *         "amountCents": 1000,
         *         "dueBy": "2026-07-01T12:00:00.000Z"
         *       },
         *       "payment": {
         *         "svcPaymentId": "svcpay_5f2b8c1de0a94b7391c6f3a2d7e8b9c0",
         *         "status": "requires_payment_method",
         *         "amountCents": 1000,
         *         "applicationFeeCents": 1000,
         *         "currency": "usd",
         *         "orderRef": "example",
         *         "processorPaymentIntentId": "pi_3QExample",
         *         "capturedCents": 1000,
         *         "refundedCents": 1000,
         *         "createdAt": "2026-07-01T12:00:00.000Z",
         *         "captureBefore": "2026-07-01T12:00:00.000Z",
         *         "disputes": [
         *           {
         *             "disputeId": "example",
         *             "status": "example",
         *             "reason": "example",
         *             "amountCents": 1000,
         *             "dueBy": "2026-07-01T12:00:00.000Z"
         *           }
         *         ],
         *         "version": 1000
         *       }
         *     }
         */
        ServiceDisputeUpdated: {
            /**
             * @description Which payload this is.
             * @constant
             */
            payload: "service";
            /** @description The same as Svc-Event-Id: process it once. */
            id: string;
            /**
             * @description Why this callback is sent. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "dispute.updated";
            /**
             * Format: date-time
             * @description When it happened, by the processor's clock. Do not order events by it.
             */
            createdAt: string;
            /** @description The dispute, as it is now. */
            dispute: components["schemas"]["PaymentDispute"];
            /** @description The payment, as it is now. */
            payment: components["schemas"]["ServicePayment"];
        };
        /**
         * @description The body of a callback in the service payload. More types may be added: respond with 2xx to types that you do not know.
         * @example {
         *       "payload": "service",
         *       "id": "evt_1QExample",
         *       "type": "payment.succeeded",
         *       "createdAt": "2026-07-01T12:00:00.000Z",
         *       "payment": {
         *         "svcPaymentId": "svcpay_5f2b8c1de0a94b7391c6f3a2d7e8b9c0",
         *         "status": "requires_payment_method",
         *         "amountCents": 1000,
         *         "applicationFeeCents": 1000,
         *         "currency": "usd",
         *         "orderRef": "example",
         *         "processorPaymentIntentId": "pi_3QExample",
         *         "capturedCents": 1000,
         *         "refundedCents": 1000,
         *         "createdAt": "2026-07-01T12:00:00.000Z",
         *         "captureBefore": "2026-07-01T12:00:00.000Z",
         *         "disputes": [
         *           {
         *             "disputeId": "example",
         *             "status": "example",
         *             "reason": "example",
         *             "amountCents": 1000,
         *             "dueBy": "2026-07-01T12:00:00.000Z"
         *           }
         *         ],
         *         "version": 1000
         *       }
         *     }
         */
        ServiceEvent: components["schemas"]["ServicePaymentSucceeded"] | components["schemas"]["ServicePaymentProcessing"] | components["schemas"]["ServicePaymentFailed"] | components["schemas"]["ServicePaymentAuthorized"] | components["schemas"]["ServicePaymentCanceled"] | components["schemas"]["ServicePaymentRefunded"] | components["schemas"]["ServiceDisputeCreated"] | components["schemas"]["ServiceDisputeClosed"] | components["schemas"]["ServiceAccountUpdated"] | components["schemas"]["ServiceRefundFailed"] | components["schemas"]["ServiceDisputeUpdated"] | components["schemas"]["ServicePaymentFraudWarning"] | components["schemas"]["ServicePayoutPaid"] | components["schemas"]["ServicePayoutFailed"] | components["schemas"]["ServicePaymentHoldExpiring"] | components["schemas"]["ServiceDisputeResponseDue"] | components["schemas"]["ServicePaymentUpdated"] | components["schemas"]["ServicePayoutUpdated"] | components["schemas"]["ServiceReportReady"] | components["schemas"]["ServiceCallbackTest"];
        /**
         * @description A payment as it is when the callback is sent. Replace your copy if this version is higher.
         * @example {
         *       "svcPaymentId": "svcpay_5f2b8c1de0a94b7391c6f3a2d7e8b9c0",
         *       "status": "requires_payment_method",
         *       "amountCents": 1000,
         *       "applicationFeeCents": 1000,
         *       "currency": "usd",
         *       "orderRef": "example",
         *       "processorPaymentIntentId": "pi_3QExample",
         *       "capturedCents": 1000,
         *       "refundedCents": 1000,
         *       "createdAt": "2026-07-01T12:00:00.000Z",
         *       "captureBefore": "2026-07-01T12:00:00.000Z",
         *       "disputes": [
         *         {
         *           "disputeId": "example",
         *           "status": "example",
         *           "reason": "example",
         *           "amountCents": 1000,
         *           "dueBy": "2026-07-01T12:00:00.000Z"
         *         }
         *       ],
         *       "version": 1000
         *     }
         */
        ServicePayment: {
            /** @description The payment's stable id. Store it as your reference. */
            svcPaymentId: string;
            status: components["schemas"]["PaymentStatus"];
            /**
             * Format: int64
             * @description The amount in the smallest currency unit: authorized until capture, captured after it.
             */
            amountCents: number;
            /**
             * Format: int64
             * @description The platform's fee on this payment, in the same unit.
             */
            applicationFeeCents: number;
            /** @description ISO 4217, in lower case. */
            currency: string;
            /** @description Your order's reference, as given at creation; null if none was given. */
            orderRef: string | null;
            /** @description The payment intent at the processor. */
            processorPaymentIntentId: string;
            /**
             * Format: int64
             * @description The captured amount, in the smallest currency unit; 0 before the capture.
             */
            capturedCents: number;
            /**
             * Format: int64
             * @description The total refunded amount, in the smallest currency unit.
             */
            refundedCents: number;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /** @description Until when the hold can be captured; null if nothing is held. */
            captureBefore: string | null;
            /** @description All its known disputes, oldest first. */
            disputes: components["schemas"]["PaymentDispute"][];
            /** @description As given at creation; omitted if none was given. Hidden from operators. */
            metadata?: {
                [key: string]: string;
            };
            /**
             * Format: int64
             * @description Increases with every change of what is shown here. Use it only to compare: the number has no other meaning.
             */
            version: number;
        };
        /**
         * @description A manual-capture authorization is ready to capture.
         * @example {
         *       "payload": "service",
         *       "id": "evt_1QExample",
         *       "type": "payment.authorized",
         *       "createdAt": "2026-07-01T12:00:00.000Z",
         *       "payment": {
         *         "svcPaymentId": "svcpay_5f2b8c1de0a94b7391c6f3a2d7e8b9c0",
         *         "status": "requires_payment_method",
         *         "amountCents": 1000,
         *         "applicationFeeCents": 1000,
         *         "currency": "usd",
         *         "orderRef": "example",
         *         "processorPaymentIntentId": "pi_3QExample",
         *         "capturedCents": 1000,
         *         "refundedCents": 1000,
         *         "createdAt": "2026-07-01T12:00:00.000Z",
         *         "captureBefore": "2026-07-01T12:00:00.000Z",
         *         "disputes": [
         *           {
         *             "disputeId": "example",
         *             "status": "example",
         *             "reason": "example",
         *             "amountCents": 1000,
         *             "dueBy": "2026-07-01T12:00:00.000Z"
         *           }
         *         ],
         *         "version": 1000
         *       }
         *     }
         */
        ServicePaymentAuthorized: {
            /**
             * @description Which payload this is.
             * @constant
             */
            payload: "service";
            /** @description The same as Svc-Event-Id: process it once. */
            id: string;
            /**
             * @description Why this callback is sent. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "payment.authorized";
            /**
             * Format: date-time
             * @description When it happened, by the processor's clock. Do not order events by it.
             */
            createdAt: string;
            /** @description The payment, as it is now. */
            payment: components["schemas"]["ServicePayment"];
        };
        /**
         * @description The payment was canceled.
         * @example {
         *       "payload": "service",
         *       "id": "evt_1QExample",
         *       "type": "payment.canceled",
         *       "createdAt": "2026-07-01T12:00:00.000Z",
         *       "payment": {
         *         "svcPaymentId": "svcpay_5f2b8c1de0a94b7391c6f3a2d7e8b9c0",
         *         "status": "requires_payment_method",
         *         "amountCents": 1000,
         *         "applicationFeeCents": 1000,
         *         "currency": "usd",
         *         "orderRef": "example",
         *         "processorPaymentIntentId": "pi_3QExample",
         *         "capturedCents": 1000,
         *         "refundedCents": 1000,
         *         "createdAt": "2026-07-01T12:00:00.000Z",
         *         "captureBefore": "2026-07-01T12:00:00.000Z",
         *         "disputes": [
         *           {
         *             "disputeId": "example",
         *             "status": "example",
         *             "reason": "example",
         *             "amountCents": 1000,
         *             "dueBy": "2026-07-01T12:00:00.000Z"
         *           }
         *         ],
         *         "version": 1000
         *       }
         *     }
         */
        ServicePaymentCanceled: {
            /**
             * @description Which payload this is.
             * @constant
             */
            payload: "service";
            /** @description The same as Svc-Event-Id: process it once. */
            id: string;
            /**
             * @description Why this callback is sent. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "payment.canceled";
            /**
             * Format: date-time
             * @description When it happened, by the processor's clock. Do not order events by it.
             */
            createdAt: string;
            /** @description The payment, as it is now. */
            payment: components["schemas"]["ServicePayment"];
        };
        /**
         * @description Payment failed.
         * @example {
         *       "payload": "service",
         *       "id": "evt_1QExample",
         *       "type": "payment.failed",
         *       "createdAt": "2026-07-01T12:00:00.000Z",
         *       "payment": {
         *         "svcPaymentId": "svcpay_5f2b8c1de0a94b7391c6f3a2d7e8b9c0",
         *         "status": "requires_payment_method",
         *         "amountCents": 1000,
         *         "applicationFeeCents": 1000,
         *         "currency": "usd",
         *         "orderRef": "example",
         *         "processorPaymentIntentId": "pi_3QExample",
         *         "capturedCents": 1000,
         *         "refundedCents": 1000,
         *         "createdAt": "2026-07-01T12:00:00.000Z",
         *         "captureBefore": "2026-07-01T12:00:00.000Z",
         *         "disputes": [
         *           {
         *             "disputeId": "example",
         *             "status": "example",
         *             "reason": "example",
         *             "amountCents": 1000,
         *             "dueBy": "2026-07-01T12:00:00.000Z"
         *           }
         *         ],
         *         "version": 1000
         *       }
         *     }
         */
        ServicePaymentFailed: {
            /**
             * @description Which payload this is.
             * @constant
             */
            payload: "service";
            /** @description The same as Svc-Event-Id: process it once. */
            id: string;
            /**
             * @description Why this callback is sent. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "payment.failed";
            /**
             * Format: date-time
             * @description When it happened, by the processor's clock. Do not order events by it.
             */
            createdAt: string;
            /** @description The payment, as it is now. */
            payment: components["schemas"]["ServicePayment"];
            /** @description The processor's decline code of the failed attempt to pay. */
            declineCode?: string;
        };
        /**
         * @description The card's bank suspects fraud: a refund now prevents a dispute.
         * @example {
         *       "payload": "service",
         *       "id": "evt_1QExample",
         *       "type": "payment.fraud_warning",
         *       "createdAt": "2026-07-01T12:00:00.000Z",
         *       "payment": {
         *         "svcPaymentId": "svcpay_5f2b8c1de0a94b7391c6f3a2d7e8b9c0",
         *         "status": "requires_payment_method",
         *         "amountCents": 1000,
         *         "applicationFeeCents": 1000,
         *         "currency": "usd",
         *         "orderRef": "example",
         *         "processorPaymentIntentId": "pi_3QExample",
         *         "capturedCents": 1000,
         *         "refundedCents": 1000,
         *         "createdAt": "2026-07-01T12:00:00.000Z",
         *         "captureBefore": "2026-07-01T12:00:00.000Z",
         *         "disputes": [
         *           {
         *             "disputeId": "example",
         *             "status": "example",
         *             "reason": "example",
         *             "amountCents": 1000,
         *             "dueBy": "2026-07-01T12:00:00.000Z"
         *           }
         *         ],
         *         "version": 1000
         *       }
         *     }
         */
        ServicePaymentFraudWarning: {
            /**
             * @description Which payload this is.
             * @constant
             */
            payload: "service";
            /** @description The same as Svc-Event-Id: process it once. */
            id: string;
            /**
             * @description Why this callback is sent. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "payment.fraud_warning";
            /**
             * Format: date-time
             * @description When it happened, by the processor's clock. Do not order events by it.
             */
            createdAt: string;
            /** @description The payment, as it is now. */
            payment: components["schemas"]["ServicePayment"];
        };
        /**
         * @description A hold expires within a day: capture it, or let it expire.
         * @example {
         *       "payload": "service",
         *       "id": "evt_1QExample",
         *       "type": "payment.hold_expiring",
         *       "createdAt": "2026-07-01T12:00:00.000Z",
         *       "payment": {
         *         "svcPaymentId": "svcpay_5f2b8c1de0a94b7391c6f3a2d7e8b9c0",
         *         "status": "requires_payment_method",
         *         "amountCents": 1000,
         *         "applicationFeeCents": 1000,
         *         "currency": "usd",
         *         "orderRef": "example",
         *         "processorPaymentIntentId": "pi_3QExample",
         *         "capturedCents": 1000,
         *         "refundedCents": 1000,
         *         "createdAt": "2026-07-01T12:00:00.000Z",
         *         "captureBefore": "2026-07-01T12:00:00.000Z",
         *         "disputes": [
         *           {
         *             "disputeId": "example",
         *             "status": "example",
         *             "reason": "example",
         *             "amountCents": 1000,
         *             "dueBy": "2026-07-01T12:00:00.000Z"
         *           }
         *         ],
         *         "version": 1000
         *       }
         *     }
         */
        ServicePaymentHoldExpiring: {
            /**
             * @description Which payload this is.
             * @constant
             */
            payload: "service";
            /** @description The same as Svc-Event-Id: process it once. */
            id: string;
            /**
             * @description Why this callback is sent. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "payment.hold_expiring";
            /**
             * Format: date-time
             * @description When it happened, by the processor's clock. Do not order events by it.
             */
            createdAt: string;
            /** @description The payment, as it is now. */
            payment: components["schemas"]["ServicePayment"];
        };
        /**
         * @description Asynchronous payment (for example bank debit) is pending; do not fulfill yet.
         * @example {
         *       "payload": "service",
         *       "id": "evt_1QExample",
         *       "type": "payment.processing",
         *       "createdAt": "2026-07-01T12:00:00.000Z",
         *       "payment": {
         *         "svcPaymentId": "svcpay_5f2b8c1de0a94b7391c6f3a2d7e8b9c0",
         *         "status": "requires_payment_method",
         *         "amountCents": 1000,
         *         "applicationFeeCents": 1000,
         *         "currency": "usd",
         *         "orderRef": "example",
         *         "processorPaymentIntentId": "pi_3QExample",
         *         "capturedCents": 1000,
         *         "refundedCents": 1000,
         *         "createdAt": "2026-07-01T12:00:00.000Z",
         *         "captureBefore": "2026-07-01T12:00:00.000Z",
         *         "disputes": [
         *           {
         *             "disputeId": "example",
         *             "status": "example",
         *             "reason": "example",
         *             "amountCents": 1000,
         *             "dueBy": "2026-07-01T12:00:00.000Z"
         *           }
         *         ],
         *         "version": 1000
         *       }
         *     }
         */
        ServicePaymentProcessing: {
            /**
             * @description Which payload this is.
             * @constant
             */
            payload: "service";
            /** @description The same as Svc-Event-Id: process it once. */
            id: string;
            /**
             * @description Why this callback is sent. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "payment.processing";
            /**
             * Format: date-time
             * @description When it happened, by the processor's clock. Do not order events by it.
             */
            createdAt: string;
            /** @description The payment, as it is now. */
            payment: components["schemas"]["ServicePayment"];
        };
        /**
         * @description A refund was issued (full or partial).
         * @example {
         *       "payload": "service",
         *       "id": "evt_1QExample",
         *       "type": "payment.refunded",
         *       "createdAt": "2026-07-01T12:00:00.000Z",
         *       "payment": {
         *         "svcPaymentId": "svcpay_5f2b8c1de0a94b7391c6f3a2d7e8b9c0",
         *         "status": "requires_payment_method",
         *         "amountCents": 1000,
         *         "applicationFeeCents": 1000,
         *         "currency": "usd",
         *         "orderRef": "example",
         *         "processorPaymentIntentId": "pi_3QExample",
         *         "capturedCents": 1000,
         *         "refundedCents": 1000,
         *         "createdAt": "2026-07-01T12:00:00.000Z",
         *         "captureBefore": "2026-07-01T12:00:00.000Z",
         *         "disputes": [
         *           {
         *             "disputeId": "example",
         *             "status": "example",
         *             "reason": "example",
         *             "amountCents": 1000,
         *             "dueBy": "2026-07-01T12:00:00.000Z"
         *           }
         *         ],
         *         "version": 1000
         *       }
         *     }
         */
        ServicePaymentRefunded: {
            /**
             * @description Which payload this is.
             * @constant
             */
            payload: "service";
            /** @description The same as Svc-Event-Id: process it once. */
            id: string;
            /**
             * @description Why this callback is sent. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "payment.refunded";
            /**
             * Format: date-time
             * @description When it happened, by the processor's clock. Do not order events by it.
             */
            createdAt: string;
            /** @description The payment, as it is now. */
            payment: components["schemas"]["ServicePayment"];
        };
        /**
         * @description Payment completed; safe to fulfill.
         * @example {
         *       "payload": "service",
         *       "id": "evt_1QExample",
         *       "type": "payment.succeeded",
         *       "createdAt": "2026-07-01T12:00:00.000Z",
         *       "payment": {
         *         "svcPaymentId": "svcpay_5f2b8c1de0a94b7391c6f3a2d7e8b9c0",
         *         "status": "requires_payment_method",
         *         "amountCents": 1000,
         *         "applicationFeeCents": 1000,
         *         "currency": "usd",
         *         "orderRef": "example",
         *         "processorPaymentIntentId": "pi_3QExample",
         *         "capturedCents": 1000,
         *         "refundedCents": 1000,
         *         "createdAt": "2026-07-01T12:00:00.000Z",
         *         "captureBefore": "2026-07-01T12:00:00.000Z",
         *         "disputes": [
         *           {
         *             "disputeId": "example",
         *             "status": "example",
         *             "reason": "example",
         *             "amountCents": 1000,
         *             "dueBy": "2026-07-01T12:00:00.000Z"
         *           }
         *         ],
         *         "version": 1000
         *       }
         *     }
         */
        ServicePaymentSucceeded: {
            /**
             * @description Which payload this is.
             * @constant
             */
            payload: "service";
            /** @description The same as Svc-Event-Id: process it once. */
            id: string;
            /**
             * @description Why this callback is sent. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "payment.succeeded";
            /**
             * Format: date-time
             * @description When it happened, by the processor's clock. Do not order events by it.
             */
            createdAt: string;
            /** @description The payment, as it is now. */
            payment: components["schemas"]["ServicePayment"];
        };
        /**
         * @description A payment has changed, whatever other events tell of it.
         * @example {
         *       "payload": "service",
         *       "id": "evt_1QExample",
         *       "type": "payment.updated",
         *       "createdAt": "2026-07-01T12:00:00.000Z",
         *       "payment": {
         *         "svcPaymentId": "svcpay_5f2b8c1de0a94b7391c6f3a2d7e8b9c0",
         *         "status": "requires_payment_method",
         *         "amountCents": 1000,
         *         "applicationFeeCents": 1000,
         *         "currency": "usd",
         *         "orderRef": "example",
         *         "processorPaymentIntentId": "pi_3QExample",
         *         "capturedCents": 1000,
         *         "refundedCents": 1000,
         *         "createdAt": "2026-07-01T12:00:00.000Z",
         *         "captureBefore": "2026-07-01T12:00:00.000Z",
         *         "disputes": [
         *           {
         *             "disputeId": "example",
         *             "status": "example",
         *             "reason": "example",
         *             "amountCents": 1000,
         *             "dueBy": "2026-07-01T12:00:00.000Z"
         *           }
         *         ],
         *         "version": 1000
         *       }
         *     }
         */
        ServicePaymentUpdated: {
            /**
             * @description Which payload this is.
             * @constant
             */
            payload: "service";
            /** @description The same as Svc-Event-Id: process it once. */
            id: string;
            /**
             * @description Why this callback is sent. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "payment.updated";
            /**
             * Format: date-time
             * @description When it happened, by the processor's clock. Do not order events by it.
             */
            createdAt: string;
            /** @description The payment, as it is now. */
            payment: components["schemas"]["ServicePayment"];
        };
        /**
         * @description A payout as it is when the callback is sent. Replace your copy if this version is higher.
         * @example {
         *       "payoutId": "po_1QExample",
         *       "status": "example",
         *       "amountCents": 1000,
         *       "currency": "example",
         *       "automatic": true,
         *       "method": "example",
         *       "createdAt": "2026-07-01T12:00:00.000Z",
         *       "arrivesOn": "2026-07-01",
         *       "traceId": "example",
         *       "returnedAt": "2026-07-01T12:00:00.000Z",
         *       "failureCode": "example",
         *       "composition": "complete",
         *       "totals": {},
         *       "lineCount": 1000,
         *       "unexplainedCents": 1000,
         *       "version": 1000
         *     }
         */
        ServicePayout: {
            /** @description The payout's id at the processor. */
            payoutId: string;
            /** @description The processor's status: pending, in_transit, paid, failed or canceled; there may be others. A bank can return a payout days after it was paid: then it is failed, and its money is part of a later payout. */
            status: string;
            /**
             * Format: int64
             * @description The amount that arrives; negative if your bank is debited.
             */
            amountCents: number;
            /** @description ISO 4217, in lower case: the currency that your account settles in. */
            currency: string;
            /** @description false: you requested it yourself. */
            automatic: boolean;
            /** @description standard or instant. */
            method: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /**
             * Format: date
             * @description The day on which it is expected at your bank, in UTC.
             */
            arrivesOn: string;
            /** @description The reference by which your bank can find it; null until the bank provides it, which takes days. */
            traceId: string | null;
            /** @description When the money of a failed or canceled payout returned to your account; null if it has not. */
            returnedAt: string | null;
            /** @description The processor's failure code; null if it has not failed. */
            failureCode: string | null;
            /** @description complete: all lines are there. waiting: the processor does not know all of them yet. unknown: the processor cannot list them, because you requested the payout yourself. */
            composition: components["schemas"]["PayoutComposition"];
            /** @description By kind of line, once the composition is complete. */
            totals: {
                [key: string]: components["schemas"]["PayoutTotal"];
            };
            /**
             * Format: int64
             * @description How many lines there are.
             */
            lineCount: number;
            /** @description The part of the amount that the lines do not explain. If it is not 0, an operator was notified. null until the composition is complete. */
            unexplainedCents: number | null;
            /**
             * Format: int64
             * @description Increases with every change of what is shown here. Use it only to compare: the number has no other meaning.
             */
            version: number;
        };
        /**
         * @description A payout came back from your bank, possibly days after it was paid.
         * @example {
         *       "payload": "service",
         *       "id": "evt_1QExample",
         *       "type": "payout.failed",
         *       "createdAt": "2026-07-01T12:00:00.000Z",
         *       "payout": {
         *         "payoutId": "po_1QExample",
         *         "status": "example",
         *         "amountCents": 1000,
         *         "currency": "example",
         *         "automatic": true,
         *         "method": "example",
         *         "createdAt": "2026-07-01T12:00:00.000Z",
         *         "arrivesOn": "2026-07-01",
         *         "traceId": "example",
         *         "returnedAt": "2026-07-01T12:00:00.000Z",
         *         "failureCode": "example",
         *         "composition": "complete",
         *         "totals": {},
         *         "lineCount": 1000,
         *         "unexplainedCents": 1000,
         *         "version": 1000
         *       }
         *     }
         */
        ServicePayoutFailed: {
            /**
             * @description Which payload this is.
             * @constant
             */
            payload: "service";
            /** @description The same as Svc-Event-Id: process it once. */
            id: string;
            /**
             * @description Why this callback is sent. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "payout.failed";
            /**
             * Format: date-time
             * @description When it happened, by the processor's clock. Do not order events by it.
             */
            createdAt: string;
            /** @description The payout, as it is now. */
            payout: components["schemas"]["ServicePayout"];
        };
        /**
         * @description A payout has arrived at your bank.
         * @example {
         *       "payload": "service",
         *       "id": "evt_1QExample",
         *       "type": "payout.paid",
         *       "createdAt": "2026-07-01T12:00:00.000Z",
         *       "payout": {
         *         "payoutId": "po_1QExample",
         *         "status": "example",
         *         "amountCents": 1000,
         *         "currency": "example",
         *         "automatic": true,
         *         "method": "example",
         *         "createdAt": "2026-07-01T12:00:00.000Z",
         *         "arrivesOn": "2026-07-01",
         *         "traceId": "example",
         *         "returnedAt": "2026-07-01T12:00:00.000Z",
         *         "failureCode": "example",
         *         "composition": "complete",
         *         "totals": {},
         *         "lineCount": 1000,
         *         "unexplainedCents": 1000,
         *         "version": 1000
         *       }
         *     }
         */
        ServicePayoutPaid: {
            /**
             * @description Which payload this is.
             * @constant
             */
            payload: "service";
            /** @description The same as Svc-Event-Id: process it once. */
            id: string;
            /**
             * @description Why this callback is sent. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "payout.paid";
            /**
             * Format: date-time
             * @description When it happened, by the processor's clock. Do not order events by it.
             */
            createdAt: string;
            /** @description The payout, as it is now. */
            payout: components["schemas"]["ServicePayout"];
        };
        /**
         * @description A payout has changed, or its breakdown is known.
         * @example {
         *       "payload": "service",
         *       "id": "evt_1QExample",
         *       "type": "payout.updated",
         *       "createdAt": "2026-07-01T12:00:00.000Z",
         *       "payout": {
         *         "payoutId": "po_1QExample",
         *         "status": "example",
         *         "amountCents": 1000,
         *         "currency": "example",
         *         "automatic": true,
         *         "method": "example",
         *         "createdAt": "2026-07-01T12:00:00.000Z",
         *         "arrivesOn": "2026-07-01",
         *         "traceId": "example",
         *         "returnedAt": "2026-07-01T12:00:00.000Z",
         *         "failureCode": "example",
         *         "composition": "complete",
         *         "totals": {},
         *         "lineCount": 1000,
         *         "unexplainedCents": 1000,
         *         "version": 1000
         *       }
         *     }
         */
        ServicePayoutUpdated: {
            /**
             * @description Which payload this is.
             * @constant
             */
            payload: "service";
            /** @description The same as Svc-Event-Id: process it once. */
            id: string;
            /**
             * @description Why this callback is sent. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "payout.updated";
            /**
             * Format: date-time
             * @description When it happened, by the processor's clock. Do not order events by it.
             */
            createdAt: string;
            /** @description The payout, as it is now. */
            payout: components["schemas"]["ServicePayout"];
        };
        /**
         * @description A refund that failed.
         * @example {
         *       "refundId": "example",
         *       "amountCents": 1000,
         *       "currency": "example",
         *       "failureReason": "example"
         *     }
         */
        ServiceRefund: {
            /** @description The refund at the processor. */
            refundId: string;
            /**
             * Format: int64
             * @description The amount to refund, in the smallest currency unit.
             */
            amountCents: number;
            /** @description ISO 4217, in lower case. */
            currency: string;
            /** @description The processor's reason; null if it gives none. */
            failureReason: string | null;
        };
        /**
         * @description A refund failed after it was issued: the customer has not received the money.
         * @example {
         *       "payload": "service",
         *       "id": "evt_1QExample",
         *       "type": "refund.failed",
         *       "createdAt": "2026-07-01T12:00:00.000Z",
         *       "refund": {
         *         "refundId": "example",
         *         "amountCents": 1000,
         *         "currency": "example",
         *         "failureReason": "example"
         *       },
         *       "payment": {
         *         "svcPaymentId": "svcpay_5f2b8c1de0a94b7391c6f3a2d7e8b9c0",
         *         "status": "requires_payment_method",
         *         "amountCents": 1000,
         *         "applicationFeeCents": 1000,
         *         "currency": "usd",
         *         "orderRef": "example",
         *         "processorPaymentIntentId": "pi_3QExample",
         *         "capturedCents": 1000,
         *         "refundedCents": 1000,
         *         "createdAt": "2026-07-01T12:00:00.000Z",
         *         "captureBefore": "2026-07-01T12:00:00.000Z",
         *         "disputes": [
         *           {
         *             "disputeId": "example",
         *             "status": "example",
         *             "reason": "example",
         *             "amountCents": 1000,
         *             "dueBy": "2026-07-01T12:00:00.000Z"
         *           }
         *         ],
         *         "version": 1000
         *       }
         *     }
         */
        ServiceRefundFailed: {
            /**
             * @description Which payload this is.
             * @constant
             */
            payload: "service";
            /** @description The same as Svc-Event-Id: process it once. */
            id: string;
            /**
             * @description Why this callback is sent. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "refund.failed";
            /**
             * Format: date-time
             * @description When it happened, by the processor's clock. Do not order events by it.
             */
            createdAt: string;
            refund: components["schemas"]["ServiceRefund"];
            /** @description The payment, as it is now. */
            payment: components["schemas"]["ServicePayment"];
        };
        /**
         * @description A month whose reports are complete.
         * @example {
         *       "month": "example",
         *       "from": "2026-07-01",
         *       "to": "2026-07-01"
         *     }
         */
        ServiceReport: {
            /** @description The month in UTC, such as 2026-07. */
            month: string;
            /**
             * Format: date
             * @description Its first day: `from` of the reports.
             */
            from: string;
            /**
             * Format: date
             * @description Its last day: `to` of the reports.
             */
            to: string;
        };
        /**
         * @description Every day of a month has its final statement: the month's reports are complete.
         * @example {
         *       "payload": "service",
         *       "id": "evt_1QExample",
         *       "type": "report.ready",
         *       "createdAt": "2026-07-01T12:00:00.000Z",
         *       "report": {
         *         "month": "example",
         *         "from": "2026-07-01",
         *         "to": "2026-07-01"
         *       }
         *     }
         */
        ServiceReportReady: {
            /**
             * @description Which payload this is.
             * @constant
             */
            payload: "service";
            /** @description The same as Svc-Event-Id: process it once. */
            id: string;
            /**
             * @description Why this callback is sent. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "report.ready";
            /**
             * Format: date-time
             * @description When it happened, by the processor's clock. Do not order events by it.
             */
            createdAt: string;
            /** @description The month that is complete. */
            report: components["schemas"]["ServiceReport"];
        };
        /**
         * @description A change that a console session made to a callback endpoint.
         * @example {
         *       "at": "2026-07-01T12:00:00.000Z",
         *       "action": "example",
         *       "endpointOrigin": "example",
         *       "sessionId": "example"
         *     }
         */
        SetUp: {
            /**
             * Format: date-time
             * @description When.
             */
            at: string;
            /** @description set-callback-url, choose-callback-events, rotate-callback-secret, create-callback-endpoint or delete-callback-endpoint; more may be added. */
            action: string;
            /** @description That endpoint's address, without the path; null: it was deleted. */
            endpointOrigin: string | null;
            /** @description The session that made it: see GET /v1/console-sessions. */
            sessionId: string;
        };
        /**
         * @description The order of a list.
         * @example ascending
         * @enum {string}
         */
        SortOrder: "ascending" | "descending";
        /**
         * @description A day's statement.
         * @example {
         *       "date": "2026-07-01",
         *       "final": true,
         *       "generatedAt": "2026-07-02T06:05:04.000Z",
         *       "totals": [
         *         {
         *           "currency": "usd",
         *           "grossCents": 104990,
         *           "refundsCents": 4999,
         *           "disputesCents": 0,
         *           "platformFeesCents": 3100,
         *           "platformFeesReturnedCents": 50,
         *           "processorFeesCents": 3375,
         *           "netCents": 93516,
         *           "otherCents": -200,
         *           "otherCount": 1,
         *           "otherBalancesCents": 0,
         *           "merchantsOwnNetCents": 0,
         *           "accountNetCents": 93316
         *         }
         *       ],
         *       "balances": [
         *         {
         *           "currency": "usd",
         *           "openingBalanceCents": 250000,
         *           "accountNetCents": 93316,
         *           "payoutsCents": 4669,
         *           "payoutsReturnedCents": 0,
         *           "differenceCents": 0,
         *           "closingBalanceCents": 338647
         *         }
         *       ],
         *       "balanceChecked": true,
         *       "matched": 21,
         *       "merchantsOwn": 0,
         *       "unexplained": 0,
         *       "differences": [
         *         {
         *           "kind": "refunds_differ",
         *           "svcPaymentId": "svcpay_5f2b8c1de0a94b7391c6f3a2d7e8b9c0",
         *           "processorPaymentIntentId": "pi_3QExample",
         *           "currency": "usd",
         *           "ledger": {
         *             "status": "succeeded",
         *             "amountCents": 4999,
         *             "refundedCents": 0,
         *             "applicationFeeCents": 155
         *           },
         *           "processor": {
         *             "status": "refunded",
         *             "amountCents": 4999,
         *             "refundedCents": 4999,
         *             "applicationFeeCents": 155
         *           },
         *           "healed": true
         *         }
         *       ],
         *       "differencesOmitted": 0,
         *       "unreachableAccounts": [],
         *       "payouts": [
         *         {
         *           "payoutId": "po_1QExample",
         *           "amountCents": 4669,
         *           "currency": "usd"
         *         }
         *       ],
         *       "payoutsReturned": []
         *     }
         */
        Statement: {
            /**
             * Format: date
             * @description A day in UTC.
             */
            date: string;
            /** @description false: created before the day was over and booked, or while your account could not be read. It will be created again. */
            final: boolean;
            /**
             * Format: date-time
             * @description When it was created.
             */
            generatedAt: string;
            /** @description The totals of your payments through this service, by currency. */
            totals: components["schemas"]["StatementTotal"][];
            /** @description Your account's balance at the processor, by currency: opening + net − payouts + returned payouts = closing. */
            balances: components["schemas"]["StatementBalance"][];
            /** @description true: the closing balances are the processor's own. false: they follow from the lines alone. */
            balanceChecked: boolean;
            /**
             * Format: int64
             * @description On how many payments ledger and processor agree.
             */
            matched: number;
            /**
             * Format: int64
             * @description How many charges that you made outside this service moved money.
             */
            merchantsOwn: number;
            /**
             * Format: int64
             * @description How many charges moved money but cannot be read at the processor. Their money is in otherCents. An operator was notified.
             */
            unexplained: number;
            /** @description The payments that differed, at most 100. */
            differences: components["schemas"]["StatementDifference"][];
            /**
             * Format: int64
             * @description How many more payments differed than are listed.
             */
            differencesOmitted: number;
            /** @description Accounts that we can no longer read. The statement has only part of what moved on them, or nothing. */
            unreachableAccounts: string[];
            /** @description Payouts created that day. The money in them moved earlier and is on earlier statements. */
            payouts: components["schemas"]["StatementPayout"][];
            /** @description Payouts that were returned that day, whenever they were created. */
            payoutsReturned: components["schemas"]["StatementPayout"][];
        };
        /**
         * @description A day of your account's balance in one currency.
         * @example {
         *       "currency": "usd",
         *       "openingBalanceCents": 250000,
         *       "accountNetCents": 93316,
         *       "payoutsCents": 4669,
         *       "payoutsReturnedCents": 0,
         *       "differenceCents": 0,
         *       "closingBalanceCents": 338647
         *     }
         */
        StatementBalance: {
            /** @description ISO 4217, in lower case. */
            currency: string;
            /** @description Your balance, available and pending, when the day began: the closing balance of the day before. null: not known, because the day before has no final statement and the processor's balance could not be read. */
            openingBalanceCents: number | null;
            /**
             * Format: int64
             * @description Everything that moved on your account except payouts. Signed: money received is positive.
             */
            accountNetCents: number;
            /**
             * Format: int64
             * @description What was paid out to your bank; negative if your bank was debited.
             */
            payoutsCents: number;
            /**
             * Format: int64
             * @description What was returned from failed or canceled payouts, whenever they were created.
             */
            payoutsReturnedCents: number;
            /** @description What the processor's balance has beyond all of the above. 0 unless something is wrong, or an account was connected or disconnected that day. */
            differenceCents: number | null;
            /** @description Your balance when the day ended: opening + net − payouts + returned payouts + difference. */
            closingBalanceCents: number | null;
        };
        /**
         * @description A payment on which ledger and processor differed.
         * @example {
         *       "kind": "refunds_differ",
         *       "svcPaymentId": "svcpay_5f2b8c1de0a94b7391c6f3a2d7e8b9c0",
         *       "processorPaymentIntentId": "pi_3QExample",
         *       "currency": "usd",
         *       "ledger": {
         *         "status": "succeeded",
         *         "amountCents": 4999,
         *         "refundedCents": 0,
         *         "applicationFeeCents": 155
         *       },
         *       "processor": {
         *         "status": "refunded",
         *         "amountCents": 4999,
         *         "refundedCents": 4999,
         *         "applicationFeeCents": 155
         *       },
         *       "healed": true
         *     }
         */
        StatementDifference: {
            /** @description How they differed. not_in_ledger: the processor has it with our metadata; foreign_metadata: an intent carries the id of a payment that is not its own. */
            kind: components["schemas"]["StatementDifferenceKind"];
            /** @description The payment's id. */
            svcPaymentId: string;
            /** @description The payment intent at the processor. */
            processorPaymentIntentId: string;
            /** @description The payment's currency; the amounts of both sides are in it. */
            currency: string;
            /** @description What the ledger said; null if it has no such payment. */
            ledger: components["schemas"]["PaymentFacts"] | null;
            /** @description What the processor says; null if it has no such payment. */
            processor: components["schemas"]["PaymentFacts"] | null;
            /** @description The ledger was corrected; see the payment's timeline. */
            healed: boolean;
        };
        /**
         * @description How ledger and processor differed.
         * @example refunds_differ
         * @enum {string}
         */
        StatementDifferenceKind: "amount_differs" | "refunds_differ" | "fee_differs" | "status_differs" | "dispute_differs" | "not_in_ledger" | "not_at_processor" | "foreign_metadata";
        /**
         * @description A payout created on a statement's day.
         * @example {
         *       "payoutId": "po_1QExample",
         *       "amountCents": 4669,
         *       "currency": "usd"
         *     }
         */
        StatementPayout: {
            /** @description The payout's id at the processor. */
            payoutId: string;
            /**
             * Format: int64
             * @description The amount that left for the bank; negative if the bank is debited.
             */
            amountCents: number;
            /** @description ISO 4217, in lower case. */
            currency: string;
        };
        /**
         * @description A day's statement in a list.
         * @example {
         *       "date": "2026-07-01",
         *       "final": true,
         *       "generatedAt": "2026-07-02T06:05:04.000Z",
         *       "totals": [
         *         {
         *           "currency": "usd",
         *           "grossCents": 104990,
         *           "refundsCents": 4999,
         *           "disputesCents": 0,
         *           "platformFeesCents": 3100,
         *           "platformFeesReturnedCents": 50,
         *           "processorFeesCents": 3375,
         *           "netCents": 93516,
         *           "otherCents": -200,
         *           "otherCount": 1,
         *           "otherBalancesCents": 0,
         *           "merchantsOwnNetCents": 0,
         *           "accountNetCents": 93316
         *         }
         *       ],
         *       "balances": [
         *         {
         *           "currency": "usd",
         *           "openingBalanceCents": 250000,
         *           "accountNetCents": 93316,
         *           "payoutsCents": 4669,
         *           "payoutsReturnedCents": 0,
         *           "differenceCents": 0,
         *           "closingBalanceCents": 338647
         *         }
         *       ],
         *       "balanceChecked": true,
         *       "matched": 21,
         *       "merchantsOwn": 0,
         *       "unexplained": 0,
         *       "differenceCount": 1
         *     }
         */
        StatementSummary: {
            /**
             * Format: date
             * @description A day in UTC.
             */
            date: string;
            /** @description false: created before the day was over and booked, or while your account could not be read. It will be created again. */
            final: boolean;
            /**
             * Format: date-time
             * @description When it was created.
             */
            generatedAt: string;
            /** @description The totals of your payments through this service, by currency. */
            totals: components["schemas"]["StatementTotal"][];
            /** @description Your account's balance at the processor, by currency: opening + net − payouts + returned payouts = closing. */
            balances: components["schemas"]["StatementBalance"][];
            /** @description true: the closing balances are the processor's own. false: they follow from the lines alone. */
            balanceChecked: boolean;
            /**
             * Format: int64
             * @description On how many payments ledger and processor agree.
             */
            matched: number;
            /**
             * Format: int64
             * @description How many charges that you made outside this service moved money.
             */
            merchantsOwn: number;
            /**
             * Format: int64
             * @description How many charges moved money but cannot be read at the processor. Their money is in otherCents. An operator was notified.
             */
            unexplained: number;
            /**
             * Format: int64
             * @description How many payments differed, including healed ones.
             */
            differenceCount: number;
        };
        /**
         * @description A day's totals in one settlement currency of your account.
         * @example {
         *       "currency": "usd",
         *       "grossCents": 104990,
         *       "refundsCents": 4999,
         *       "disputesCents": 0,
         *       "platformFeesCents": 3100,
         *       "platformFeesReturnedCents": 50,
         *       "processorFeesCents": 3375,
         *       "netCents": 93516,
         *       "otherCents": -200,
         *       "otherCount": 1,
         *       "otherBalancesCents": 0,
         *       "merchantsOwnNetCents": 0,
         *       "accountNetCents": 93316
         *     }
         */
        StatementTotal: {
            /** @description ISO 4217, in lower case. */
            currency: string;
            /**
             * Format: int64
             * @description The charged amount.
             */
            grossCents: number;
            /**
             * Format: int64
             * @description What was given back, less refunds that failed.
             */
            refundsCents: number;
            /**
             * Format: int64
             * @description What disputes took, less what they gave back.
             */
            disputesCents: number;
            /**
             * Format: int64
             * @description Our fees, less those returned.
             */
            platformFeesCents: number;
            /**
             * Format: int64
             * @description The part of our fees that was returned that day. platformFeesCents already includes it.
             */
            platformFeesReturnedCents: number;
            /**
             * Format: int64
             * @description The processor's fees.
             */
            processorFeesCents: number;
            /**
             * Format: int64
             * @description What is left of your payments through this service: gross less all of the above.
             */
            netCents: number;
            /**
             * Format: int64
             * @description Other balance changes that are not about a payment: fees, holds, adjustments. Signed: money received is positive.
             */
            otherCents: number;
            /**
             * Format: int64
             * @description How many balance transactions that is.
             */
            otherCount: number;
            /**
             * Format: int64
             * @description What moved on balances other than the payments balance, for example prefunded refunds. It is in no other total. Signed: money received is positive.
             */
            otherBalancesCents: number;
            /**
             * Format: int64
             * @description The total after fees of payments that you made outside this service.
             */
            merchantsOwnNetCents: number;
            /**
             * Format: int64
             * @description Everything that moved on your account except payouts: the sum of netCents, merchantsOwnNetCents and otherCents.
             */
            accountNetCents: number;
        };
        /**
         * @description A place with readers.
         * @example {
         *       "id": "tml_FExample",
         *       "displayName": "Main Street"
         *     }
         */
        TerminalLocation: {
            /** @description The location's id. */
            id: string;
            /** @description Its name. */
            displayName: string;
        };
        /**
         * @description A card reader.
         * @example {
         *       "id": "tmr_FExample",
         *       "label": "Till 1",
         *       "deviceType": "bbpos_wisepos_e",
         *       "status": "online",
         *       "locationId": "tml_FExample"
         *     }
         */
        TerminalReader: {
            /** @description The reader's id. */
            id: string;
            /** @description Its friendly label. */
            label: string;
            /** @description The hardware, for example bbpos_wisepos_e. */
            deviceType: string;
            /** @description Whether it was connected recently. */
            status: components["schemas"]["ReaderStatus"];
            /** @description Its location; empty if it has none. */
            locationId: string;
        };
        /**
         * @description A card reader, and what it is doing.
         * @example {
         *       "id": "tmr_FExample",
         *       "label": "Till 1",
         *       "deviceType": "bbpos_wisepos_e",
         *       "status": "online",
         *       "locationId": "tml_FExample",
         *       "action": {
         *         "status": "in_progress",
         *         "svcPaymentId": "svcpay_5f2b8c1de0a94b7391c6f3a2d7e8b9c0",
         *         "failureCode": null
         *       }
         *     }
         */
        TerminalReaderState: {
            /** @description The reader's id. */
            id: string;
            /** @description Its friendly label. */
            label: string;
            /** @description The hardware, for example bbpos_wisepos_e. */
            deviceType: string;
            /** @description Whether it was connected recently. */
            status: components["schemas"]["ReaderStatus"];
            /** @description Its location; empty if it has none. */
            locationId: string;
            /** @description The reader's current or last action; null if there is none, or after a cancellation. */
            action: {
                /** @description in_progress: it waits for a card or authorizes it; succeeded; failed. The processor may add more. */
                status: string;
                /** @description The payment that it collects or refunds; null if this API did not start the action. */
                svcPaymentId: string | null;
                /** @description Why it failed, in the processor's words: card_declined, customer_canceled and others. */
                failureCode: string | null;
            } | null;
        };
        /**
         * @description A request to this API that changed the payment.
         * @example {
         *       "kind": "api_call",
         *       "at": "2026-07-01T12:00:00.000Z",
         *       "traceId": "9e1b2c3d-0000-4000-8000-000000000001",
         *       "operation": "create",
         *       "amountCents": 4999,
         *       "feePolicy": {
         *         "number": 3,
         *         "text": "2.5% + 0.30 USD"
         *       }
         *     }
         */
        TimelineApiCall: {
            /**
             * @description The kind of entry. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "api_call";
            /**
             * Format: date-time
             * @description When it happened.
             */
            at: string;
            /** @description The id of the request that caused it. The same id is in its X-Correlation-Id header and in our logs. */
            traceId: string;
            /** @description The operation. */
            operation: components["schemas"]["PaymentOperation"];
            /**
             * Format: int64
             * @description The amount.
             */
            amountCents: number;
            /** @description For a refund: the reason, if one was given. */
            reason?: string;
            /** @description On creations: the policy that determined the fee. */
            feePolicy?: {
                /**
                 * Format: int64
                 * @description The policy's number; 0 is the platform's default.
                 */
                number: number;
                /** @description The policy's text; null if it is no longer stored. */
                text: string | null;
            };
        };
        /**
         * @description An attempt to send an event to your server.
         * @example {
         *       "kind": "callback_attempt",
         *       "at": "2026-07-01T12:00:09.000Z",
         *       "traceId": "9e1b2c3d-0000-4000-8000-000000000002",
         *       "eventId": "evt_1QExample",
         *       "type": "payment_intent.succeeded",
         *       "endpointId": "ep_5f2b8c1de0a94b73",
         *       "attempt": 1,
         *       "milliseconds": 84,
         *       "status": 204,
         *       "error": null,
         *       "nextAttemptAt": null,
         *       "version": null
         *     }
         */
        TimelineCallbackAttempt: {
            /**
             * @description The kind of entry. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "callback_attempt";
            /**
             * Format: date-time
             * @description When it happened.
             */
            at: string;
            /** @description The id of the request that caused it. The same id is in its X-Correlation-Id header and in our logs. */
            traceId: string;
            /** @description The event's id. */
            eventId: string;
            /** @description The event's type, for example payment_intent.succeeded. */
            type: string;
            /** @description To which callback endpoint. */
            endpointId: string;
            /**
             * Format: int64
             * @description 1 to 8; a redelivery starts again at 1.
             */
            attempt: number;
            /**
             * Format: int64
             * @description How long it took.
             */
            milliseconds: number;
            /** @description Your server's HTTP status; null if it did not respond. */
            status: number | null;
            /** @description Why it failed; null if it did not. */
            error: string | null;
            /** @description When the next attempt is due; null if there is none. */
            nextAttemptAt: string | null;
            /** @description The payment's version in the body; null with the processor's payload. */
            version: number | null;
        };
        /**
         * @description One thing that happened to a payment. More kinds may be added: ignore kinds that you do not know.
         * @example {
         *       "kind": "api_call",
         *       "at": "2026-07-01T12:00:00.000Z",
         *       "traceId": "9e1b2c3d-0000-4000-8000-000000000001",
         *       "operation": "create",
         *       "amountCents": 4999,
         *       "feePolicy": {
         *         "number": 3,
         *         "text": "2.5% + 0.30 USD"
         *       }
         *     }
         */
        TimelineEntry: components["schemas"]["TimelineApiCall"] | components["schemas"]["TimelineReconciled"] | components["schemas"]["TimelineFeeReturned"] | components["schemas"]["TimelineProcessorEvent"] | components["schemas"]["TimelineCallbackAttempt"] | components["schemas"]["TimelinePayout"];
        /**
         * @description A daily statement found that part of the platform's fee was returned to you. There is one entry, with the latest total.
         * @example {
         *       "kind": "fee_returned",
         *       "at": "2026-07-01T12:00:00.000Z",
         *       "traceId": "example",
         *       "amountCents": 1000
         *     }
         */
        TimelineFeeReturned: {
            /**
             * @description The kind of entry. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "fee_returned";
            /**
             * Format: date-time
             * @description When the statement found it.
             */
            at: string;
            /** @description The id of the request that caused it. The same id is in its X-Correlation-Id header and in our logs. */
            traceId: string;
            /**
             * Format: int64
             * @description The total fee that was returned, in the smallest currency unit.
             */
            amountCents: number;
        };
        /**
         * @description What an event did to the ledger, or that it is not finished.
         * @example applied
         * @enum {string}
         */
        TimelineOutcome: "applied" | "unchanged" | "not_about_a_payment" | "not_this_payment" | "unknown_payment" | "unknown_dispute" | "unknown_payout" | "not_understood" | "out_of_reach" | "not_finished";
        /**
         * @description The payout that contains the payment's money, as it is now. Searched within 62 days of the charge.
         * @example {
         *       "kind": "payout",
         *       "at": "2026-07-01T12:00:00.000Z",
         *       "payoutId": "po_1QExample",
         *       "status": "example",
         *       "arrivesOn": "2026-07-01",
         *       "failureCode": "example"
         *     }
         */
        TimelinePayout: {
            /**
             * @description The kind of entry. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "payout";
            /**
             * Format: date-time
             * @description When the payout was created.
             */
            at: string;
            /** @description The payout's id at the processor. */
            payoutId: string;
            /** @description The payout's status at the processor. */
            status: string;
            /**
             * Format: date
             * @description The day on which it is expected at your bank, in UTC.
             */
            arrivesOn: string;
            /** @description The failure code; null if it has not failed. */
            failureCode: string | null;
        };
        /**
         * @description An event that the processor sent about the payment.
         * @example {
         *       "kind": "processor_event",
         *       "at": "2026-07-01T12:00:00.000Z",
         *       "traceId": "example",
         *       "receivedAt": "2026-07-01T12:00:00.000Z",
         *       "eventId": "evt_1QExample",
         *       "type": "example",
         *       "applied": "applied",
         *       "delivery": "delivered",
         *       "declineCode": "example",
         *       "refundedCents": 1000,
         *       "captureBefore": "2026-07-01T12:00:00.000Z"
         *     }
         */
        TimelineProcessorEvent: {
            /**
             * @description The kind of entry. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "processor_event";
            /**
             * Format: date-time
             * @description When it happened, by the processor's clock, in whole seconds.
             */
            at: string;
            /** @description The id of the request that caused it. The same id is in its X-Correlation-Id header and in our logs. */
            traceId: string;
            /**
             * Format: date-time
             * @description When it was received.
             */
            receivedAt: string;
            /** @description The event's id. */
            eventId: string;
            /** @description The event's type, for example payment_intent.succeeded. */
            type: string;
            /** @description What it did to the ledger: applied or unchanged, or why it was not applied. */
            applied: components["schemas"]["TimelineOutcome"];
            /** @description The state of its callback, at the endpoint where it is worst; none: no callback is sent. */
            delivery: components["schemas"]["DeliveryState"];
            /** @description Whose state is shown. */
            endpointId?: string;
            /** @description Why the attempt to pay failed, in the processor's words; null on other events. */
            declineCode: string | null;
            /** @description The total refunded amount at that time; null on events that are not about refunds. */
            refundedCents: number | null;
            /** @description Until when the hold can be captured; null on events that are not about a hold. */
            captureBefore: string | null;
            /** @description The processor's reason for the cancellation; expired: the hold expired. */
            cancellationReason?: string;
            /** @description On events about a dispute: the dispute at that time. */
            dispute?: components["schemas"]["PaymentDispute"];
            /** @description On events about a refund: the refund at that time. On charge.refunded: the newest refund that was still pending. */
            refund?: {
                /** @description The refund at the processor. */
                refundId: string;
                /**
                 * Format: int64
                 * @description The amount to refund, in the smallest currency unit.
                 */
                amountCents: number;
                /** @description Why it failed, in the processor's words. */
                failureReason: string | null;
                /** @description succeeded, pending, requires_action, failed or canceled. */
                status: string;
            };
        };
        /**
         * @description A daily statement found that the payment was outdated, and updated it from the processor.
         * @example {
         *       "kind": "reconciled",
         *       "at": "2026-07-01T12:00:00.000Z",
         *       "traceId": "example",
         *       "before": {
         *         "status": "succeeded",
         *         "amountCents": 4999,
         *         "refundedCents": 0,
         *         "applicationFeeCents": 155
         *       },
         *       "after": {
         *         "status": "succeeded",
         *         "amountCents": 4999,
         *         "refundedCents": 0,
         *         "applicationFeeCents": 155
         *       }
         *     }
         */
        TimelineReconciled: {
            /**
             * @description The kind of entry. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "reconciled";
            /**
             * Format: date-time
             * @description When it happened.
             */
            at: string;
            /** @description The id of the request that caused it. The same id is in its X-Correlation-Id header and in our logs. */
            traceId: string;
            /** @description The payment before. */
            before: components["schemas"]["PaymentFacts"];
            /** @description The payment after it, as the processor has it. */
            after: components["schemas"]["PaymentFacts"];
            /**
             * @description Why no event brought the change. `edited_metadata`: the intent's metadata no longer names the payment.
             * @constant
             */
            reason?: "edited_metadata";
        };
        /**
         * @description A wallet.
         * @example apple_pay
         * @enum {string}
         */
        Wallet: "apple_pay" | "google_pay" | "link" | "amazon_pay" | "klarna" | "paypal";
        /**
         * @description A website on which wallets can appear.
         * @example {
         *       "id": "pmd_1QExample",
         *       "domainName": "shop.example.com",
         *       "enabled": true,
         *       "wallets": [
         *         {
         *           "wallet": "apple_pay",
         *           "status": "active",
         *           "problem": null
         *         },
         *         {
         *           "wallet": "google_pay",
         *           "status": "active",
         *           "problem": null
         *         }
         *       ]
         *     }
         */
        WalletDomain: {
            /** @description The domain's id at the processor. */
            id: string;
            /** @description The website's host name. */
            domainName: string;
            /** @description Whether it is registered for wallets. */
            enabled: boolean;
            /** @description Which wallets can appear there. */
            wallets: {
                /** @description The wallet. More may be added. */
                wallet: components["schemas"]["Wallet"];
                /** @description active: it can appear. */
                status: components["schemas"]["WalletStatus"];
                /** @description Why it cannot appear, in the processor's words; null if there is no problem. */
                problem: string | null;
            }[];
        };
        /**
         * @description Whether a wallet can appear.
         * @example active
         * @enum {string}
         */
        WalletStatus: "active" | "inactive";
    };
    responses: {
        /** @description Too many requests. This response comes from the gateway and is not a problem document. Wait, then retry. */
        TooManyRequests: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "message": "Too Many Requests"
                 *     }
                 */
                "application/json": components["schemas"]["GatewayMessage"];
            };
        };
        /** @description Invalid request: The body, a header or the query is invalid. Missing header: A new payment needs an Idempotency-Key header. No connected account: The merchant has no connected account at the processor yet. */
        InvalidRequestOrMissingHeaderOrNoConnectedAccount: {
            headers: {
                "X-Correlation-Id": components["headers"]["CorrelationId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Unauthorized: The API key is missing, mistyped, expired or revoked; or the console session has ended. */
        Unauthorized: {
            headers: {
                "X-Correlation-Id": components["headers"]["CorrelationId"];
                "WWW-Authenticate": components["headers"]["WWWAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Payment declined: The card was declined. */
        PaymentDeclined: {
            headers: {
                "X-Correlation-Id": components["headers"]["CorrelationId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Insufficient scope: The API key is valid but lacks the scope in requiredScope. */
        InsufficientScope: {
            headers: {
                "X-Correlation-Id": components["headers"]["CorrelationId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Method not allowed: The path exists but does not support this method. */
        MethodNotAllowed: {
            headers: {
                "X-Correlation-Id": components["headers"]["CorrelationId"];
                Allow: components["headers"]["Allow"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Charges not enabled: The merchant's connected account cannot take charges yet. Account replaced: The merchant's connected account was replaced after a first attempt with this key. Idempotency conflict: The Idempotency-Key was used before, with another body. In progress: The first request with this Idempotency-Key is still running. */
        ChargesNotEnabledOrAccountReplacedOrIdempotencyConflictOrInProgress: {
            headers: {
                "X-Correlation-Id": components["headers"]["CorrelationId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Request too large: The body is larger than the endpoint's limit: 16 KB, unless documented otherwise. */
        RequestTooLarge: {
            headers: {
                "X-Correlation-Id": components["headers"]["CorrelationId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
                /**
                 * @example {
                 *       "message": "Request Entity Too Large"
                 *     }
                 */
                "application/json": components["schemas"]["GatewayMessage"];
            };
        };
        /** @description Processor rejected request: The processor rejected the request. */
        ProcessorRejected: {
            headers: {
                "X-Correlation-Id": components["headers"]["CorrelationId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Rate limited: The merchant sends too many list or lookup requests. */
        RateLimited: {
            headers: {
                "X-Correlation-Id": components["headers"]["CorrelationId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
                /**
                 * @example {
                 *       "message": "Too Many Requests"
                 *     }
                 */
                "application/json": components["schemas"]["GatewayMessage"];
            };
        };
        /** @description Internal error: An internal error occurred. */
        InternalError: {
            headers: {
                "X-Correlation-Id": components["headers"]["CorrelationId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
                /**
                 * @example {
                 *       "message": "Internal Server Error"
                 *     }
                 */
                "application/json": components["schemas"]["GatewayMessage"];
            };
        };
        /** @description Service unavailable: Part of this service is unreachable. Nothing was sent to the processor. Processor unavailable: The processor did not answer in time, so the outcome is not known yet. */
        ServiceUnavailableOrProcessorUnavailable: {
            headers: {
                "X-Correlation-Id": components["headers"]["CorrelationId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
                /**
                 * @example {
                 *       "message": "Service Unavailable"
                 *     }
                 */
                "application/json": components["schemas"]["GatewayMessage"];
            };
        };
        /** @description Invalid request: The body, a header or the query is invalid. Missing header: A new payment needs an Idempotency-Key header. */
        InvalidRequestOrMissingHeader: {
            headers: {
                "X-Correlation-Id": components["headers"]["CorrelationId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Not found: This merchant has nothing at this id or path. */
        NotFound: {
            headers: {
                "X-Correlation-Id": components["headers"]["CorrelationId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Idempotency conflict: The Idempotency-Key was used before, with another body. In progress: The first request with this Idempotency-Key is still running. Payment not collectable: A card reader, or a charge of a saved method, cannot collect this payment. */
        IdempotencyConflictOrInProgressOrPaymentNotCollectable: {
            headers: {
                "X-Correlation-Id": components["headers"]["CorrelationId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Invalid request: The body, a header or the query is invalid. */
        InvalidRequestWithKey: {
            headers: {
                "X-Correlation-Id": components["headers"]["CorrelationId"];
                "Idempotency-Key": components["headers"]["IdempotencyKey"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Unauthorized: The API key is missing, mistyped, expired or revoked; or the console session has ended. */
        UnauthorizedWithKey: {
            headers: {
                "X-Correlation-Id": components["headers"]["CorrelationId"];
                "Idempotency-Key": components["headers"]["IdempotencyKey"];
                "WWW-Authenticate": components["headers"]["WWWAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Payment declined: The card was declined. */
        PaymentDeclinedWithKey: {
            headers: {
                "X-Correlation-Id": components["headers"]["CorrelationId"];
                "Idempotency-Key": components["headers"]["IdempotencyKey"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Insufficient scope: The API key is valid but lacks the scope in requiredScope. */
        InsufficientScopeWithKey: {
            headers: {
                "X-Correlation-Id": components["headers"]["CorrelationId"];
                "Idempotency-Key": components["headers"]["IdempotencyKey"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Not found: This merchant has nothing at this id or path. */
        NotFoundWithKey: {
            headers: {
                "X-Correlation-Id": components["headers"]["CorrelationId"];
                "Idempotency-Key": components["headers"]["IdempotencyKey"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Method not allowed: The path exists but does not support this method. */
        MethodNotAllowedWithKey: {
            headers: {
                "X-Correlation-Id": components["headers"]["CorrelationId"];
                "Idempotency-Key": components["headers"]["IdempotencyKey"];
                Allow: components["headers"]["Allow"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Idempotency conflict: The Idempotency-Key was used before, with another body. In progress: The first request with this Idempotency-Key is still running. Payment not capturable: The payment does not require a capture, or its authorization has expired. */
        IdempotencyConflictOrInProgressOrPaymentNotCapturableWithKey: {
            headers: {
                "X-Correlation-Id": components["headers"]["CorrelationId"];
                "Idempotency-Key": components["headers"]["IdempotencyKey"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Request too large: The body is larger than the endpoint's limit: 16 KB, unless documented otherwise. */
        RequestTooLargeWithKey: {
            headers: {
                "X-Correlation-Id": components["headers"]["CorrelationId"];
                "Idempotency-Key": components["headers"]["IdempotencyKey"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
                /**
                 * @example {
                 *       "message": "Request Entity Too Large"
                 *     }
                 */
                "application/json": components["schemas"]["GatewayMessage"];
            };
        };
        /** @description Processor rejected request: The processor rejected the request. Capture exceeds authorization: The capture is larger than the authorized amount. */
        ProcessorRejectedOrCaptureExceedsAuthorizationWithKey: {
            headers: {
                "X-Correlation-Id": components["headers"]["CorrelationId"];
                "Idempotency-Key": components["headers"]["IdempotencyKey"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Internal error: An internal error occurred. */
        InternalErrorWithKey: {
            headers: {
                "X-Correlation-Id": components["headers"]["CorrelationId"];
                "Idempotency-Key": components["headers"]["IdempotencyKey"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
                /**
                 * @example {
                 *       "message": "Internal Server Error"
                 *     }
                 */
                "application/json": components["schemas"]["GatewayMessage"];
            };
        };
        /** @description Service unavailable: Part of this service is unreachable. Nothing was sent to the processor. Processor unavailable: The processor did not answer in time, so the outcome is not known yet. Outcome unknown: A capture, refund or cancellation that came without an Idempotency-Key may or may not have been carried out. */
        ServiceUnavailableOrProcessorUnavailableOrOutcomeUnknownWithKey: {
            headers: {
                "X-Correlation-Id": components["headers"]["CorrelationId"];
                "Idempotency-Key": components["headers"]["IdempotencyKey"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
                /**
                 * @example {
                 *       "message": "Service Unavailable"
                 *     }
                 */
                "application/json": components["schemas"]["GatewayMessage"];
            };
        };
        /** @description Idempotency conflict: The Idempotency-Key was used before, with another body. In progress: The first request with this Idempotency-Key is still running. Payment not cancelable: The payment is paid or processing, so it cannot be canceled. */
        IdempotencyConflictOrInProgressOrPaymentNotCancelableWithKey: {
            headers: {
                "X-Correlation-Id": components["headers"]["CorrelationId"];
                "Idempotency-Key": components["headers"]["IdempotencyKey"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Processor rejected request: The processor rejected the request. */
        ProcessorRejectedWithKey: {
            headers: {
                "X-Correlation-Id": components["headers"]["CorrelationId"];
                "Idempotency-Key": components["headers"]["IdempotencyKey"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Idempotency conflict: The Idempotency-Key was used before, with another body. In progress: The first request with this Idempotency-Key is still running. Payment not refundable: The payment's status does not allow a refund. Replacement in progress: Another refund replaces this failed refund already or is about to, or a person has resolved it. */
        IdempotencyConflictOrInProgressOrPaymentNotRefundableOrReplacementInProgressWithKey: {
            headers: {
                "X-Correlation-Id": components["headers"]["CorrelationId"];
                "Idempotency-Key": components["headers"]["IdempotencyKey"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Processor rejected request: The processor rejected the request. Refund exceeds charge: The refund is larger than the amount left to refund. Platform fee not returnable: The platform's own balance is too low to return its fee, so the processor rejected the whole refund. Refund failed: The processor accepted the refund request, but the refund failed. See processorCode. Too many refunds: The payment has 100 refunds at the processor, so this service makes no more. Refund needs the reader: The payment was made with an Interac card. Interac returns money only to the card itself. */
        ProcessorRejectedOrRefundExceedsChargeOrFeeNotReturnableOrRefundFailedOrTooManyRefundsOrRefundNeedsReaderWithKey: {
            headers: {
                "X-Correlation-Id": components["headers"]["CorrelationId"];
                "Idempotency-Key": components["headers"]["IdempotencyKey"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Idempotency conflict: The Idempotency-Key was used before, with another body. In progress: The first request with this Idempotency-Key is still running. Payment not refundable: The payment's status does not allow a refund. Reader busy: The reader is busy: with another payment, an authorization, an update, or a card left in it. Reader offline: The reader has been offline for at least two minutes. */
        IdempotencyConflictOrInProgressOrPaymentNotRefundableOrReaderBusyOrReaderOfflineWithKey: {
            headers: {
                "X-Correlation-Id": components["headers"]["CorrelationId"];
                "Idempotency-Key": components["headers"]["IdempotencyKey"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Processor rejected request: The processor rejected the request. Refund exceeds charge: The refund is larger than the amount left to refund. Platform fee not returnable: The platform's own balance is too low to return its fee, so the processor rejected the whole refund. Refund failed: The processor accepted the refund request, but the refund failed. See processorCode. Too many refunds: The payment has 100 refunds at the processor, so this service makes no more. */
        ProcessorRejectedOrRefundExceedsChargeOrFeeNotReturnableOrRefundFailedOrTooManyRefundsWithKey: {
            headers: {
                "X-Correlation-Id": components["headers"]["CorrelationId"];
                "Idempotency-Key": components["headers"]["IdempotencyKey"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Invalid request: The body, a header or the query is invalid. */
        InvalidRequest: {
            headers: {
                "X-Correlation-Id": components["headers"]["CorrelationId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Service unavailable: Part of this service is unreachable. Nothing was sent to the processor. */
        ServiceUnavailable: {
            headers: {
                "X-Correlation-Id": components["headers"]["CorrelationId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
                /**
                 * @example {
                 *       "message": "Service Unavailable"
                 *     }
                 */
                "application/json": components["schemas"]["GatewayMessage"];
            };
        };
        /** @description Payment not paid: There is no receipt for a payment that is not paid. */
        PaymentNotPaid: {
            headers: {
                "X-Correlation-Id": components["headers"]["CorrelationId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Invalid request: The body, a header or the query is invalid. No connected account: The merchant has no connected account at the processor yet. */
        InvalidRequestOrNoConnectedAccount: {
            headers: {
                "X-Correlation-Id": components["headers"]["CorrelationId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Idempotency conflict: The Idempotency-Key was used before, with another body. In progress: The first request with this Idempotency-Key is still running. */
        IdempotencyConflictOrInProgress: {
            headers: {
                "X-Correlation-Id": components["headers"]["CorrelationId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Reader busy: The reader is busy: with another payment, an authorization, an update, or a card left in it. Reader offline: The reader has been offline for at least two minutes. Payment not collectable: A card reader, or a charge of a saved method, cannot collect this payment. */
        ReaderBusyOrReaderOfflineOrPaymentNotCollectable: {
            headers: {
                "X-Correlation-Id": components["headers"]["CorrelationId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Reader busy: The reader is busy: with another payment, an authorization, an update, or a card left in it. Reader offline: The reader has been offline for at least two minutes. */
        ReaderBusyOrReaderOffline: {
            headers: {
                "X-Correlation-Id": components["headers"]["CorrelationId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description In progress: The first request with this Idempotency-Key is still running. */
        InProgress: {
            headers: {
                "X-Correlation-Id": components["headers"]["CorrelationId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Event not redeliverable: The event cannot be redelivered now. No callback endpoint: There is no callback endpoint, or it is disabled. */
        NotRedeliverableOrNoCallbackEndpoint: {
            headers: {
                "X-Correlation-Id": components["headers"]["CorrelationId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description No callback endpoint: There is no callback endpoint, or it is disabled. In progress: The first request with this Idempotency-Key is still running. */
        NoCallbackEndpointOrInProgress: {
            headers: {
                "X-Correlation-Id": components["headers"]["CorrelationId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Rotation in progress: The signing secret was rotated too often within its grace period. */
        RotationInProgress: {
            headers: {
                "X-Correlation-Id": components["headers"]["CorrelationId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description In progress: The first request with this Idempotency-Key is still running. Replacement in progress: Another refund replaces this failed refund already or is about to, or a person has resolved it. */
        InProgressOrReplacementInProgress: {
            headers: {
                "X-Correlation-Id": components["headers"]["CorrelationId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Too many lines: The file would have more lines or bytes than the limit. */
        TooManyLines: {
            headers: {
                "X-Correlation-Id": components["headers"]["CorrelationId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Too many sessions: Twenty console sessions are open already. */
        TooManySessions: {
            headers: {
                "X-Correlation-Id": components["headers"]["CorrelationId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: {
        /**
         * @description 1 to 255 visible ASCII characters without a comma, stable across retries of the same request: derive it from your order. A key never expires.
         * @example order-1001
         */
        RequiredIdempotencyKey: string;
        /**
         * @description 1 to 255 visible ASCII characters without a comma, stable across retries of the same request. Without a key, every request is a new one.
         * @example order-1001
         */
        OptionalIdempotencyKey: string;
        /**
         * @description 1 to 255 visible ASCII characters without a comma, stable across retries of the same request. Without a key, every request is a new one, under a key that the service makes. Every response names it in its Idempotency-Key header: repeat the request only with it.
         * @example order-1001
         */
        GeneratedIdempotencyKey: string;
        /** @description An id of your own for this request, which becomes its traceId: 1 to 128 letters, digits or . _ ~ : -. Any other is replaced. */
        CorrelationId: string;
    };
    requestBodies: {
        /** @description Create a payment. */
        CreatePayment: {
            content: {
                /**
                 * @example {
                 *       "amountCents": 4999,
                 *       "currency": "usd",
                 *       "orderRef": "order-1001"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: int32
                     * @description The amount to charge, in the smallest currency unit: 4999 is 49.99 USD or 4,999 JPY.
                     */
                    amountCents: number;
                    /**
                     * @description An ISO 4217 code, in upper or lower case.
                     * @default usd
                     */
                    currency?: string;
                    /**
                     * @description manual: authorize now, capture later.
                     * @default automatic
                     */
                    captureMethod?: components["schemas"]["CaptureMethod"];
                    /** @description Kinds of payment method, for example card, us_bank_account or klarna; card_present for a reader. Without it, the processor chooses the methods that fit. It leaves out a type that does not fit the currency or the account. */
                    paymentMethodTypes?: string[];
                    /** @description Your reference for the customer. A value that begins with cus_ is used as a customer at the processor. Any other value is kept as metadata only. */
                    customerRef?: string | null;
                    /** @description Keeps the payment method for the customer in customerRef, which must be a cus_… id. on_session: to pay again in the browser. off_session: also to be charged while the customer is away. Leave it out of a payment that you charge with POST /v1/payments/{id}/charge. */
                    savePaymentMethod?: components["schemas"]["SavedFor"];
                    /** @description Your reference for the order. It is returned with the payment, and you can find the payment by it. */
                    orderRef?: string | null;
                    /** @description What the payment is for. */
                    description?: string | null;
                    /** @description A branch or location tag, kept as metadata. */
                    branch?: string | null;
                    /** @description What cardholders see on their statements, after the prefix of your account: 1 to 10 ASCII characters with at least one letter, without < > \ ' " and *. The whole text has 22 characters. An account without a prefix has its own descriptor cut to make room. statementDescriptor of the payment's details shows the result. */
                    statementDescriptorSuffix?: string | null;
                    /** @description Where the processor mails the customer a receipt once the payment is paid. In live mode it always does. This service does not keep the address. */
                    receiptEmail?: string | null;
                    /** @description Your own names and values, stored with the payment and at the processor: at most 20 names of 40 characters, 1,000 bytes as JSON. orderRef, branch, customerRef and names that begin with svc are reserved. Do not put secrets or card data here. */
                    metadata?: {
                        [key: string]: string;
                    };
                    /** @description Forwarded to the processor as its own idempotency key. Omit it unless you also call the processor yourself: the Idempotency-Key header alone makes retries safe. */
                    idempotencyKey?: string | null;
                };
            };
        };
        /** @description Charge a saved payment method. */
        ChargePayment: {
            content: {
                /**
                 * @example {
                 *       "paymentMethodId": "pm_1QExample"
                 *     }
                 */
                "application/json": {
                    /** @description A payment method of the payment's customer: GET /v1/customers/{id}/payment-methods lists them. */
                    paymentMethodId: string;
                };
            };
        };
        /** @description Capture an authorized payment. */
        CapturePayment: {
            content: {
                /**
                 * @example {
                 *       "amountCents": 4999
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: int64
                     * @description The amount to capture, at most the authorized amount. Default: all of it.
                     */
                    amountCents?: number;
                };
            };
        };
        /** @description Cancel a payment that is not paid. */
        CancelPayment: {
            content: {
                /**
                 * @example {
                 *       "reason": "requested_by_customer"
                 *     }
                 */
                "application/json": {
                    /** @description The reason; shown at the processor. */
                    reason?: components["schemas"]["CancelReason"];
                };
            };
        };
        /** @description Refund a payment in full or in part. */
        RefundPayment: {
            content: {
                /**
                 * @example {
                 *       "amountCents": 1000,
                 *       "reason": "requested_by_customer"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: int64
                     * @description The amount to refund, at most the amount left to refund. Default: all of it.
                     */
                    amountCents?: number;
                    /**
                     * @description Whether the platform's fee is returned in proportion.
                     * @default true
                     */
                    refundApplicationFee?: boolean;
                    /** @description The id of a failed refund of this payment. A failed refund is replaced at most once: its item in GET /v1/attention closes with this refund, and if this one fails, its own item opens. amountCents must be named, and at least the failed refund's amount. */
                    replaces?: string;
                    /** @description The reason, for the processor's records. */
                    reason?: components["schemas"]["RefundReason"];
                };
            };
        };
        /** @description Refund an Interac payment at a reader. */
        RefundAtReader: {
            content: {
                /**
                 * @example {
                 *       "svcPaymentId": "svcpay_5f2b8c1de0a94b7391c6f3a2d7e8b9c0",
                 *       "amountCents": 1000
                 *     }
                 */
                "application/json": {
                    /** @description The payment to refund. */
                    svcPaymentId: string;
                    /**
                     * Format: int64
                     * @description The amount to refund, at most the amount left to refund. Default: all of it.
                     */
                    amountCents?: number;
                    /**
                     * @description Whether the platform's fee is returned in proportion.
                     * @default true
                     */
                    refundApplicationFee?: boolean;
                    /** @description Whether the customer can cancel on the reader. Default: the processor's. */
                    allowCancel?: boolean;
                    /** @description Send it although the reader waits for a card for something else, which then ends. Default: false. */
                    replace?: boolean;
                };
            };
        };
        /** @description Send a payment's receipt. */
        SendReceipt: {
            content: {
                /**
                 * @example {
                 *       "email": "anna@example.com"
                 *     }
                 */
                "application/json": {
                    /** @description Where the receipt is sent. */
                    email: string;
                };
            };
        };
        /** @description Create a customer. */
        CreateCustomer: {
            content: {
                /**
                 * @example {
                 *       "customerRef": "anna-17",
                 *       "email": "anna@example.com"
                 *     }
                 */
                "application/json": {
                    /** @description Your own reference for the customer, kept at the processor as metadata. */
                    customerRef?: string | null;
                    /** @description The customer's email address, kept at the processor. */
                    email?: string | null;
                    /** @description The customer's name, kept at the processor. */
                    name?: string | null;
                };
            };
        };
        /** @description Save a payment method without a payment. */
        SetUpCustomer: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        /** @description Create a connection token. */
        CreateConnectionToken: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        /** @description Create a location. */
        CreateLocation: {
            content: {
                /**
                 * @example {
                 *       "displayName": "Main Street",
                 *       "line1": "1 Main Street",
                 *       "city": "Springfield",
                 *       "state": "IL",
                 *       "postalCode": "62701",
                 *       "country": "US"
                 *     }
                 */
                "application/json": {
                    /** @description A name that people recognize. */
                    displayName: string;
                    /** @description Street address, first line. */
                    line1: string;
                    /** @description Street address, second line. */
                    line2?: string | null;
                    /** @description City. */
                    city: string;
                    /** @description State or province. */
                    state: string;
                    /** @description Postal code. */
                    postalCode: string;
                    /**
                     * @description A two-letter ISO 3166 code, in upper or lower case.
                     * @default US
                     */
                    country?: string;
                };
            };
        };
        /** @description Register a reader. */
        RegisterReader: {
            content: {
                /**
                 * @example {
                 *       "registrationCode": "simulated-wpe",
                 *       "locationId": "tml_FExample",
                 *       "label": "Till 1"
                 *     }
                 */
                "application/json": {
                    /** @description The code that the reader shows. */
                    registrationCode: string;
                    /** @description The reader's location. */
                    locationId: string;
                    /** @description A friendly label. */
                    label?: string | null;
                };
            };
        };
        /** @description Collect a payment at a reader. */
        ProcessAtReader: {
            content: {
                /**
                 * @example {
                 *       "svcPaymentId": "svcpay_5f2b8c1de0a94b7391c6f3a2d7e8b9c0",
                 *       "allowCancel": true
                 *     }
                 */
                "application/json": {
                    /** @description The payment to collect. */
                    svcPaymentId: string;
                    /** @description Do not offer a tip on the reader. Default: the reader's configuration. */
                    skipTipping?: boolean;
                    /** @description Whether the customer can cancel on the reader. Default: the processor's. */
                    allowCancel?: boolean;
                    /** @description Send it although the reader collects another payment, which is then no longer collected, or sends this one anew. Default: false. */
                    replace?: boolean;
                };
            };
        };
        /** @description Cancel a reader's action. */
        CancelReaderAction: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        /** @description Create the merchant's connected account. */
        CreateAccount: {
            content: {
                /**
                 * @example {
                 *       "email": "owner@example.com",
                 *       "country": "US"
                 *     }
                 */
                "application/json": {
                    /** @description Prefills the processor's form. */
                    email?: string | null;
                    /**
                     * @description A two-letter ISO 3166 code, in upper or lower case.
                     * @default US
                     */
                    country?: string;
                };
            };
        };
        /** @description Refresh the onboarding status. */
        RefreshOnboardingStatus: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        /** @description Create a link to the processor's onboarding. */
        CreateOnboardingLink: {
            content: {
                /**
                 * @example {
                 *       "returnUrl": "https://shop.example.com/onboarding/done",
                 *       "refreshUrl": "https://shop.example.com/onboarding/again"
                 *     }
                 */
                "application/json": {
                    /** @description Where the merchant returns after finishing or leaving. */
                    returnUrl: string;
                    /** @description Where the merchant is sent if the link has expired or was used. */
                    refreshUrl: string;
                };
            };
        };
        /** @description Register a website for wallets. */
        RegisterWalletDomain: {
            content: {
                /**
                 * @example {
                 *       "domainName": "shop.example.com"
                 *     }
                 */
                "application/json": {
                    /** @description The website's host name. */
                    domainName: string;
                };
            };
        };
        /** @description Check a website for wallets again. */
        ValidateWalletDomain: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        /** @description Send an event again. */
        RedeliverEvent: {
            content: {
                /**
                 * @example {
                 *       "force": true
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Send it even if your server has already accepted it, or did not choose it.
                     * @default false
                     */
                    force?: boolean;
                    /** @description Only to this callback endpoint. */
                    endpointId?: string;
                };
            };
        };
        /** @description Redeliver all dead or held events. */
        RecoverEvents: {
            content: {
                /**
                 * @example {
                 *       "since": "2026-07-01T00:00:00Z",
                 *       "until": "2026-07-02T00:00:00Z"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: date-time
                     * @description The window's beginning, inclusive.
                     */
                    since?: string;
                    /**
                     * Format: date-time
                     * @description The window's end, exclusive; at most 31 days later.
                     */
                    until?: string;
                    /** @description Which time of the events the window refers to. Default: the time of receipt. */
                    by?: components["schemas"]["RecoveryTime"];
                    /** @description Only of this callback endpoint. Default: of all that are enabled. */
                    endpointId?: string;
                };
            };
        };
        /** @description Create a callback endpoint. */
        CreateCallbackEndpoint: {
            content: {
                /**
                 * @example {
                 *       "url": "https://shop.example.com/callbacks",
                 *       "events": [
                 *         "payment_intent.succeeded",
                 *         "refund.failed"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description Your server's address. */
                    url: string;
                    /** @description Names from GET /v1/event-types. null: the payload's default types; an empty list: none. */
                    events?: components["schemas"]["ChoosableEvent"][] | null;
                    /** @description processor (the default): the processor's event, byte for byte. service: this service's own format. It does not name the processor, and its version says which of two is newer. */
                    payload?: components["schemas"]["CallbackPayload"];
                };
            };
        };
        /** @description Change a callback endpoint's URL, event types or payload. */
        UpdateCallbackEndpoint: {
            content: {
                /**
                 * @example {
                 *       "events": [
                 *         "payout.paid"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description Your server's address. */
                    url?: string;
                    /** @description Names from GET /v1/event-types. null: the payload's default types; an empty list: none. */
                    events?: components["schemas"]["ChoosableEvent"][] | null;
                    /** @description processor (the default): the processor's event, byte for byte. service: this service's own format. It does not name the processor, and its version says which of two is newer. */
                    payload?: components["schemas"]["CallbackPayload"];
                };
            };
        };
        /** @description Delete a callback endpoint. */
        DeleteCallbackEndpoint: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        /** @description Replace the signing secret of a callback endpoint. */
        RotateCallbackSecret: {
            content: {
                /**
                 * @example {
                 *       "graceSeconds": 3600
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: int32
                     * @description How long the previous secret also signs, in seconds.
                     * @default 86400
                     */
                    graceSeconds?: number;
                };
            };
        };
        /** @description Disable a callback endpoint. */
        DisableCallbackEndpoint: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        /** @description Enable a callback endpoint. */
        EnableCallbackEndpoint: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        /** @description Send a test event to a callback endpoint. */
        TestCallbackEndpoint: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        /** @description Find out why a signature does not verify. */
        DiagnoseCallback: {
            content: {
                /**
                 * @example {
                 *       "rawBody": "{\"id\":\"evt_1QExample\",\"object\":\"event\"}",
                 *       "signatureHeader": "t=1782907200,v1=0000000000000000000000000000000000000000000000000000000000000000"
                 *     }
                 */
                "application/json": {
                    /** @description The body as your server had it when it checked the signature. */
                    rawBody: string;
                    /** @description The whole value of the header, without its name. */
                    signatureHeader: string;
                };
            };
        };
        /** @description Resolve a failed refund, a failed payout or a fraud warning. */
        ResolveAttention: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        /** @description Create a link to the console. */
        CreateConsoleSession: {
            content: {
                /**
                 * @example {
                 *       "access": "read"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description What the session may do. Every session may read. manage: redeliver and recover events, send a test event, disable and enable the callback endpoint, end sessions. setup: set the callback URL, its events and its secret, send a test event. money: refund, capture, cancel. Presets combine them. finance: only read. support: manage and money. developer: manage and setup. owner: all three.
                     * @default read
                     */
                    access?: components["schemas"]["ConsoleAccess"];
                };
            };
        };
        /** @description End a console session. */
        EndConsoleSession: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        /** @description End all console sessions. */
        EndConsoleSessions: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
    };
    headers: {
        /** @description The request's traceId: the one that you sent, or a new one. */
        CorrelationId: string;
        /** @description Seconds to wait before the same request is sent again. */
        RetryAfter: number;
        /** @description The key under which the request is carried out: yours, or one that the service made. Repeat the request only with it. */
        IdempotencyKey: string;
        /** @description true on a replay: the response is the one to the first request with this key, as it was then. */
        IdempotentReplayed: "true";
        /** @description The address of the next page, as <…>; rel="next" (RFC 8288). Absent on the last page; the feed of events has none, and always says where to go on. */
        Link: string;
        /** @description How far the service searched: sent if a search was cut short, and in the feed of events. Absent otherwise. */
        SearchedTo: string;
        /** @description In the feed of events: the service's time. Compare the events' times with it, not with your own clock. */
        Time: string;
        /** @description The total number of lines in all parts of the file. */
        LineCount: number;
        /** @description Days of the range that have no statement, and so are not in the file: 2026-07-03, 2026-07-05/2026-07-07. Absent if there are none. */
        MissingDays: string;
        /** @description Days of the range whose statement will be created again, in the same form. Absent if there are none. */
        NotFinalDays: string;
        /** @description The methods that the path supports. */
        Allow: string;
        /** @description How to authenticate. */
        WWWAuthenticate: "Bearer";
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    createPayment: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description 1 to 255 visible ASCII characters without a comma, stable across retries of the same request: derive it from your order. A key never expires.
                 * @example order-1001
                 */
                "Idempotency-Key": components["parameters"]["RequiredIdempotencyKey"];
                /** @description An id of your own for this request, which becomes its traceId: 1 to 128 letters, digits or . _ ~ : -. Any other is replaced. */
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["CreatePayment"];
        responses: {
            /** @description The payment was created. */
            201: {
                headers: {
                    "X-Correlation-Id": components["headers"]["CorrelationId"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "svcPaymentId": "svcpay_5f2b8c1de0a94b7391c6f3a2d7e8b9c0",
                     *       "clientSecret": "pi_3QExample_secret_Example",
                     *       "status": "requires_payment_method",
                     *       "amountCents": 4999,
                     *       "applicationFeeCents": 155,
                     *       "processorPaymentIntentId": "pi_3QExample",
                     *       "connectedAccountId": "acct_1QExample",
                     *       "publishableKey": "pk_live_Example"
                     *     }
                     */
                    "application/json": components["schemas"]["CreatedPayment"];
                };
            };
            400: components["responses"]["InvalidRequestOrMissingHeaderOrNoConnectedAccount"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentDeclined"];
            403: components["responses"]["InsufficientScope"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["ChargesNotEnabledOrAccountReplacedOrIdempotencyConflictOrInProgress"];
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["ProcessorRejected"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailableOrProcessorUnavailable"];
        };
    };
    chargePayment: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description 1 to 255 visible ASCII characters without a comma, stable across retries of the same request: derive it from your order. A key never expires.
                 * @example order-1001
                 */
                "Idempotency-Key": components["parameters"]["RequiredIdempotencyKey"];
                /** @description An id of your own for this request, which becomes its traceId: 1 to 128 letters, digits or . _ ~ : -. Any other is replaced. */
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
            path: {
                /** @description The payment's stable id. Store it as your reference. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: components["requestBodies"]["ChargePayment"];
        responses: {
            /** @description The payment after the charge. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["CorrelationId"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "svcPaymentId": "svcpay_5f2b8c1de0a94b7391c6f3a2d7e8b9c0",
                     *       "status": "succeeded",
                     *       "amountCents": 4999,
                     *       "applicationFeeCents": 155,
                     *       "currency": "usd",
                     *       "orderRef": "order-1001",
                     *       "processorPaymentIntentId": "pi_3QExample",
                     *       "capturedCents": 4999,
                     *       "refundedCents": 0,
                     *       "createdAt": "2026-07-01T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Payment"];
                };
            };
            400: components["responses"]["InvalidRequestOrMissingHeader"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentDeclined"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["IdempotencyConflictOrInProgressOrPaymentNotCollectable"];
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["ProcessorRejected"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailableOrProcessorUnavailable"];
        };
    };
    capturePayment: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description 1 to 255 visible ASCII characters without a comma, stable across retries of the same request. Without a key, every request is a new one, under a key that the service makes. Every response names it in its Idempotency-Key header: repeat the request only with it.
                 * @example order-1001
                 */
                "Idempotency-Key"?: components["parameters"]["GeneratedIdempotencyKey"];
                /** @description An id of your own for this request, which becomes its traceId: 1 to 128 letters, digits or . _ ~ : -. Any other is replaced. */
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
            path: {
                /** @description The payment's stable id. Store it as your reference. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["CapturePayment"];
        responses: {
            /** @description The payment after the capture. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["CorrelationId"];
                    "Idempotency-Key": components["headers"]["IdempotencyKey"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "svcPaymentId": "svcpay_5f2b8c1de0a94b7391c6f3a2d7e8b9c0",
                     *       "status": "succeeded",
                     *       "amountCents": 4999,
                     *       "applicationFeeCents": 155,
                     *       "currency": "usd",
                     *       "orderRef": "order-1001",
                     *       "processorPaymentIntentId": "pi_3QExample",
                     *       "capturedCents": 4999,
                     *       "refundedCents": 0,
                     *       "createdAt": "2026-07-01T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Payment"];
                };
            };
            400: components["responses"]["InvalidRequestWithKey"];
            401: components["responses"]["UnauthorizedWithKey"];
            402: components["responses"]["PaymentDeclinedWithKey"];
            403: components["responses"]["InsufficientScopeWithKey"];
            404: components["responses"]["NotFoundWithKey"];
            405: components["responses"]["MethodNotAllowedWithKey"];
            409: components["responses"]["IdempotencyConflictOrInProgressOrPaymentNotCapturableWithKey"];
            413: components["responses"]["RequestTooLargeWithKey"];
            422: components["responses"]["ProcessorRejectedOrCaptureExceedsAuthorizationWithKey"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalErrorWithKey"];
            503: components["responses"]["ServiceUnavailableOrProcessorUnavailableOrOutcomeUnknownWithKey"];
        };
    };
    cancelPayment: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description 1 to 255 visible ASCII characters without a comma, stable across retries of the same request. Without a key, every request is a new one, under a key that the service makes. Every response names it in its Idempotency-Key header: repeat the request only with it.
                 * @example order-1001
                 */
                "Idempotency-Key"?: components["parameters"]["GeneratedIdempotencyKey"];
                /** @description An id of your own for this request, which becomes its traceId: 1 to 128 letters, digits or . _ ~ : -. Any other is replaced. */
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
            path: {
                /** @description The payment's stable id. Store it as your reference. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["CancelPayment"];
        responses: {
            /** @description The payment after the cancellation. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["CorrelationId"];
                    "Idempotency-Key": components["headers"]["IdempotencyKey"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "svcPaymentId": "svcpay_5f2b8c1de0a94b7391c6f3a2d7e8b9c0",
                     *       "status": "canceled",
                     *       "amountCents": 4999,
                     *       "applicationFeeCents": 155,
                     *       "currency": "usd",
                     *       "orderRef": "order-1001",
                     *       "processorPaymentIntentId": "pi_3QExample",
                     *       "capturedCents": 0,
                     *       "refundedCents": 0,
                     *       "createdAt": "2026-07-01T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Payment"];
                };
            };
            400: components["responses"]["InvalidRequestWithKey"];
            401: components["responses"]["UnauthorizedWithKey"];
            403: components["responses"]["InsufficientScopeWithKey"];
            404: components["responses"]["NotFoundWithKey"];
            405: components["responses"]["MethodNotAllowedWithKey"];
            409: components["responses"]["IdempotencyConflictOrInProgressOrPaymentNotCancelableWithKey"];
            413: components["responses"]["RequestTooLargeWithKey"];
            422: components["responses"]["ProcessorRejectedWithKey"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalErrorWithKey"];
            503: components["responses"]["ServiceUnavailableOrProcessorUnavailableOrOutcomeUnknownWithKey"];
        };
    };
    refundPayment: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description 1 to 255 visible ASCII characters without a comma, stable across retries of the same request. Without a key, every request is a new one, under a key that the service makes. Every response names it in its Idempotency-Key header: repeat the request only with it.
                 * @example order-1001
                 */
                "Idempotency-Key"?: components["parameters"]["GeneratedIdempotencyKey"];
                /** @description An id of your own for this request, which becomes its traceId: 1 to 128 letters, digits or . _ ~ : -. Any other is replaced. */
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
            path: {
                /** @description The payment's stable id. Store it as your reference. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["RefundPayment"];
        responses: {
            /** @description The payment after the refund. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["CorrelationId"];
                    "Idempotency-Key": components["headers"]["IdempotencyKey"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "svcPaymentId": "svcpay_5f2b8c1de0a94b7391c6f3a2d7e8b9c0",
                     *       "status": "partially_refunded",
                     *       "amountCents": 4999,
                     *       "applicationFeeCents": 155,
                     *       "currency": "usd",
                     *       "orderRef": "order-1001",
                     *       "processorPaymentIntentId": "pi_3QExample",
                     *       "capturedCents": 4999,
                     *       "refundedCents": 1000,
                     *       "createdAt": "2026-07-01T12:00:00.000Z",
                     *       "refundId": "re_1QExample"
                     *     }
                     */
                    "application/json": components["schemas"]["RefundedPayment"];
                };
            };
            400: components["responses"]["InvalidRequestWithKey"];
            401: components["responses"]["UnauthorizedWithKey"];
            403: components["responses"]["InsufficientScopeWithKey"];
            404: components["responses"]["NotFoundWithKey"];
            405: components["responses"]["MethodNotAllowedWithKey"];
            409: components["responses"]["IdempotencyConflictOrInProgressOrPaymentNotRefundableOrReplacementInProgressWithKey"];
            413: components["responses"]["RequestTooLargeWithKey"];
            422: components["responses"]["ProcessorRejectedOrRefundExceedsChargeOrFeeNotReturnableOrRefundFailedOrTooManyRefundsOrRefundNeedsReaderWithKey"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalErrorWithKey"];
            503: components["responses"]["ServiceUnavailableOrProcessorUnavailableOrOutcomeUnknownWithKey"];
        };
    };
    refundAtReader: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description 1 to 255 visible ASCII characters without a comma, stable across retries of the same request. Without a key, every request is a new one, under a key that the service makes. Every response names it in its Idempotency-Key header: repeat the request only with it.
                 * @example order-1001
                 */
                "Idempotency-Key"?: components["parameters"]["GeneratedIdempotencyKey"];
                /** @description An id of your own for this request, which becomes its traceId: 1 to 128 letters, digits or . _ ~ : -. Any other is replaced. */
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
            path: {
                /** @description The reader's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: components["requestBodies"]["RefundAtReader"];
        responses: {
            /** @description The payment after the refund. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["CorrelationId"];
                    "Idempotency-Key": components["headers"]["IdempotencyKey"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "svcPaymentId": "svcpay_5f2b8c1de0a94b7391c6f3a2d7e8b9c0",
                     *       "status": "partially_refunded",
                     *       "amountCents": 4999,
                     *       "applicationFeeCents": 155,
                     *       "currency": "usd",
                     *       "orderRef": "order-1001",
                     *       "processorPaymentIntentId": "pi_3QExample",
                     *       "capturedCents": 4999,
                     *       "refundedCents": 1000,
                     *       "createdAt": "2026-07-01T12:00:00.000Z",
                     *       "refundId": "re_1QExample"
                     *     }
                     */
                    "application/json": components["schemas"]["RefundedPayment"];
                };
            };
            /** @description The reader waits for the card. Nothing is refunded yet. */
            202: {
                headers: {
                    "X-Correlation-Id": components["headers"]["CorrelationId"];
                    "Idempotency-Key": components["headers"]["IdempotencyKey"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "tmr_FExample",
                     *       "label": "Till 1",
                     *       "deviceType": "bbpos_wisepos_e",
                     *       "status": "online",
                     *       "locationId": "tml_FExample",
                     *       "action": {
                     *         "status": "in_progress",
                     *         "svcPaymentId": "svcpay_5f2b8c1de0a94b7391c6f3a2d7e8b9c0",
                     *         "failureCode": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["TerminalReaderState"];
                };
            };
            400: components["responses"]["InvalidRequestWithKey"];
            401: components["responses"]["UnauthorizedWithKey"];
            403: components["responses"]["InsufficientScopeWithKey"];
            404: components["responses"]["NotFoundWithKey"];
            405: components["responses"]["MethodNotAllowedWithKey"];
            409: components["responses"]["IdempotencyConflictOrInProgressOrPaymentNotRefundableOrReaderBusyOrReaderOfflineWithKey"];
            413: components["responses"]["RequestTooLargeWithKey"];
            422: components["responses"]["ProcessorRejectedOrRefundExceedsChargeOrFeeNotReturnableOrRefundFailedOrTooManyRefundsWithKey"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalErrorWithKey"];
            503: components["responses"]["ServiceUnavailableOrProcessorUnavailableOrOutcomeUnknownWithKey"];
        };
    };
    getPayment: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id of your own for this request, which becomes its traceId: 1 to 128 letters, digits or . _ ~ : -. Any other is replaced. */
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
            path: {
                /** @description The payment's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The payment. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["CorrelationId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "svcPaymentId": "svcpay_5f2b8c1de0a94b7391c6f3a2d7e8b9c0",
                     *       "status": "succeeded",
                     *       "amountCents": 4999,
                     *       "applicationFeeCents": 155,
                     *       "currency": "usd",
                     *       "orderRef": "order-1001",
                     *       "processorPaymentIntentId": "pi_3QExample",
                     *       "capturedCents": 4999,
                     *       "refundedCents": 0,
                     *       "createdAt": "2026-07-01T12:00:00.000Z",
                     *       "version": 1782907200000,
                     *       "captureBefore": null,
                     *       "authorizedCents": 4999,
                     *       "description": "A lamp",
                     *       "customerRef": null,
                     *       "branch": null,
                     *       "disputes": [],
                     *       "failedRefunds": []
                     *     }
                     */
                    "application/json": components["schemas"]["FullPayment"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["RequestTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listPayments: {
        parameters: {
            query?: {
                /** @description The maximum number of items to return. */
                limit?: number;
                /** @description The id after which the page begins. It is better to follow the Link header unchanged. */
                startingAfter?: string;
                /** @description Only payments with exactly this orderRef. */
                orderRef?: string;
                /** @description Only payments of exactly this customerRef. An operator's session cannot filter by it. */
                customerRef?: string;
                /** @description Only this payment. */
                svcPaymentId?: string;
                /** @description Only the payment of this intent. It may be found only some seconds after it was created. */
                processorPaymentIntentId?: string;
                /** @description Only payments with this status. */
                status?: components["schemas"]["PaymentStatus"];
                /** @description Only payments with a dispute, or with a failed refund. */
                trouble?: components["schemas"]["PaymentTrouble"];
                /** @description delivery: adds the state of each payment's last callback, what it was paid with, and why the last attempt failed. The key also needs the scope events:read. */
                include?: "delivery";
                /** @description Only payments created at or after this time. */
                since?: string;
                /** @description Only payments created before this time. */
                until?: string;
            };
            header?: {
                /** @description An id of your own for this request, which becomes its traceId: 1 to 128 letters, digits or . _ ~ : -. Any other is replaced. */
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list, newest first. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["CorrelationId"];
                    Link: components["headers"]["Link"];
                    "Svc-Searched-To": components["headers"]["SearchedTo"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "svcPaymentId": "svcpay_5f2b8c1de0a94b7391c6f3a2d7e8b9c0",
                     *         "status": "succeeded",
                     *         "amountCents": 4999,
                     *         "applicationFeeCents": 155,
                     *         "currency": "usd",
                     *         "orderRef": "order-1001",
                     *         "processorPaymentIntentId": "pi_3QExample",
                     *         "capturedCents": 4999,
                     *         "refundedCents": 0,
                     *         "createdAt": "2026-07-01T12:00:00.000Z",
                     *         "version": 1782907200000,
                     *         "captureBefore": null,
                     *         "authorizedCents": 4999,
                     *         "description": "A lamp",
                     *         "customerRef": null,
                     *         "branch": null,
                     *         "disputes": [],
                     *         "failedRefunds": []
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["PaymentListItem"][];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["ProcessorRejected"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailableOrProcessorUnavailable"];
        };
    };
    getPaymentTimeline: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id of your own for this request, which becomes its traceId: 1 to 128 letters, digits or . _ ~ : -. Any other is replaced. */
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
            path: {
                /** @description The payment's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The entries, in order of time. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["CorrelationId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "kind": "api_call",
                     *         "at": "2026-07-01T12:00:00.000Z",
                     *         "traceId": "9e1b2c3d-0000-4000-8000-000000000001",
                     *         "operation": "create",
                     *         "amountCents": 4999,
                     *         "feePolicy": {
                     *           "number": 3,
                     *           "text": "2.5% + 0.30 USD"
                     *         }
                     *       },
                     *       {
                     *         "kind": "callback_attempt",
                     *         "at": "2026-07-01T12:00:09.000Z",
                     *         "traceId": "9e1b2c3d-0000-4000-8000-000000000002",
                     *         "eventId": "evt_1QExample",
                     *         "type": "payment_intent.succeeded",
                     *         "endpointId": "ep_5f2b8c1de0a94b73",
                     *         "attempt": 1,
                     *         "milliseconds": 84,
                     *         "status": 204,
                     *         "error": null,
                     *         "nextAttemptAt": null,
                     *         "version": null
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["TimelineEntry"][];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["RequestTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getPaymentDetails: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id of your own for this request, which becomes its traceId: 1 to 128 letters, digits or . _ ~ : -. Any other is replaced. */
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
            path: {
                /** @description The payment's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the processor knows now. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["CorrelationId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "method": {
                     *         "type": "card",
                     *         "brand": "visa",
                     *         "last4": "4242",
                     *         "wallet": "apple_pay",
                     *         "funding": "credit",
                     *         "country": "US",
                     *         "expMonth": 12,
                     *         "expYear": 2034
                     *       },
                     *       "decline": null,
                     *       "captureBefore": null,
                     *       "statementDescriptor": "EXAMPLE SHOP* ORDER B7",
                     *       "receiptUrl": "https://pay.stripe.com/receipts/Example",
                     *       "fees": {
                     *         "currency": "usd",
                     *         "grossCents": 4999,
                     *         "refundsCents": 0,
                     *         "processorFeeCents": 175,
                     *         "platformFeeCents": 155,
                     *         "platformFeeReturnedCents": 0,
                     *         "netCents": 4669,
                     *         "disputesCents": 0,
                     *         "disputeFeesCents": 0,
                     *         "availableOn": "2026-07-03T00:00:00.000Z",
                     *         "chargedCents": 4999,
                     *         "chargeCurrency": "usd",
                     *         "exchangeRate": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentDetails"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["ProcessorRejected"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailableOrProcessorUnavailable"];
        };
    };
    sendReceipt: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id of your own for this request, which becomes its traceId: 1 to 128 letters, digits or . _ ~ : -. Any other is replaced. */
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
            path: {
                /** @description The payment's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: components["requestBodies"]["SendReceipt"];
        responses: {
            /** @description The processor was asked to send it. */
            202: {
                headers: {
                    "X-Correlation-Id": components["headers"]["CorrelationId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "svcPaymentId": "svcpay_5f2b8c1de0a94b7391c6f3a2d7e8b9c0"
                     *     }
                     */
                    "application/json": components["schemas"]["SentReceipt"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["PaymentNotPaid"];
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["ProcessorRejected"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailableOrProcessorUnavailable"];
        };
    };
    listRefunds: {
        parameters: {
            query?: {
                /** @description The maximum number of items to return. */
                limit?: number;
                /** @description The id after which the page begins. It is better to follow the Link header unchanged. */
                startingAfter?: string;
            };
            header?: {
                /** @description An id of your own for this request, which becomes its traceId: 1 to 128 letters, digits or . _ ~ : -. Any other is replaced. */
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
            path: {
                /** @description The payment's stable id. Store it as your reference. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list, newest first. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["CorrelationId"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "refundId": "re_1QExample",
                     *         "amountCents": 1000,
                     *         "status": "succeeded",
                     *         "reason": "requested_by_customer",
                     *         "failureReason": null,
                     *         "createdAt": "2026-07-01T12:00:00.000Z",
                     *         "ours": true
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Refund"][];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["ProcessorRejected"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailableOrProcessorUnavailable"];
        };
    };
    previewFee: {
        parameters: {
            query: {
                /** @description The amount to charge, in the smallest currency unit. */
                amountCents: number;
                /** @description An ISO 4217 code, in upper or lower case. */
                currency?: string;
            };
            header?: {
                /** @description An id of your own for this request, which becomes its traceId: 1 to 128 letters, digits or . _ ~ : -. Any other is replaced. */
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The fee, and the policy that determines it. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["CorrelationId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "amountCents": 4999,
                     *       "currency": "usd",
                     *       "applicationFeeCents": 155,
                     *       "policy": {
                     *         "number": 3,
                     *         "text": "2.5% + 0.30 USD",
                     *         "bps": 250,
                     *         "fixedCents": 30,
                     *         "minCents": 0,
                     *         "maxCents": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["FeePreview"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["RequestTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    findCustomers: {
        parameters: {
            query: {
                /** @description Your own reference, exactly as given. */
                customerRef: string;
            };
            header?: {
                /** @description An id of your own for this request, which becomes its traceId: 1 to 128 letters, digits or . _ ~ : -. Any other is replaced. */
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The customers with this reference. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["CorrelationId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "customerId": "cus_QExample",
                     *         "customerRef": "anna-17"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Customer"][];
                };
            };
            400: components["responses"]["InvalidRequestOrNoConnectedAccount"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["ProcessorRejected"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailableOrProcessorUnavailable"];
        };
    };
    createCustomer: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description 1 to 255 visible ASCII characters without a comma, stable across retries of the same request. Without a key, every request is a new one.
                 * @example order-1001
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
                /** @description An id of your own for this request, which becomes its traceId: 1 to 128 letters, digits or . _ ~ : -. Any other is replaced. */
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["CreateCustomer"];
        responses: {
            /** @description The customer was created. */
            201: {
                headers: {
                    "X-Correlation-Id": components["headers"]["CorrelationId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "customerId": "cus_QExample",
                     *       "customerRef": "anna-17"
                     *     }
                     */
                    "application/json": components["schemas"]["Customer"];
                };
            };
            400: components["responses"]["InvalidRequestOrNoConnectedAccount"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["IdempotencyConflictOrInProgress"];
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["ProcessorRejected"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailableOrProcessorUnavailable"];
        };
    };
    deleteCustomer: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id of your own for this request, which becomes its traceId: 1 to 128 letters, digits or . _ ~ : -. Any other is replaced. */
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
            path: {
                /** @description The customer's id at the processor. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The customer was deleted. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["CorrelationId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "customerId": "cus_QExample",
                     *       "customerRef": "anna-17"
                     *     }
                     */
                    "application/json": components["schemas"]["Customer"];
                };
            };
            400: components["responses"]["InvalidRequestOrNoConnectedAccount"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["ProcessorRejected"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailableOrProcessorUnavailable"];
        };
    };
    setUpCustomer: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description 1 to 255 visible ASCII characters without a comma, stable across retries of the same request. Without a key, every request is a new one.
                 * @example order-1001
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
                /** @description An id of your own for this request, which becomes its traceId: 1 to 128 letters, digits or . _ ~ : -. Any other is replaced. */
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
            path: {
                /** @description The customer's id at the processor. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["SetUpCustomer"];
        responses: {
            /** @description The setup was started. */
            201: {
                headers: {
                    "X-Correlation-Id": components["headers"]["CorrelationId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "setupIntentId": "seti_1QExample",
                     *       "clientSecret": "seti_1QExample_secret_Example",
                     *       "connectedAccountId": "acct_1QExample",
                     *       "publishableKey": "pk_live_Example"
                     *     }
                     */
                    "application/json": components["schemas"]["CustomerSetup"];
                };
            };
            400: components["responses"]["InvalidRequestOrNoConnectedAccount"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["IdempotencyConflictOrInProgress"];
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["ProcessorRejected"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailableOrProcessorUnavailable"];
        };
    };
    listSavedMethods: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id of your own for this request, which becomes its traceId: 1 to 128 letters, digits or . _ ~ : -. Any other is replaced. */
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
            path: {
                /** @description The customer's id at the processor. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The saved payment methods. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["CorrelationId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "customerId": "cus_QExample",
                     *         "paymentMethodId": "pm_1QExample",
                     *         "type": "card",
                     *         "brand": "visa",
                     *         "last4": "4242",
                     *         "expMonth": 12,
                     *         "expYear": 2034
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["SavedPaymentMethod"][];
                };
            };
            400: components["responses"]["InvalidRequestOrNoConnectedAccount"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["ProcessorRejected"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailableOrProcessorUnavailable"];
        };
    };
    deleteSavedMethod: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id of your own for this request, which becomes its traceId: 1 to 128 letters, digits or . _ ~ : -. Any other is replaced. */
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
            path: {
                /** @description The customer's id at the processor. */
                id: string;
                /** @description The payment method's id at the processor. */
                paymentMethodId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The payment method was deleted. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["CorrelationId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "customerId": "cus_QExample",
                     *       "paymentMethodId": "pm_1QExample",
                     *       "type": "card",
                     *       "brand": "visa",
                     *       "last4": "4242",
                     *       "expMonth": 12,
                     *       "expYear": 2034
                     *     }
                     */
                    "application/json": components["schemas"]["SavedPaymentMethod"];
                };
            };
            400: components["responses"]["InvalidRequestOrNoConnectedAccount"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["ProcessorRejected"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailableOrProcessorUnavailable"];
        };
    };
    createConnectionToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id of your own for this request, which becomes its traceId: 1 to 128 letters, digits or . _ ~ : -. Any other is replaced. */
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["CreateConnectionToken"];
        responses: {
            /** @description The token. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["CorrelationId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "secret": "pst_live_Example"
                     *     }
                     */
                    "application/json": components["schemas"]["ConnectionToken"];
                };
            };
            400: components["responses"]["InvalidRequestOrNoConnectedAccount"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["ProcessorRejected"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailableOrProcessorUnavailable"];
        };
    };
    listLocations: {
        parameters: {
            query?: {
                /** @description The maximum number of items to return. */
                limit?: number;
                /** @description The id after which the page begins. It is better to follow the Link header unchanged. */
                startingAfter?: string;
            };
            header?: {
                /** @description An id of your own for this request, which becomes its traceId: 1 to 128 letters, digits or . _ ~ : -. Any other is replaced. */
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list, newest first. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["CorrelationId"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "tml_FExample",
                     *         "displayName": "Main Street"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["TerminalLocation"][];
                };
            };
            400: components["responses"]["InvalidRequestOrNoConnectedAccount"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["ProcessorRejected"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailableOrProcessorUnavailable"];
        };
    };
    createLocation: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description 1 to 255 visible ASCII characters without a comma, stable across retries of the same request. Without a key, every request is a new one.
                 * @example order-1001
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
                /** @description An id of your own for this request, which becomes its traceId: 1 to 128 letters, digits or . _ ~ : -. Any other is replaced. */
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["CreateLocation"];
        responses: {
            /** @description The location was created. */
            201: {
                headers: {
                    "X-Correlation-Id": components["headers"]["CorrelationId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "tml_FExample",
                     *       "displayName": "Main Street"
                     *     }
                     */
                    "application/json": components["schemas"]["TerminalLocation"];
                };
            };
            400: components["responses"]["InvalidRequestOrNoConnectedAccount"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["IdempotencyConflictOrInProgress"];
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["ProcessorRejected"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailableOrProcessorUnavailable"];
        };
    };
    listReaders: {
        parameters: {
            query?: {
                /** @description The maximum number of items to return. */
                limit?: number;
                /** @description The id after which the page begins. It is better to follow the Link header unchanged. */
                startingAfter?: string;
            };
            header?: {
                /** @description An id of your own for this request, which becomes its traceId: 1 to 128 letters, digits or . _ ~ : -. Any other is replaced. */
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list, newest first. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["CorrelationId"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "tmr_FExample",
                     *         "label": "Till 1",
                     *         "deviceType": "bbpos_wisepos_e",
                     *         "status": "online",
                     *         "locationId": "tml_FExample"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["TerminalReader"][];
                };
            };
            400: components["responses"]["InvalidRequestOrNoConnectedAccount"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["ProcessorRejected"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailableOrProcessorUnavailable"];
        };
    };
    registerReader: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description 1 to 255 visible ASCII characters without a comma, stable across retries of the same request. Without a key, every request is a new one.
                 * @example order-1001
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
                /** @description An id of your own for this request, which becomes its traceId: 1 to 128 letters, digits or . _ ~ : -. Any other is replaced. */
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["RegisterReader"];
        responses: {
            /** @description The reader was registered. */
            201: {
                headers: {
                    "X-Correlation-Id": components["headers"]["CorrelationId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "tmr_FExample",
                     *       "label": "Till 1",
                     *       "deviceType": "bbpos_wisepos_e",
                     *       "status": "online",
                     *       "locationId": "tml_FExample"
                     *     }
                     */
                    "application/json": components["schemas"]["TerminalReader"];
                };
            };
            400: components["responses"]["InvalidRequestOrNoConnectedAccount"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["IdempotencyConflictOrInProgress"];
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["ProcessorRejected"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailableOrProcessorUnavailable"];
        };
    };
    getReader: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id of your own for this request, which becomes its traceId: 1 to 128 letters, digits or . _ ~ : -. Any other is replaced. */
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
            path: {
                /** @description The reader's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reader. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["CorrelationId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "tmr_FExample",
                     *       "label": "Till 1",
                     *       "deviceType": "bbpos_wisepos_e",
                     *       "status": "online",
                     *       "locationId": "tml_FExample",
                     *       "action": {
                     *         "status": "in_progress",
                     *         "svcPaymentId": "svcpay_5f2b8c1de0a94b7391c6f3a2d7e8b9c0",
                     *         "failureCode": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["TerminalReaderState"];
                };
            };
            400: components["responses"]["InvalidRequestOrNoConnectedAccount"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["ProcessorRejected"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailableOrProcessorUnavailable"];
        };
    };
    processAtReader: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id of your own for this request, which becomes its traceId: 1 to 128 letters, digits or . _ ~ : -. Any other is replaced. */
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
            path: {
                /** @description The reader's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: components["requestBodies"]["ProcessAtReader"];
        responses: {
            /** @description The reader has the payment. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["CorrelationId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "tmr_FExample",
                     *       "label": "Till 1",
                     *       "deviceType": "bbpos_wisepos_e",
                     *       "status": "online",
                     *       "locationId": "tml_FExample",
                     *       "action": {
                     *         "status": "in_progress",
                     *         "svcPaymentId": "svcpay_5f2b8c1de0a94b7391c6f3a2d7e8b9c0",
                     *         "failureCode": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["TerminalReaderState"];
                };
            };
            400: components["responses"]["InvalidRequestOrNoConnectedAccount"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["ReaderBusyOrReaderOfflineOrPaymentNotCollectable"];
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["ProcessorRejected"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailableOrProcessorUnavailable"];
        };
    };
    cancelReaderAction: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id of your own for this request, which becomes its traceId: 1 to 128 letters, digits or . _ ~ : -. Any other is replaced. */
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
            path: {
                /** @description The reader's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["CancelReaderAction"];
        responses: {
            /** @description The reader is free. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["CorrelationId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "tmr_FExample",
                     *       "label": "Till 1",
                     *       "deviceType": "bbpos_wisepos_e",
                     *       "status": "online",
                     *       "locationId": "tml_FExample",
                     *       "action": null
                     *     }
                     */
                    "application/json": components["schemas"]["TerminalReaderState"];
                };
            };
            400: components["responses"]["InvalidRequestOrNoConnectedAccount"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["ReaderBusyOrReaderOffline"];
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["ProcessorRejected"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailableOrProcessorUnavailable"];
        };
    };
    createAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id of your own for this request, which becomes its traceId: 1 to 128 letters, digits or . _ ~ : -. Any other is replaced. */
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["CreateAccount"];
        responses: {
            /** @description The account already exists. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["CorrelationId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "processorAccountId": "acct_1QExample",
                     *       "onboardingStatus": "pending",
                     *       "chargesEnabled": false,
                     *       "payoutsEnabled": false,
                     *       "requirements": "external_account, tos_acceptance.date"
                     *     }
                     */
                    "application/json": components["schemas"]["ConnectedAccount"];
                };
            };
            /** @description The account was created. */
            201: {
                headers: {
                    "X-Correlation-Id": components["headers"]["CorrelationId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "processorAccountId": "acct_1QExample",
                     *       "onboardingStatus": "pending",
                     *       "chargesEnabled": false,
                     *       "payoutsEnabled": false,
                     *       "requirements": "external_account, tos_acceptance.date"
                     *     }
                     */
                    "application/json": components["schemas"]["ConnectedAccount"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["InProgress"];
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["ProcessorRejected"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailableOrProcessorUnavailable"];
        };
    };
    getOnboardingStatus: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id of your own for this request, which becomes its traceId: 1 to 128 letters, digits or . _ ~ : -. Any other is replaced. */
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The onboarding state. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["CorrelationId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "processorAccountId": "acct_1QExample",
                     *       "onboardingStatus": "pending",
                     *       "chargesEnabled": false,
                     *       "payoutsEnabled": false,
                     *       "requirements": "external_account, tos_acceptance.date"
                     *     }
                     */
                    "application/json": components["schemas"]["Onboarding"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["RequestTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    refreshOnboardingStatus: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id of your own for this request, which becomes its traceId: 1 to 128 letters, digits or . _ ~ : -. Any other is replaced. */
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["RefreshOnboardingStatus"];
        responses: {
            /** @description The current state. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["CorrelationId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "processorAccountId": "acct_1QExample",
                     *       "onboardingStatus": "pending",
                     *       "chargesEnabled": false,
                     *       "payoutsEnabled": false
                     *     }
                     */
                    "application/json": components["schemas"]["RefreshedOnboarding"];
                };
            };
            400: components["responses"]["InvalidRequestOrNoConnectedAccount"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["ProcessorRejected"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailableOrProcessorUnavailable"];
        };
    };
    createOnboardingLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id of your own for this request, which becomes its traceId: 1 to 128 letters, digits or . _ ~ : -. Any other is replaced. */
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["CreateOnboardingLink"];
        responses: {
            /** @description The link. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["CorrelationId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "url": "https://connect.stripe.com/setup/s/acct_1QExample/Example",
                     *       "expiresAt": "2026-07-01T12:05:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["OnboardingLink"];
                };
            };
            400: components["responses"]["InvalidRequestOrNoConnectedAccount"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["ProcessorRejected"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailableOrProcessorUnavailable"];
        };
    };
    listWalletDomains: {
        parameters: {
            query?: {
                /** @description The maximum number of items to return. */
                limit?: number;
                /** @description The id after which the page begins. It is better to follow the Link header unchanged. */
                startingAfter?: string;
            };
            header?: {
                /** @description An id of your own for this request, which becomes its traceId: 1 to 128 letters, digits or . _ ~ : -. Any other is replaced. */
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list, newest first. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["CorrelationId"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "pmd_1QExample",
                     *         "domainName": "shop.example.com",
                     *         "enabled": true,
                     *         "wallets": [
                     *           {
                     *             "wallet": "apple_pay",
                     *             "status": "active",
                     *             "problem": null
                     *           },
                     *           {
                     *             "wallet": "google_pay",
                     *             "status": "active",
                     *             "problem": null
                     *           }
                     *         ]
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["WalletDomain"][];
                };
            };
            400: components["responses"]["InvalidRequestOrNoConnectedAccount"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["ProcessorRejected"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailableOrProcessorUnavailable"];
        };
    };
    registerWalletDomain: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id of your own for this request, which becomes its traceId: 1 to 128 letters, digits or . _ ~ : -. Any other is replaced. */
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["RegisterWalletDomain"];
        responses: {
            /** @description It was registered before. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["CorrelationId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "pmd_1QExample",
                     *       "domainName": "shop.example.com",
                     *       "enabled": true,
                     *       "wallets": [
                     *         {
                     *           "wallet": "apple_pay",
                     *           "status": "active",
                     *           "problem": null
                     *         },
                     *         {
                     *           "wallet": "google_pay",
                     *           "status": "active",
                     *           "problem": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WalletDomain"];
                };
            };
            /** @description It was registered. */
            201: {
                headers: {
                    "X-Correlation-Id": components["headers"]["CorrelationId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "pmd_1QExample",
                     *       "domainName": "shop.example.com",
                     *       "enabled": true,
                     *       "wallets": [
                     *         {
                     *           "wallet": "apple_pay",
                     *           "status": "active",
                     *           "problem": null
                     *         },
                     *         {
                     *           "wallet": "google_pay",
                     *           "status": "active",
                     *           "problem": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WalletDomain"];
                };
            };
            400: components["responses"]["InvalidRequestOrNoConnectedAccount"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["InProgress"];
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["ProcessorRejected"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailableOrProcessorUnavailable"];
        };
    };
    validateWalletDomain: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id of your own for this request, which becomes its traceId: 1 to 128 letters, digits or . _ ~ : -. Any other is replaced. */
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
            path: {
                /** @description The domain's id at the processor. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["ValidateWalletDomain"];
        responses: {
            /** @description The website's current state. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["CorrelationId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "pmd_1QExample",
                     *       "domainName": "shop.example.com",
                     *       "enabled": true,
                     *       "wallets": [
                     *         {
                     *           "wallet": "apple_pay",
                     *           "status": "active",
                     *           "problem": null
                     *         },
                     *         {
                     *           "wallet": "google_pay",
                     *           "status": "active",
                     *           "problem": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WalletDomain"];
                };
            };
            400: components["responses"]["InvalidRequestOrNoConnectedAccount"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["ProcessorRejected"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailableOrProcessorUnavailable"];
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description The maximum number of items to return. */
                limit?: number;
                /** @description The id after which the page begins. It is better to follow the Link header unchanged. */
                startingAfter?: string;
                /** @description Only events of this type. */
                type?: components["schemas"]["EventName"];
                /** @description Only events whose callback is in this state, at endpointId or where it is worst. Not for the feed. */
                delivery?: components["schemas"]["DeliveryFilter"];
                /** @description Only events about this payment. */
                svcPaymentId?: string;
                /** @description Only events that are sent to this callback endpoint, with the state of their callback there. For the feed: whose payload the bodies have; by default that of the oldest endpoint. */
                endpointId?: string;
                /** @description ascending: the feed, oldest first, up to a minute ago. Otherwise newest first, up to now. */
                order?: components["schemas"]["SortOrder"];
                /** @description For the feed: a cursor, which says where to continue. Take it from the Link header, to read on, or from an event's cursor, to start again later. It stays valid after its event has expired. */
                after?: string;
                /** @description body: for the feed, adds each callback's body as it would be sent to your endpoint now. */
                include?: "body";
            };
            header?: {
                /** @description An id of your own for this request, which becomes its traceId: 1 to 128 letters, digits or . _ ~ : -. Any other is replaced. */
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list, newest first. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["CorrelationId"];
                    Link: components["headers"]["Link"];
                    "Svc-Searched-To": components["headers"]["SearchedTo"];
                    "Svc-Time": components["headers"]["Time"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "evt_1QExample",
                     *         "type": "payment_intent.succeeded",
                     *         "svcPaymentId": "svcpay_5f2b8c1de0a94b7391c6f3a2d7e8b9c0",
                     *         "orderRef": "order-1042",
                     *         "amountCents": 4999,
                     *         "currency": "usd",
                     *         "receivedAt": "2026-07-01T12:00:08.000Z",
                     *         "applied": "applied",
                     *         "delivery": "delivered",
                     *         "endpointId": "ep_5f2b8c1de0a94b73",
                     *         "attemptCount": 1,
                     *         "nextAttemptAt": null,
                     *         "payload": "processor",
                     *         "version": null,
                     *         "endpointIds": [
                     *           "ep_5f2b8c1de0a94b73"
                     *         ],
                     *         "traceId": "9e1b2c3d-0000-4000-8000-000000000002"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["EventSummary"][];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["RequestTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id of your own for this request, which becomes its traceId: 1 to 128 letters, digits or . _ ~ : -. Any other is replaced. */
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
            path: {
                /** @description The event's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["CorrelationId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "evt_1QExample",
                     *       "type": "payment_intent.succeeded",
                     *       "svcPaymentId": "svcpay_5f2b8c1de0a94b7391c6f3a2d7e8b9c0",
                     *       "orderRef": "order-1042",
                     *       "amountCents": 4999,
                     *       "currency": "usd",
                     *       "receivedAt": "2026-07-01T12:00:08.000Z",
                     *       "applied": "applied",
                     *       "delivery": "delivered",
                     *       "endpointId": "ep_5f2b8c1de0a94b73",
                     *       "attemptCount": 1,
                     *       "nextAttemptAt": null,
                     *       "payload": "processor",
                     *       "version": null,
                     *       "endpointIds": [
                     *         "ep_5f2b8c1de0a94b73"
                     *       ],
                     *       "traceId": "9e1b2c3d-0000-4000-8000-000000000002",
                     *       "deliveries": [
                     *         {
                     *           "endpointId": "ep_5f2b8c1de0a94b73",
                     *           "delivery": "delivered",
                     *           "attemptCount": 1,
                     *           "nextAttemptAt": null,
                     *           "attempts": [
                     *             {
                     *               "at": "2026-07-01T12:00:09.000Z",
                     *               "deliveryRound": 1,
                     *               "attempt": 1,
                     *               "milliseconds": 84,
                     *               "status": 204,
                     *               "error": null,
                     *               "answer": null,
                     *               "nextAttemptAt": null,
                     *               "payload": "processor",
                     *               "version": null,
                     *               "bodySha256": null
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "body": "{\"id\":\"evt_1QExample\",\"object\":\"event\",…}"
                     *     }
                     */
                    "application/json": components["schemas"]["RecordedEvent"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["RequestTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    redeliverEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id of your own for this request, which becomes its traceId: 1 to 128 letters, digits or . _ ~ : -. Any other is replaced. */
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
            path: {
                /** @description The event's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["RedeliverEvent"];
        responses: {
            /** @description The event is pending. */
            202: {
                headers: {
                    "X-Correlation-Id": components["headers"]["CorrelationId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "eventId": "evt_1QExample"
                     *     }
                     */
                    "application/json": components["schemas"]["AcceptedEvent"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["NotRedeliverableOrNoCallbackEndpoint"];
            413: components["responses"]["RequestTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    recoverEvents: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id of your own for this request, which becomes its traceId: 1 to 128 letters, digits or . _ ~ : -. Any other is replaced. */
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["RecoverEvents"];
        responses: {
            /** @description The same recovery was requested before and is running. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["CorrelationId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "rcv_0f8fad5bd9cb469fa16570867728950e",
                     *       "since": "2026-07-01T00:00:00.000Z",
                     *       "until": "2026-07-02T00:00:00.000Z",
                     *       "by": "receipt"
                     *     }
                     */
                    "application/json": components["schemas"]["AcceptedRecovery"];
                };
            };
            /** @description The recovery was started. */
            202: {
                headers: {
                    "X-Correlation-Id": components["headers"]["CorrelationId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "rcv_0f8fad5bd9cb469fa16570867728950e",
                     *       "since": "2026-07-01T00:00:00.000Z",
                     *       "until": "2026-07-02T00:00:00.000Z",
                     *       "by": "receipt"
                     *     }
                     */
                    "application/json": components["schemas"]["AcceptedRecovery"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["NoCallbackEndpointOrInProgress"];
            413: components["responses"]["RequestTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getRecovery: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id of your own for this request, which becomes its traceId: 1 to 128 letters, digits or . _ ~ : -. Any other is replaced. */
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
            path: {
                /** @description The recovery's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The recovery. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["CorrelationId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "rcv_0f8fad5bd9cb469fa16570867728950e",
                     *       "since": "2026-07-01T00:00:00.000Z",
                     *       "until": "2026-07-02T00:00:00.000Z",
                     *       "by": "receipt",
                     *       "state": "running",
                     *       "looked": 2300,
                     *       "sent": 512
                     *     }
                     */
                    "application/json": components["schemas"]["Recovery"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["RequestTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getCallbackEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id of your own for this request, which becomes its traceId: 1 to 128 letters, digits or . _ ~ : -. Any other is replaced. */
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
            path: {
                /** @description The callback endpoint's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["CorrelationId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "ep_5f2b8c1de0a94b73",
                     *       "url": "https://shop.example.com/callbacks",
                     *       "disabled": false,
                     *       "events": null,
                     *       "payload": "processor",
                     *       "secretCreatedAt": "2026-07-01T12:00:00.000Z",
                     *       "previousSecretExpiresAt": null,
                     *       "setUps": []
                     *     }
                     */
                    "application/json": components["schemas"]["CallbackEndpoint"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["RequestTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateCallbackEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id of your own for this request, which becomes its traceId: 1 to 128 letters, digits or . _ ~ : -. Any other is replaced. */
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
            path: {
                /** @description The callback endpoint's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["UpdateCallbackEndpoint"];
        responses: {
            /** @description The endpoint was updated. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["CorrelationId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "ep_5f2b8c1de0a94b73",
                     *       "url": "https://shop.example.com/callbacks",
                     *       "disabled": false,
                     *       "events": null,
                     *       "payload": "processor",
                     *       "secretCreatedAt": "2026-07-01T12:00:00.000Z",
                     *       "previousSecretExpiresAt": null,
                     *       "setUps": []
                     *     }
                     */
                    "application/json": components["schemas"]["CallbackEndpoint"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["RequestTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listCallbackEndpoints: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id of your own for this request, which becomes its traceId: 1 to 128 letters, digits or . _ ~ : -. Any other is replaced. */
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoints. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["CorrelationId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "ep_5f2b8c1de0a94b73",
                     *         "url": "https://shop.example.com/callbacks",
                     *         "disabled": false,
                     *         "events": null,
                     *         "payload": "processor",
                     *         "secretCreatedAt": "2026-07-01T12:00:00.000Z",
                     *         "previousSecretExpiresAt": null,
                     *         "setUps": []
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["CallbackEndpoint"][];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["RequestTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createCallbackEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id of your own for this request, which becomes its traceId: 1 to 128 letters, digits or . _ ~ : -. Any other is replaced. */
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["CreateCallbackEndpoint"];
        responses: {
            /** @description The endpoint was created; its secret cannot be shown again. */
            201: {
                headers: {
                    "X-Correlation-Id": components["headers"]["CorrelationId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "ep_5f2b8c1de0a94b73",
                     *       "url": "https://shop.example.com/callbacks",
                     *       "disabled": false,
                     *       "events": null,
                     *       "payload": "processor",
                     *       "secretCreatedAt": "2026-07-01T12:00:00.000Z",
                     *       "previousSecretExpiresAt": null,
                     *       "setUps": [],
                     *       "secret": "whsec_c2FtcGxlIHNlY3JldCBvZiAzMiBieXRlcywgcmlnaHQ="
                     *     }
                     */
                    "application/json": components["schemas"]["CreatedCallbackEndpoint"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["RequestTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listEventTypes: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id of your own for this request, which becomes its traceId: 1 to 128 letters, digits or . _ ~ : -. Any other is replaced. */
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The types. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["CorrelationId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "name": "refund.failed",
                     *         "serviceName": "refund.failed",
                     *         "meaning": "A refund failed after it was issued: the customer has not received the money.",
                     *         "defaultFor": [
                     *           "service"
                     *         ]
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["EventType"][];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["RequestTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getCallbackHealth: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id of your own for this request, which becomes its traceId: 1 to 128 letters, digits or . _ ~ : -. Any other is replaced. */
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
            path: {
                /** @description The callback endpoint's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint's health. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["CorrelationId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "asOf": "2026-07-02T12:00:00.000Z",
                     *       "since": "2026-07-01T12:00:00.000Z",
                     *       "lookedBackTo": null,
                     *       "events": 46,
                     *       "delivered": 37,
                     *       "waiting": 1,
                     *       "failing": 3,
                     *       "dead": 5,
                     *       "held": 0,
                     *       "answers": 61,
                     *       "p50AnswerMilliseconds": 84,
                     *       "lastEventId": "evt_1QExample"
                     *     }
                     */
                    "application/json": components["schemas"]["CallbackHealth"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["RequestTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteCallbackEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id of your own for this request, which becomes its traceId: 1 to 128 letters, digits or . _ ~ : -. Any other is replaced. */
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
            path: {
                /** @description The callback endpoint's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["DeleteCallbackEndpoint"];
        responses: {
            /** @description The endpoint was deleted. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["CorrelationId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "ep_5f2b8c1de0a94b73"
                     *     }
                     */
                    "application/json": components["schemas"]["DeletedCallbackEndpoint"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["RequestTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    rotateCallbackSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id of your own for this request, which becomes its traceId: 1 to 128 letters, digits or . _ ~ : -. Any other is replaced. */
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
            path: {
                /** @description The callback endpoint's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["RotateCallbackSecret"];
        responses: {
            /** @description The new secret, which cannot be shown again. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["CorrelationId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "secret": "whsec_c2FtcGxlIHNlY3JldCBvZiAzMiBieXRlcywgcmlnaHQ=",
                     *       "previousSecretExpiresAt": "2026-07-01T13:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["RotatedSecret"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["RotationInProgress"];
            413: components["responses"]["RequestTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    disableCallbackEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id of your own for this request, which becomes its traceId: 1 to 128 letters, digits or . _ ~ : -. Any other is replaced. */
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
            path: {
                /** @description The callback endpoint's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["DisableCallbackEndpoint"];
        responses: {
            /** @description The endpoint is disabled. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["CorrelationId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "ep_5f2b8c1de0a94b73",
                     *       "url": "https://shop.example.com/callbacks",
                     *       "disabled": true,
                     *       "events": null,
                     *       "payload": "processor",
                     *       "secretCreatedAt": "2026-07-01T12:00:00.000Z",
                     *       "previousSecretExpiresAt": null,
                     *       "setUps": []
                     *     }
                     */
                    "application/json": components["schemas"]["CallbackEndpoint"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["RequestTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    enableCallbackEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id of your own for this request, which becomes its traceId: 1 to 128 letters, digits or . _ ~ : -. Any other is replaced. */
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
            path: {
                /** @description The callback endpoint's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["EnableCallbackEndpoint"];
        responses: {
            /** @description The endpoint is enabled. Held events are sent within seconds. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["CorrelationId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "ep_5f2b8c1de0a94b73",
                     *       "url": "https://shop.example.com/callbacks",
                     *       "disabled": false,
                     *       "events": null,
                     *       "payload": "processor",
                     *       "secretCreatedAt": "2026-07-01T12:00:00.000Z",
                     *       "previousSecretExpiresAt": null,
                     *       "setUps": []
                     *     }
                     */
                    "application/json": components["schemas"]["CallbackEndpoint"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["RequestTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    testCallbackEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id of your own for this request, which becomes its traceId: 1 to 128 letters, digits or . _ ~ : -. Any other is replaced. */
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
            path: {
                /** @description The callback endpoint's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["TestCallbackEndpoint"];
        responses: {
            /** @description The test event is pending. */
            202: {
                headers: {
                    "X-Correlation-Id": components["headers"]["CorrelationId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "eventId": "evt_test_Example"
                     *     }
                     */
                    "application/json": components["schemas"]["AcceptedEvent"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["NoCallbackEndpointOrInProgress"];
            413: components["responses"]["RequestTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    diagnoseCallback: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id of your own for this request, which becomes its traceId: 1 to 128 letters, digits or . _ ~ : -. Any other is replaced. */
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
            path: {
                /** @description The callback endpoint's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: components["requestBodies"]["DiagnoseCallback"];
        responses: {
            /** @description What is wrong, if anything. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["CorrelationId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "verdict": "wrong_secret",
                     *       "advice": "None of this endpoint's secrets made this signature."
                     *     }
                     */
                    "application/json": components["schemas"]["Diagnosis"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["RequestTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listAttention: {
        parameters: {
            query?: {
                /** @description The maximum number of items to return. */
                limit?: number;
                /** @description The id after which the page begins. It is better to follow the Link header unchanged. */
                startingAfter?: string;
            };
            header?: {
                /** @description An id of your own for this request, which becomes its traceId: 1 to 128 letters, digits or . _ ~ : -. Any other is replaced. */
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list, the most urgent first. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["CorrelationId"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "attentionId": "att_re_1QExample",
                     *         "kind": "refund_failed",
                     *         "subject": {
                     *           "svcPaymentId": "svcpay_5f2b8c1de0a94b7391c6f3a2d7e8b9c0",
                     *           "refundId": "re_1QExample"
                     *         },
                     *         "orderRef": "order-1001",
                     *         "amountCents": 1500,
                     *         "currency": "usd",
                     *         "since": "2026-07-01T12:00:00.000Z",
                     *         "dueBy": null,
                     *         "replacement": null,
                     *         "advice": "The money is back in your balance, and the customer has not received it."
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Attention"][];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["RequestTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listDisputes: {
        parameters: {
            query?: {
                /** @description The maximum number of items to return. */
                limit?: number;
                /** @description The id after which the page begins. It is better to follow the Link header unchanged. */
                startingAfter?: string;
                /** @description Only this dispute. */
                disputeId?: string;
            };
            header?: {
                /** @description An id of your own for this request, which becomes its traceId: 1 to 128 letters, digits or . _ ~ : -. Any other is replaced. */
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list, those that need a response first. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["CorrelationId"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "disputeId": "dp_1QExample",
                     *         "svcPaymentId": "svcpay_5f2b8c1de0a94b7391c6f3a2d7e8b9c0",
                     *         "orderRef": "order-1001",
                     *         "status": "needs_response",
                     *         "reason": "fraudulent",
                     *         "amountCents": 4999,
                     *         "currency": "usd",
                     *         "openedAt": "2026-07-01T12:00:00.000Z",
                     *         "dueBy": "2026-07-10T23:59:59.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["ListedDispute"][];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["RequestTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    resolveAttention: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id of your own for this request, which becomes its traceId: 1 to 128 letters, digits or . _ ~ : -. Any other is replaced. */
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
            path: {
                /** @description The item's attentionId. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["ResolveAttention"];
        responses: {
            /** @description It is resolved. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["CorrelationId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "attentionId": "att_re_1QExample",
                     *       "resolvedAt": "2026-07-02T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ResolvedAttention"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["InProgressOrReplacementInProgress"];
            413: components["responses"]["RequestTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listStatements: {
        parameters: {
            query?: {
                /** @description The maximum number of items to return. */
                limit?: number;
                /** @description The id after which the page begins. It is better to follow the Link header unchanged. */
                startingAfter?: string;
            };
            header?: {
                /** @description An id of your own for this request, which becomes its traceId: 1 to 128 letters, digits or . _ ~ : -. Any other is replaced. */
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list, newest first. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["CorrelationId"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "date": "2026-07-01",
                     *         "final": true,
                     *         "generatedAt": "2026-07-02T06:05:04.000Z",
                     *         "totals": [
                     *           {
                     *             "currency": "usd",
                     *             "grossCents": 104990,
                     *             "refundsCents": 4999,
                     *             "disputesCents": 0,
                     *             "platformFeesCents": 3100,
                     *             "platformFeesReturnedCents": 50,
                     *             "processorFeesCents": 3375,
                     *             "netCents": 93516,
                     *             "otherCents": -200,
                     *             "otherCount": 1,
                     *             "otherBalancesCents": 0,
                     *             "merchantsOwnNetCents": 0,
                     *             "accountNetCents": 93316
                     *           }
                     *         ],
                     *         "balances": [
                     *           {
                     *             "currency": "usd",
                     *             "openingBalanceCents": 250000,
                     *             "accountNetCents": 93316,
                     *             "payoutsCents": 4669,
                     *             "payoutsReturnedCents": 0,
                     *             "differenceCents": 0,
                     *             "closingBalanceCents": 338647
                     *           }
                     *         ],
                     *         "balanceChecked": true,
                     *         "matched": 21,
                     *         "merchantsOwn": 0,
                     *         "unexplained": 0,
                     *         "differenceCount": 1
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["StatementSummary"][];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["RequestTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getStatement: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id of your own for this request, which becomes its traceId: 1 to 128 letters, digits or . _ ~ : -. Any other is replaced. */
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
            path: {
                /** @description A day in UTC. */
                date: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The statement. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["CorrelationId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "date": "2026-07-01",
                     *       "final": true,
                     *       "generatedAt": "2026-07-02T06:05:04.000Z",
                     *       "totals": [
                     *         {
                     *           "currency": "usd",
                     *           "grossCents": 104990,
                     *           "refundsCents": 4999,
                     *           "disputesCents": 0,
                     *           "platformFeesCents": 3100,
                     *           "platformFeesReturnedCents": 50,
                     *           "processorFeesCents": 3375,
                     *           "netCents": 93516,
                     *           "otherCents": -200,
                     *           "otherCount": 1,
                     *           "otherBalancesCents": 0,
                     *           "merchantsOwnNetCents": 0,
                     *           "accountNetCents": 93316
                     *         }
                     *       ],
                     *       "balances": [
                     *         {
                     *           "currency": "usd",
                     *           "openingBalanceCents": 250000,
                     *           "accountNetCents": 93316,
                     *           "payoutsCents": 4669,
                     *           "payoutsReturnedCents": 0,
                     *           "differenceCents": 0,
                     *           "closingBalanceCents": 338647
                     *         }
                     *       ],
                     *       "balanceChecked": true,
                     *       "matched": 21,
                     *       "merchantsOwn": 0,
                     *       "unexplained": 0,
                     *       "differences": [
                     *         {
                     *           "kind": "refunds_differ",
                     *           "svcPaymentId": "svcpay_5f2b8c1de0a94b7391c6f3a2d7e8b9c0",
                     *           "processorPaymentIntentId": "pi_3QExample",
                     *           "currency": "usd",
                     *           "ledger": {
                     *             "status": "succeeded",
                     *             "amountCents": 4999,
                     *             "refundedCents": 0,
                     *             "applicationFeeCents": 155
                     *           },
                     *           "processor": {
                     *             "status": "refunded",
                     *             "amountCents": 4999,
                     *             "refundedCents": 4999,
                     *             "applicationFeeCents": 155
                     *           },
                     *           "healed": true
                     *         }
                     *       ],
                     *       "differencesOmitted": 0,
                     *       "unreachableAccounts": [],
                     *       "payouts": [
                     *         {
                     *           "payoutId": "po_1QExample",
                     *           "amountCents": 4669,
                     *           "currency": "usd"
                     *         }
                     *       ],
                     *       "payoutsReturned": []
                     *     }
                     */
                    "application/json": components["schemas"]["Statement"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["RequestTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    downloadStatementPayments: {
        parameters: {
            query?: {
                /** @description excel: the file opens in Excel with a double click (UTF-8 with a byte order mark), and order references that look like numbers stay text, with an apostrophe in front. */
                format?: components["schemas"]["FileFormat"];
                /** @description The character between cells. Excel expects ; in countries with a decimal comma. */
                separator?: components["schemas"]["FieldSeparator"];
                /** @description The decimal mark of amounts and exchange rates. The characters . and , are accepted too. */
                decimal?: components["schemas"]["DecimalMark"];
            };
            header?: {
                /** @description An id of your own for this request, which becomes its traceId: 1 to 128 letters, digits or . _ ~ : -. Any other is replaced. */
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
            path: {
                /** @description A day in UTC. */
                date: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["CorrelationId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example svcPaymentId,orderRef,metadata,…
                     *     svcpay_5f2b…,order-1001,…
                     */
                    "text/csv": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["TooManyLines"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getBalanceReport: {
        parameters: {
            query: {
                /** @description The first day, in UTC. */
                from: string;
                /** @description The last day, inclusive. At most 366 days. */
                to: string;
            };
            header?: {
                /** @description An id of your own for this request, which becomes its traceId: 1 to 128 letters, digits or . _ ~ : -. Any other is replaced. */
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["CorrelationId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "from": "2026-07-01",
                     *       "to": "2026-07-01",
                     *       "complete": true,
                     *       "missingDays": [],
                     *       "notFinalDays": [],
                     *       "balanceChecked": true,
                     *       "rows": [
                     *         {
                     *           "currency": "usd",
                     *           "openingBalanceCents": 250000,
                     *           "accountNetCents": 93316,
                     *           "payoutsCents": 4669,
                     *           "payoutsReturnedCents": 0,
                     *           "differenceCents": 0,
                     *           "closingBalanceCents": 338647,
                     *           "grossCents": 104990,
                     *           "refundsCents": 4999,
                     *           "disputesCents": 0,
                     *           "processorFeesCents": 3375,
                     *           "platformFeesCents": 3150,
                     *           "platformFeesReturnedCents": 50,
                     *           "merchantsOwnNetCents": 0,
                     *           "otherCents": -200
                     *         }
                     *       ],
                     *       "days": [
                     *         {
                     *           "date": "2026-07-01",
                     *           "final": true,
                     *           "rows": [
                     *             {
                     *               "currency": "usd",
                     *               "openingBalanceCents": 250000,
                     *               "accountNetCents": 93316,
                     *               "payoutsCents": 4669,
                     *               "payoutsReturnedCents": 0,
                     *               "differenceCents": 0,
                     *               "closingBalanceCents": 338647,
                     *               "grossCents": 104990,
                     *               "refundsCents": 4999,
                     *               "disputesCents": 0,
                     *               "processorFeesCents": 3375,
                     *               "platformFeesCents": 3150,
                     *               "platformFeesReturnedCents": 50,
                     *               "merchantsOwnNetCents": 0,
                     *               "otherCents": -200
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["BalanceReport"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["RequestTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    downloadBalanceReport: {
        parameters: {
            query: {
                /** @description excel: the file opens in Excel with a double click (UTF-8 with a byte order mark), and order references that look like numbers stay text, with an apostrophe in front. */
                format?: components["schemas"]["FileFormat"];
                /** @description The character between cells. Excel expects ; in countries with a decimal comma. */
                separator?: components["schemas"]["FieldSeparator"];
                /** @description The decimal mark of amounts and exchange rates. The characters . and , are accepted too. */
                decimal?: components["schemas"]["DecimalMark"];
                /** @description The first day, in UTC. */
                from: string;
                /** @description The last day, inclusive. At most 366 days. */
                to: string;
            };
            header?: {
                /** @description An id of your own for this request, which becomes its traceId: 1 to 128 letters, digits or . _ ~ : -. Any other is replaced. */
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["CorrelationId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example date,state,currency,openingBalanceCents,openingBalance,…
                     *     2026-07-01,final,usd,250000,2500.00,…
                     */
                    "text/csv": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["RequestTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    downloadMovements: {
        parameters: {
            query: {
                /** @description excel: as for other files. xero, quickbooks, datev: the columns that these products import, for one currency; separator and decimal then have no effect. The finance guide describes them. */
                format?: components["schemas"]["MovementsFormat"];
                /** @description The character between cells. Excel expects ; in countries with a decimal comma. */
                separator?: components["schemas"]["FieldSeparator"];
                /** @description The decimal mark of amounts and exchange rates. The characters . and , are accepted too. */
                decimal?: components["schemas"]["DecimalMark"];
                /** @description The first day, in UTC. */
                from: string;
                /** @description The last day, in UTC. At most 366 days in all. */
                to: string;
                /** @description Only lines in this currency, such as usd. */
                currency?: string;
                /** @description For format=datev: the numbers of consultant and client, such as 29098/55003. */
                datevClient?: string;
                /** @description For format=datev: the accounts of your balance at the processor, of sales, of fees and of money in transit, such as 1361,8400,4970,1360. */
                datevAccounts?: string;
                /** @description Where the next part begins. Follow the Link header unchanged. */
                after?: string;
            };
            header?: {
                /** @description An id of your own for this request, which becomes its traceId: 1 to 128 letters, digits or . _ ~ : -. Any other is replaced. */
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file, or a part of it. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["CorrelationId"];
                    Link: components["headers"]["Link"];
                    "Svc-Line-Count": components["headers"]["LineCount"];
                    "Svc-Missing-Days": components["headers"]["MissingDays"];
                    "Svc-Not-Final-Days": components["headers"]["NotFinalDays"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example date,time,kind,svcPaymentId,orderRef,…
                     *     2026-07-01,12:00:00,charge,svcpay_5f2b…,order-1001,…
                     */
                    "text/csv": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["RequestTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listPayouts: {
        parameters: {
            query?: {
                /** @description The maximum number of items to return. */
                limit?: number;
                /** @description The id after which the page begins. It is better to follow the Link header unchanged. */
                startingAfter?: string;
            };
            header?: {
                /** @description An id of your own for this request, which becomes its traceId: 1 to 128 letters, digits or . _ ~ : -. Any other is replaced. */
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list, newest first. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["CorrelationId"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "payoutId": "po_1QExample",
                     *         "status": "paid",
                     *         "amountCents": 4669,
                     *         "currency": "usd",
                     *         "automatic": true,
                     *         "method": "standard",
                     *         "createdAt": "2026-07-03T00:00:00.000Z",
                     *         "arrivesOn": "2026-07-05",
                     *         "traceId": null,
                     *         "returnedAt": null,
                     *         "failureCode": null,
                     *         "composition": "complete",
                     *         "totals": {
                     *           "charge": {
                     *             "count": 1,
                     *             "grossCents": 4999,
                     *             "platformFeesCents": 155,
                     *             "otherFeesCents": 0,
                     *             "processorFeesCents": 175,
                     *             "taxesCents": 0,
                     *             "netCents": 4669
                     *           }
                     *         },
                     *         "lineCount": 1,
                     *         "unexplainedCents": 0
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Payout"][];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["RequestTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getPayout: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id of your own for this request, which becomes its traceId: 1 to 128 letters, digits or . _ ~ : -. Any other is replaced. */
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
            path: {
                /** @description The payout's id at the processor. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The payout. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["CorrelationId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "payoutId": "po_1QExample",
                     *       "status": "paid",
                     *       "amountCents": 4669,
                     *       "currency": "usd",
                     *       "automatic": true,
                     *       "method": "standard",
                     *       "createdAt": "2026-07-03T00:00:00.000Z",
                     *       "arrivesOn": "2026-07-05",
                     *       "traceId": null,
                     *       "returnedAt": null,
                     *       "failureCode": null,
                     *       "composition": "complete",
                     *       "totals": {
                     *         "charge": {
                     *           "count": 1,
                     *           "grossCents": 4999,
                     *           "platformFeesCents": 155,
                     *           "otherFeesCents": 0,
                     *           "processorFeesCents": 175,
                     *           "taxesCents": 0,
                     *           "netCents": 4669
                     *         }
                     *       },
                     *       "lineCount": 1,
                     *       "unexplainedCents": 0
                     *     }
                     */
                    "application/json": components["schemas"]["Payout"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["RequestTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listPayoutLines: {
        parameters: {
            query?: {
                /** @description The maximum number of items to return. */
                limit?: number;
                /** @description The id after which the page begins. It is better to follow the Link header unchanged. */
                startingAfter?: string;
            };
            header?: {
                /** @description An id of your own for this request, which becomes its traceId: 1 to 128 letters, digits or . _ ~ : -. Any other is replaced. */
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
            path: {
                /** @description The payout's id at the processor. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list, oldest first. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["CorrelationId"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "at": "2026-07-01T12:00:00.000Z",
                     *         "kind": "charge",
                     *         "svcPaymentId": "svcpay_5f2b8c1de0a94b7391c6f3a2d7e8b9c0",
                     *         "orderRef": "order-1001",
                     *         "merchantsOwn": false,
                     *         "grossCents": 4999,
                     *         "platformFeeCents": 155,
                     *         "otherFeesCents": 0,
                     *         "processorFeeCents": 175,
                     *         "taxCents": 0,
                     *         "netCents": 4669,
                     *         "currency": "usd",
                     *         "chargedCents": 4999,
                     *         "chargeCurrency": "usd",
                     *         "exchangeRate": null,
                     *         "processorReference": "txn_1QExample"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["PayoutLine"][];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["RequestTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    downloadPayoutLines: {
        parameters: {
            query?: {
                /** @description excel: the file opens in Excel with a double click (UTF-8 with a byte order mark), and order references that look like numbers stay text, with an apostrophe in front. */
                format?: components["schemas"]["FileFormat"];
                /** @description The character between cells. Excel expects ; in countries with a decimal comma. */
                separator?: components["schemas"]["FieldSeparator"];
                /** @description The decimal mark of amounts and exchange rates. The characters . and , are accepted too. */
                decimal?: components["schemas"]["DecimalMark"];
            };
            header?: {
                /** @description An id of your own for this request, which becomes its traceId: 1 to 128 letters, digits or . _ ~ : -. Any other is replaced. */
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
            path: {
                /** @description The payout's id at the processor. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["CorrelationId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example date,time,kind,svcPaymentId,orderRef,…
                     *     2026-07-01,12:00:00,charge,svcpay_5f2b…,order-1001,…
                     */
                    "text/csv": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["TooManyLines"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    downloadPayouts: {
        parameters: {
            query: {
                /** @description excel: the file opens in Excel with a double click (UTF-8 with a byte order mark), and order references that look like numbers stay text, with an apostrophe in front. */
                format?: components["schemas"]["FileFormat"];
                /** @description The character between cells. Excel expects ; in countries with a decimal comma. */
                separator?: components["schemas"]["FieldSeparator"];
                /** @description The decimal mark of amounts and exchange rates. The characters . and , are accepted too. */
                decimal?: components["schemas"]["DecimalMark"];
                /** @description The first day, in UTC. */
                from: string;
                /** @description The last day, in UTC. At most 366 days in all. */
                to: string;
            };
            header?: {
                /** @description An id of your own for this request, which becomes its traceId: 1 to 128 letters, digits or . _ ~ : -. Any other is replaced. */
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["CorrelationId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example payoutId,payoutArrivesOn,payoutStatus,…
                     *     po_1QExample,2026-07-05,paid,…
                     */
                    "text/csv": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["RequestTooLarge"];
            422: components["responses"]["TooManyLines"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listConsoleSessions: {
        parameters: {
            query?: {
                /** @description The maximum number of items to return. */
                limit?: number;
                /** @description The id after which the page begins. It is better to follow the Link header unchanged. */
                startingAfter?: string;
            };
            header?: {
                /** @description An id of your own for this request, which becomes its traceId: 1 to 128 letters, digits or . _ ~ : -. Any other is replaced. */
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list, newest first. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["CorrelationId"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "sessionId": "ses_1ExampleMerchant1ExampleK0071Session",
                     *         "access": "read",
                     *         "may": {},
                     *         "state": "live",
                     *         "madeBy": "key",
                     *         "keyId": "key_1ExampleMerchant1ExampleK0",
                     *         "reason": null,
                     *         "createdAt": "2026-07-01T12:00:00.000Z",
                     *         "enteredAt": "2026-07-01T12:00:20.000Z",
                     *         "endedAt": null,
                     *         "expiresAt": "2026-07-01T20:00:20.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["ConsoleSession"][];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["RequestTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createConsoleSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id of your own for this request, which becomes its traceId: 1 to 128 letters, digits or . _ ~ : -. Any other is replaced. */
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["CreateConsoleSession"];
        responses: {
            /** @description The link. */
            201: {
                headers: {
                    "X-Correlation-Id": components["headers"]["CorrelationId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "sessionId": "ses_1ExampleMerchant1ExampleK0071Session",
                     *       "url": "https://api.example.com/console#code=svc_code_…",
                     *       "expiresAt": "2026-07-01T12:05:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ConsoleSessionOffer"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["TooManySessions"];
            413: components["responses"]["RequestTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    endConsoleSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id of your own for this request, which becomes its traceId: 1 to 128 letters, digits or . _ ~ : -. Any other is replaced. */
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
            path: {
                /** @description The console session's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["EndConsoleSession"];
        responses: {
            /** @description The session. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["CorrelationId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "sessionId": "ses_1ExampleMerchant1ExampleK0071Session",
                     *       "access": "read",
                     *       "may": {},
                     *       "state": "ended",
                     *       "madeBy": "key",
                     *       "keyId": "key_1ExampleMerchant1ExampleK0",
                     *       "reason": null,
                     *       "createdAt": "2026-07-01T12:00:00.000Z",
                     *       "enteredAt": "2026-07-01T12:00:20.000Z",
                     *       "endedAt": "2026-07-01T13:00:00.000Z",
                     *       "expiresAt": "2026-07-01T20:00:20.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ConsoleSession"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["RequestTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    endConsoleSessions: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id of your own for this request, which becomes its traceId: 1 to 128 letters, digits or . _ ~ : -. Any other is replaced. */
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["EndConsoleSessions"];
        responses: {
            /** @description The sessions have ended. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["CorrelationId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ended": 3
                     *     }
                     */
                    "application/json": components["schemas"]["EndedSessions"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["RequestTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getOpenapi: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id of your own for this request, which becomes its traceId: 1 to 128 letters, digits or . _ ~ : -. Any other is replaced. */
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The contract. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["CorrelationId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "openapi": "3.1.0"
                     *     }
                     */
                    "application/json": components["schemas"]["OpenapiDocument"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    getOpenapi30: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id of your own for this request, which becomes its traceId: 1 to 128 letters, digits or . _ ~ : -. Any other is replaced. */
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The contract. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["CorrelationId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "openapi": "3.0.3"
                     *     }
                     */
                    "application/json": components["schemas"]["OpenapiDocument"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    getProblem: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id of your own for this request, which becomes its traceId: 1 to 128 letters, digits or . _ ~ : -. Any other is replaced. */
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
            path: {
                /** @description A problem's code. */
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The problem type, explained; an HTML page if Accept names text/html and not application/json. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["CorrelationId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "in_progress",
                     *       "type": "https://api.example.com/problems/in_progress",
                     *       "title": "In progress",
                     *       "status": 409,
                     *       "meaning": "The first request with this Idempotency-Key is still running.",
                     *       "advice": "Wait for Retry-After, then send the same request again. You get the response to the first one.",
                     *       "retryable": true
                     *     }
                     */
                    "application/json": components["schemas"]["ProblemType"];
                    "text/html": string;
                };
            };
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    listProblems: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id of your own for this request, which becomes its traceId: 1 to 128 letters, digits or . _ ~ : -. Any other is replaced. */
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Every problem type, explained; an HTML page if Accept names text/html and not application/json. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["CorrelationId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "code": "in_progress",
                     *         "type": "https://api.example.com/problems/in_progress",
                     *         "title": "In progress",
                     *         "status": 409,
                     *         "meaning": "The first request with this Idempotency-Key is still running.",
                     *         "advice": "Wait for Retry-After, then send the same request again. You get the response to the first one.",
                     *         "retryable": true
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["ProblemType"][];
                    "text/html": string;
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    getDocs: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id of your own for this request, which becomes its traceId: 1 to 128 letters, digits or . _ ~ : -. Any other is replaced. */
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["CorrelationId"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example <!doctype html>… */
                    "text/html": string;
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    getConsolePage: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id of your own for this request, which becomes its traceId: 1 to 128 letters, digits or . _ ~ : -. Any other is replaced. */
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["CorrelationId"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example <!doctype html>… */
                    "text/html": string;
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    getConsolePart: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id of your own for this request, which becomes its traceId: 1 to 128 letters, digits or . _ ~ : -. Any other is replaced. */
                "X-Correlation-Id"?: components["parameters"]["CorrelationId"];
            };
            path: {
                /** @description The part's file name. */
                part: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The part. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["CorrelationId"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example export{}; */
                    "text/javascript": string;
                };
            };
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    onPaymentIntentSucceeded: {
        parameters: {
            query?: never;
            header: {
                /** @description t=<unix seconds>,v1=<64 lower-case hex digits>: the HMAC-SHA256 of <t>.<raw body> under the endpoint's signing secret, whsec_ included. During a rotation there is one v1 per secret. Reject timestamps that are more than 300 s off. */
                "Svc-Signature": string;
                /** @description The same for every attempt: de-duplicate on it. */
                "Svc-Event-Id": string;
                /** @description The event's type, as the payload calls it. */
                "Svc-Event-Type": string;
                /** @description service if the body is in the service payload; absent otherwise. */
                "Svc-Payload"?: "service";
                /** @description 1 to 8. */
                "Svc-Attempt": number;
                /** @description The payment that the event is about; absent if it is not a payment of this service, as for the merchant's own charges. */
                "Svc-Payment-Id"?: string;
                /** @description Standard Webhooks: the same as Svc-Event-Id. The three headers of this scheme are sent together if the endpoint's secret has the scheme's form. */
                "webhook-id"?: string;
                /** @description Standard Webhooks: when this attempt was signed, in unix seconds. */
                "webhook-timestamp"?: string;
                /** @description Standard Webhooks: v1,<base64>, the HMAC-SHA256 of <webhook-id>.<webhook-timestamp>.<raw body> under the bytes that the secret's base64 encodes; one per secret, with a space between them. */
                "webhook-signature"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_1QExample",
                 *       "object": "event",
                 *       "type": "payment_intent.succeeded",
                 *       "created": 1000,
                 *       "livemode": true,
                 *       "data": {
                 *         "object": {
                 *           "id": "pi_3QExample",
                 *           "object": "payment_intent",
                 *           "status": "example",
                 *           "amount": 1000,
                 *           "amount_capturable": 1000,
                 *           "amount_received": 1000,
                 *           "currency": "example",
                 *           "metadata": {}
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["PaymentIntentSucceededEvent"] | components["schemas"]["ServicePaymentSucceeded"];
            };
        };
        responses: {
            /** @description Received. Respond within 10 seconds, and do the work afterwards. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Anything else, including a redirect, is a failure. There are eight attempts within about 23 hours. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onPaymentIntentProcessing: {
        parameters: {
            query?: never;
            header: {
                /** @description t=<unix seconds>,v1=<64 lower-case hex digits>: the HMAC-SHA256 of <t>.<raw body> under the endpoint's signing secret, whsec_ included. During a rotation there is one v1 per secret. Reject timestamps that are more than 300 s off. */
                "Svc-Signature": string;
                /** @description The same for every attempt: de-duplicate on it. */
                "Svc-Event-Id": string;
                /** @description The event's type, as the payload calls it. */
                "Svc-Event-Type": string;
                /** @description service if the body is in the service payload; absent otherwise. */
                "Svc-Payload"?: "service";
                /** @description 1 to 8. */
                "Svc-Attempt": number;
                /** @description The payment that the event is about; absent if it is not a payment of this service, as for the merchant's own charges. */
                "Svc-Payment-Id"?: string;
                /** @description Standard Webhooks: the same as Svc-Event-Id. The three headers of this scheme are sent together if the endpoint's secret has the scheme's form. */
                "webhook-id"?: string;
                /** @description Standard Webhooks: when this attempt was signed, in unix seconds. */
                "webhook-timestamp"?: string;
                /** @description Standard Webhooks: v1,<base64>, the HMAC-SHA256 of <webhook-id>.<webhook-timestamp>.<raw body> under the bytes that the secret's base64 encodes; one per secret, with a space between them. */
                "webhook-signature"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_1QExample",
                 *       "object": "event",
                 *       "type": "payment_intent.processing",
                 *       "created": 1000,
                 *       "livemode": true,
                 *       "data": {
                 *         "object": {
                 *           "id": "pi_3QExample",
                 *           "object": "payment_intent",
                 *           "status": "example",
                 *           "amount": 1000,
                 *           "amount_capturable": 1000,
                 *           "amount_received": 1000,
                 *           "currency": "example",
                 *           "metadata": {}
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["PaymentIntentProcessingEvent"] | components["schemas"]["ServicePaymentProcessing"];
            };
        };
        responses: {
            /** @description Received. Respond within 10 seconds, and do the work afterwards. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Anything else, including a redirect, is a failure. There are eight attempts within about 23 hours. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onPaymentIntentPaymentFailed: {
        parameters: {
            query?: never;
            header: {
                /** @description t=<unix seconds>,v1=<64 lower-case hex digits>: the HMAC-SHA256 of <t>.<raw body> under the endpoint's signing secret, whsec_ included. During a rotation there is one v1 per secret. Reject timestamps that are more than 300 s off. */
                "Svc-Signature": string;
                /** @description The same for every attempt: de-duplicate on it. */
                "Svc-Event-Id": string;
                /** @description The event's type, as the payload calls it. */
                "Svc-Event-Type": string;
                /** @description service if the body is in the service payload; absent otherwise. */
                "Svc-Payload"?: "service";
                /** @description 1 to 8. */
                "Svc-Attempt": number;
                /** @description The payment that the event is about; absent if it is not a payment of this service, as for the merchant's own charges. */
                "Svc-Payment-Id"?: string;
                /** @description Standard Webhooks: the same as Svc-Event-Id. The three headers of this scheme are sent together if the endpoint's secret has the scheme's form. */
                "webhook-id"?: string;
                /** @description Standard Webhooks: when this attempt was signed, in unix seconds. */
                "webhook-timestamp"?: string;
                /** @description Standard Webhooks: v1,<base64>, the HMAC-SHA256 of <webhook-id>.<webhook-timestamp>.<raw body> under the bytes that the secret's base64 encodes; one per secret, with a space between them. */
                "webhook-signature"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_1QExample",
                 *       "object": "event",
                 *       "type": "payment_intent.payment_failed",
                 *       "created": 1000,
                 *       "livemode": true,
                 *       "data": {
                 *         "object": {
                 *           "id": "pi_3QExample",
                 *           "object": "payment_intent",
                 *           "status": "example",
                 *           "amount": 1000,
                 *           "amount_capturable": 1000,
                 *           "amount_received": 1000,
                 *           "currency": "example",
                 *           "metadata": {}
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["PaymentIntentPaymentFailedEvent"] | components["schemas"]["ServicePaymentFailed"];
            };
        };
        responses: {
            /** @description Received. Respond within 10 seconds, and do the work afterwards. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Anything else, including a redirect, is a failure. There are eight attempts within about 23 hours. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onPaymentIntentAmountCapturableUpdated: {
        parameters: {
            query?: never;
            header: {
                /** @description t=<unix seconds>,v1=<64 lower-case hex digits>: the HMAC-SHA256 of <t>.<raw body> under the endpoint's signing secret, whsec_ included. During a rotation there is one v1 per secret. Reject timestamps that are more than 300 s off. */
                "Svc-Signature": string;
                /** @description The same for every attempt: de-duplicate on it. */
                "Svc-Event-Id": string;
                /** @description The event's type, as the payload calls it. */
                "Svc-Event-Type": string;
                /** @description service if the body is in the service payload; absent otherwise. */
                "Svc-Payload"?: "service";
                /** @description 1 to 8. */
                "Svc-Attempt": number;
                /** @description The payment that the event is about; absent if it is not a payment of this service, as for the merchant's own charges. */
                "Svc-Payment-Id"?: string;
                /** @description Standard Webhooks: the same as Svc-Event-Id. The three headers of this scheme are sent together if the endpoint's secret has the scheme's form. */
                "webhook-id"?: string;
                /** @description Standard Webhooks: when this attempt was signed, in unix seconds. */
                "webhook-timestamp"?: string;
                /** @description Standard Webhooks: v1,<base64>, the HMAC-SHA256 of <webhook-id>.<webhook-timestamp>.<raw body> under the bytes that the secret's base64 encodes; one per secret, with a space between them. */
                "webhook-signature"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_1QExample",
                 *       "object": "event",
                 *       "type": "payment_intent.amount_capturable_updated",
                 *       "created": 1000,
                 *       "livemode": true,
                 *       "data": {
                 *         "object": {
                 *           "id": "pi_3QExample",
                 *           "object": "payment_intent",
                 *           "status": "example",
                 *           "amount": 1000,
                 *           "amount_capturable": 1000,
                 *           "amount_received": 1000,
                 *           "currency": "example",
                 *           "metadata": {}
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["PaymentIntentAmountCapturableUpdatedEvent"] | components["schemas"]["ServicePaymentAuthorized"];
            };
        };
        responses: {
            /** @description Received. Respond within 10 seconds, and do the work afterwards. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Anything else, including a redirect, is a failure. There are eight attempts within about 23 hours. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onPaymentIntentCanceled: {
        parameters: {
            query?: never;
            header: {
                /** @description t=<unix seconds>,v1=<64 lower-case hex digits>: the HMAC-SHA256 of <t>.<raw body> under the endpoint's signing secret, whsec_ included. During a rotation there is one v1 per secret. Reject timestamps that are more than 300 s off. */
                "Svc-Signature": string;
                /** @description The same for every attempt: de-duplicate on it. */
                "Svc-Event-Id": string;
                /** @description The event's type, as the payload calls it. */
                "Svc-Event-Type": string;
                /** @description service if the body is in the service payload; absent otherwise. */
                "Svc-Payload"?: "service";
                /** @description 1 to 8. */
                "Svc-Attempt": number;
                /** @description The payment that the event is about; absent if it is not a payment of this service, as for the merchant's own charges. */
                "Svc-Payment-Id"?: string;
                /** @description Standard Webhooks: the same as Svc-Event-Id. The three headers of this scheme are sent together if the endpoint's secret has the scheme's form. */
                "webhook-id"?: string;
                /** @description Standard Webhooks: when this attempt was signed, in unix seconds. */
                "webhook-timestamp"?: string;
                /** @description Standard Webhooks: v1,<base64>, the HMAC-SHA256 of <webhook-id>.<webhook-timestamp>.<raw body> under the bytes that the secret's base64 encodes; one per secret, with a space between them. */
                "webhook-signature"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_1QExample",
                 *       "object": "event",
                 *       "type": "payment_intent.canceled",
                 *       "created": 1000,
                 *       "livemode": true,
                 *       "data": {
                 *         "object": {
                 *           "id": "pi_3QExample",
                 *           "object": "payment_intent",
                 *           "status": "example",
                 *           "amount": 1000,
                 *           "amount_capturable": 1000,
                 *           "amount_received": 1000,
                 *           "currency": "example",
                 *           "metadata": {}
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["PaymentIntentCanceledEvent"] | components["schemas"]["ServicePaymentCanceled"];
            };
        };
        responses: {
            /** @description Received. Respond within 10 seconds, and do the work afterwards. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Anything else, including a redirect, is a failure. There are eight attempts within about 23 hours. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onChargeRefunded: {
        parameters: {
            query?: never;
            header: {
                /** @description t=<unix seconds>,v1=<64 lower-case hex digits>: the HMAC-SHA256 of <t>.<raw body> under the endpoint's signing secret, whsec_ included. During a rotation there is one v1 per secret. Reject timestamps that are more than 300 s off. */
                "Svc-Signature": string;
                /** @description The same for every attempt: de-duplicate on it. */
                "Svc-Event-Id": string;
                /** @description The event's type, as the payload calls it. */
                "Svc-Event-Type": string;
                /** @description service if the body is in the service payload; absent otherwise. */
                "Svc-Payload"?: "service";
                /** @description 1 to 8. */
                "Svc-Attempt": number;
                /** @description The payment that the event is about; absent if it is not a payment of this service, as for the merchant's own charges. */
                "Svc-Payment-Id"?: string;
                /** @description Standard Webhooks: the same as Svc-Event-Id. The three headers of this scheme are sent together if the endpoint's secret has the scheme's form. */
                "webhook-id"?: string;
                /** @description Standard Webhooks: when this attempt was signed, in unix seconds. */
                "webhook-timestamp"?: string;
                /** @description Standard Webhooks: v1,<base64>, the HMAC-SHA256 of <webhook-id>.<webhook-timestamp>.<raw body> under the bytes that the secret's base64 encodes; one per secret, with a space between them. */
                "webhook-signature"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_1QExample",
                 *       "object": "event",
                 *       "type": "charge.refunded",
                 *       "created": 1000,
                 *       "livemode": true,
                 *       "data": {
                 *         "object": {
                 *           "id": "example",
                 *           "object": "charge",
                 *           "payment_intent": "example",
                 *           "amount": 1000,
                 *           "amount_refunded": 1000,
                 *           "currency": "example",
                 *           "metadata": {}
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ChargeRefundedEvent"] | components["schemas"]["ServicePaymentRefunded"];
            };
        };
        responses: {
            /** @description Received. Respond within 10 seconds, and do the work afterwards. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Anything else, including a redirect, is a failure. There are eight attempts within about 23 hours. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onChargeDisputeCreated: {
        parameters: {
            query?: never;
            header: {
                /** @description t=<unix seconds>,v1=<64 lower-case hex digits>: the HMAC-SHA256 of <t>.<raw body> under the endpoint's signing secret, whsec_ included. During a rotation there is one v1 per secret. Reject timestamps that are more than 300 s off. */
                "Svc-Signature": string;
                /** @description The same for every attempt: de-duplicate on it. */
                "Svc-Event-Id": string;
                /** @description The event's type, as the payload calls it. */
                "Svc-Event-Type": string;
                /** @description service if the body is in the service payload; absent otherwise. */
                "Svc-Payload"?: "service";
                /** @description 1 to 8. */
                "Svc-Attempt": number;
                /** @description The payment that the event is about; absent if it is not a payment of this service, as for the merchant's own charges. */
                "Svc-Payment-Id"?: string;
                /** @description Standard Webhooks: the same as Svc-Event-Id. The three headers of this scheme are sent together if the endpoint's secret has the scheme's form. */
                "webhook-id"?: string;
                /** @description Standard Webhooks: when this attempt was signed, in unix seconds. */
                "webhook-timestamp"?: string;
                /** @description Standard Webhooks: v1,<base64>, the HMAC-SHA256 of <webhook-id>.<webhook-timestamp>.<raw body> under the bytes that the secret's base64 encodes; one per secret, with a space between them. */
                "webhook-signature"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_1QExample",
                 *       "object": "event",
                 *       "type": "charge.dispute.created",
                 *       "created": 1000,
                 *       "livemode": true,
                 *       "data": {
                 *         "object": {
                 *           "id": "example",
                 *           "object": "dispute",
                 *           "payment_intent": "example",
                 *           "charge": "example",
                 *           "amount": 1000,
                 *           "status": "example",
                 *           "reason": "example"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ChargeDisputeCreatedEvent"] | components["schemas"]["ServiceDisputeCreated"];
            };
        };
        responses: {
            /** @description Received. Respond within 10 seconds, and do the work afterwards. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Anything else, including a redirect, is a failure. There are eight attempts within about 23 hours. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onChargeDisputeClosed: {
        parameters: {
            query?: never;
            header: {
                /** @description t=<unix seconds>,v1=<64 lower-case hex digits>: the HMAC-SHA256 of <t>.<raw body> under the endpoint's signing secret, whsec_ included. During a rotation there is one v1 per secret. Reject timestamps that are more than 300 s off. */
                "Svc-Signature": string;
                /** @description The same for every attempt: de-duplicate on it. */
                "Svc-Event-Id": string;
                /** @description The event's type, as the payload calls it. */
                "Svc-Event-Type": string;
                /** @description service if the body is in the service payload; absent otherwise. */
                "Svc-Payload"?: "service";
                /** @description 1 to 8. */
                "Svc-Attempt": number;
                /** @description The payment that the event is about; absent if it is not a payment of this service, as for the merchant's own charges. */
                "Svc-Payment-Id"?: string;
                /** @description Standard Webhooks: the same as Svc-Event-Id. The three headers of this scheme are sent together if the endpoint's secret has the scheme's form. */
                "webhook-id"?: string;
                /** @description Standard Webhooks: when this attempt was signed, in unix seconds. */
                "webhook-timestamp"?: string;
                /** @description Standard Webhooks: v1,<base64>, the HMAC-SHA256 of <webhook-id>.<webhook-timestamp>.<raw body> under the bytes that the secret's base64 encodes; one per secret, with a space between them. */
                "webhook-signature"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_1QExample",
                 *       "object": "event",
                 *       "type": "charge.dispute.closed",
                 *       "created": 1000,
                 *       "livemode": true,
                 *       "data": {
                 *         "object": {
                 *           "id": "example",
                 *           "object": "dispute",
                 *           "payment_intent": "example",
                 *           "charge": "example",
                 *           "amount": 1000,
                 *           "status": "example",
                 *           "reason": "example"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ChargeDisputeClosedEvent"] | components["schemas"]["ServiceDisputeClosed"];
            };
        };
        responses: {
            /** @description Received. Respond within 10 seconds, and do the work afterwards. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Anything else, including a redirect, is a failure. There are eight attempts within about 23 hours. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onAccountUpdated: {
        parameters: {
            query?: never;
            header: {
                /** @description t=<unix seconds>,v1=<64 lower-case hex digits>: the HMAC-SHA256 of <t>.<raw body> under the endpoint's signing secret, whsec_ included. During a rotation there is one v1 per secret. Reject timestamps that are more than 300 s off. */
                "Svc-Signature": string;
                /** @description The same for every attempt: de-duplicate on it. */
                "Svc-Event-Id": string;
                /** @description The event's type, as the payload calls it. */
                "Svc-Event-Type": string;
                /** @description service if the body is in the service payload; absent otherwise. */
                "Svc-Payload"?: "service";
                /** @description 1 to 8. */
                "Svc-Attempt": number;
                /** @description The payment that the event is about; absent if it is not a payment of this service, as for the merchant's own charges. */
                "Svc-Payment-Id"?: string;
                /** @description Standard Webhooks: the same as Svc-Event-Id. The three headers of this scheme are sent together if the endpoint's secret has the scheme's form. */
                "webhook-id"?: string;
                /** @description Standard Webhooks: when this attempt was signed, in unix seconds. */
                "webhook-timestamp"?: string;
                /** @description Standard Webhooks: v1,<base64>, the HMAC-SHA256 of <webhook-id>.<webhook-timestamp>.<raw body> under the bytes that the secret's base64 encodes; one per secret, with a space between them. */
                "webhook-signature"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_1QExample",
                 *       "object": "event",
                 *       "type": "account.updated",
                 *       "created": 1000,
                 *       "livemode": true,
                 *       "data": {
                 *         "object": {
                 *           "id": "acct_1QExample",
                 *           "object": "account",
                 *           "charges_enabled": true,
                 *           "payouts_enabled": true
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["AccountUpdatedEvent"] | components["schemas"]["ServiceAccountUpdated"];
            };
        };
        responses: {
            /** @description Received. Respond within 10 seconds, and do the work afterwards. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Anything else, including a redirect, is a failure. There are eight attempts within about 23 hours. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onRefundFailed: {
        parameters: {
            query?: never;
            header: {
                /** @description t=<unix seconds>,v1=<64 lower-case hex digits>: the HMAC-SHA256 of <t>.<raw body> under the endpoint's signing secret, whsec_ included. During a rotation there is one v1 per secret. Reject timestamps that are more than 300 s off. */
                "Svc-Signature": string;
                /** @description The same for every attempt: de-duplicate on it. */
                "Svc-Event-Id": string;
                /** @description The event's type, as the payload calls it. */
                "Svc-Event-Type": string;
                /** @description service if the body is in the service payload; absent otherwise. */
                "Svc-Payload"?: "service";
                /** @description 1 to 8. */
                "Svc-Attempt": number;
                /** @description The payment that the event is about; absent if it is not a payment of this service, as for the merchant's own charges. */
                "Svc-Payment-Id"?: string;
                /** @description Standard Webhooks: the same as Svc-Event-Id. The three headers of this scheme are sent together if the endpoint's secret has the scheme's form. */
                "webhook-id"?: string;
                /** @description Standard Webhooks: when this attempt was signed, in unix seconds. */
                "webhook-timestamp"?: string;
                /** @description Standard Webhooks: v1,<base64>, the HMAC-SHA256 of <webhook-id>.<webhook-timestamp>.<raw body> under the bytes that the secret's base64 encodes; one per secret, with a space between them. */
                "webhook-signature"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_1QExample",
                 *       "object": "event",
                 *       "type": "refund.failed",
                 *       "created": 1000,
                 *       "livemode": true,
                 *       "data": {
                 *         "object": {
                 *           "id": "example",
                 *           "object": "refund",
                 *           "payment_intent": "example",
                 *           "charge": "example",
                 *           "amount": 1000,
                 *           "currency": "example",
                 *           "status": "example"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["RefundFailedEvent"] | components["schemas"]["ServiceRefundFailed"];
            };
        };
        responses: {
            /** @description Received. Respond within 10 seconds, and do the work afterwards. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Anything else, including a redirect, is a failure. There are eight attempts within about 23 hours. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onChargeDisputeUpdated: {
        parameters: {
            query?: never;
            header: {
                /** @description t=<unix seconds>,v1=<64 lower-case hex digits>: the HMAC-SHA256 of <t>.<raw body> under the endpoint's signing secret, whsec_ included. During a rotation there is one v1 per secret. Reject timestamps that are more than 300 s off. */
                "Svc-Signature": string;
                /** @description The same for every attempt: de-duplicate on it. */
                "Svc-Event-Id": string;
                /** @description The event's type, as the payload calls it. */
                "Svc-Event-Type": string;
                /** @description service if the body is in the service payload; absent otherwise. */
                "Svc-Payload"?: "service";
                /** @description 1 to 8. */
                "Svc-Attempt": number;
                /** @description The payment that the event is about; absent if it is not a payment of this service, as for the merchant's own charges. */
                "Svc-Payment-Id"?: string;
                /** @description Standard Webhooks: the same as Svc-Event-Id. The three headers of this scheme are sent together if the endpoint's secret has the scheme's form. */
                "webhook-id"?: string;
                /** @description Standard Webhooks: when this attempt was signed, in unix seconds. */
                "webhook-timestamp"?: string;
                /** @description Standard Webhooks: v1,<base64>, the HMAC-SHA256 of <webhook-id>.<webhook-timestamp>.<raw body> under the bytes that the secret's base64 encodes; one per secret, with a space between them. */
                "webhook-signature"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_1QExample",
                 *       "object": "event",
                 *       "type": "charge.dispute.updated",
                 *       "created": 1000,
                 *       "livemode": true,
                 *       "data": {
                 *         "object": {
                 *           "id": "example",
                 *           "object": "dispute",
                 *           "payment_intent": "example",
                 *           "charge": "example",
                 *           "amount": 1000,
                 *           "status": "example",
                 *           "reason": "example"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ChargeDisputeUpdatedEvent"] | components["schemas"]["ServiceDisputeUpdated"];
            };
        };
        responses: {
            /** @description Received. Respond within 10 seconds, and do the work afterwards. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Anything else, including a redirect, is a failure. There are eight attempts within about 23 hours. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onRadarEarlyFraudWarningCreated: {
        parameters: {
            query?: never;
            header: {
                /** @description t=<unix seconds>,v1=<64 lower-case hex digits>: the HMAC-SHA256 of <t>.<raw body> under the endpoint's signing secret, whsec_ included. During a rotation there is one v1 per secret. Reject timestamps that are more than 300 s off. */
                "Svc-Signature": string;
                /** @description The same for every attempt: de-duplicate on it. */
                "Svc-Event-Id": string;
                /** @description The event's type, as the payload calls it. */
                "Svc-Event-Type": string;
                /** @description service if the body is in the service payload; absent otherwise. */
                "Svc-Payload"?: "service";
                /** @description 1 to 8. */
                "Svc-Attempt": number;
                /** @description The payment that the event is about; absent if it is not a payment of this service, as for the merchant's own charges. */
                "Svc-Payment-Id"?: string;
                /** @description Standard Webhooks: the same as Svc-Event-Id. The three headers of this scheme are sent together if the endpoint's secret has the scheme's form. */
                "webhook-id"?: string;
                /** @description Standard Webhooks: when this attempt was signed, in unix seconds. */
                "webhook-timestamp"?: string;
                /** @description Standard Webhooks: v1,<base64>, the HMAC-SHA256 of <webhook-id>.<webhook-timestamp>.<raw body> under the bytes that the secret's base64 encodes; one per secret, with a space between them. */
                "webhook-signature"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_1QExample",
                 *       "object": "event",
                 *       "type": "radar.early_fraud_warning.created",
                 *       "created": 1000,
                 *       "livemode": true,
                 *       "data": {
                 *         "object": {
                 *           "id": "example",
                 *           "object": "radar.early_fraud_warning",
                 *           "charge": "example",
                 *           "fraud_type": "example",
                 *           "actionable": true
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["RadarEarlyFraudWarningCreatedEvent"] | components["schemas"]["ServicePaymentFraudWarning"];
            };
        };
        responses: {
            /** @description Received. Respond within 10 seconds, and do the work afterwards. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Anything else, including a redirect, is a failure. There are eight attempts within about 23 hours. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onPayoutPaid: {
        parameters: {
            query?: never;
            header: {
                /** @description t=<unix seconds>,v1=<64 lower-case hex digits>: the HMAC-SHA256 of <t>.<raw body> under the endpoint's signing secret, whsec_ included. During a rotation there is one v1 per secret. Reject timestamps that are more than 300 s off. */
                "Svc-Signature": string;
                /** @description The same for every attempt: de-duplicate on it. */
                "Svc-Event-Id": string;
                /** @description The event's type, as the payload calls it. */
                "Svc-Event-Type": string;
                /** @description service if the body is in the service payload; absent otherwise. */
                "Svc-Payload"?: "service";
                /** @description 1 to 8. */
                "Svc-Attempt": number;
                /** @description The payment that the event is about; absent if it is not a payment of this service, as for the merchant's own charges. */
                "Svc-Payment-Id"?: string;
                /** @description Standard Webhooks: the same as Svc-Event-Id. The three headers of this scheme are sent together if the endpoint's secret has the scheme's form. */
                "webhook-id"?: string;
                /** @description Standard Webhooks: when this attempt was signed, in unix seconds. */
                "webhook-timestamp"?: string;
                /** @description Standard Webhooks: v1,<base64>, the HMAC-SHA256 of <webhook-id>.<webhook-timestamp>.<raw body> under the bytes that the secret's base64 encodes; one per secret, with a space between them. */
                "webhook-signature"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_1QExample",
                 *       "object": "event",
                 *       "type": "payout.paid",
                 *       "created": 1000,
                 *       "livemode": true,
                 *       "data": {
                 *         "object": {
                 *           "id": "po_1QExample",
                 *           "object": "payout",
                 *           "amount": 1000,
                 *           "currency": "example",
                 *           "status": "example",
                 *           "arrival_date": 1000
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["PayoutPaidEvent"] | components["schemas"]["ServicePayoutPaid"];
            };
        };
        responses: {
            /** @description Received. Respond within 10 seconds, and do the work afterwards. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Anything else, including a redirect, is a failure. There are eight attempts within about 23 hours. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onPayoutFailed: {
        parameters: {
            query?: never;
            header: {
                /** @description t=<unix seconds>,v1=<64 lower-case hex digits>: the HMAC-SHA256 of <t>.<raw body> under the endpoint's signing secret, whsec_ included. During a rotation there is one v1 per secret. Reject timestamps that are more than 300 s off. */
                "Svc-Signature": string;
                /** @description The same for every attempt: de-duplicate on it. */
                "Svc-Event-Id": string;
                /** @description The event's type, as the payload calls it. */
                "Svc-Event-Type": string;
                /** @description service if the body is in the service payload; absent otherwise. */
                "Svc-Payload"?: "service";
                /** @description 1 to 8. */
                "Svc-Attempt": number;
                /** @description The payment that the event is about; absent if it is not a payment of this service, as for the merchant's own charges. */
                "Svc-Payment-Id"?: string;
                /** @description Standard Webhooks: the same as Svc-Event-Id. The three headers of this scheme are sent together if the endpoint's secret has the scheme's form. */
                "webhook-id"?: string;
                /** @description Standard Webhooks: when this attempt was signed, in unix seconds. */
                "webhook-timestamp"?: string;
                /** @description Standard Webhooks: v1,<base64>, the HMAC-SHA256 of <webhook-id>.<webhook-timestamp>.<raw body> under the bytes that the secret's base64 encodes; one per secret, with a space between them. */
                "webhook-signature"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_1QExample",
                 *       "object": "event",
                 *       "type": "payout.failed",
                 *       "created": 1000,
                 *       "livemode": true,
                 *       "data": {
                 *         "object": {
                 *           "id": "po_1QExample",
                 *           "object": "payout",
                 *           "amount": 1000,
                 *           "currency": "example",
                 *           "status": "example",
                 *           "arrival_date": 1000
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["PayoutFailedEvent"] | components["schemas"]["ServicePayoutFailed"];
            };
        };
        responses: {
            /** @description Received. Respond within 10 seconds, and do the work afterwards. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Anything else, including a redirect, is a failure. There are eight attempts within about 23 hours. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onPaymentHoldExpiring: {
        parameters: {
            query?: never;
            header: {
                /** @description t=<unix seconds>,v1=<64 lower-case hex digits>: the HMAC-SHA256 of <t>.<raw body> under the endpoint's signing secret, whsec_ included. During a rotation there is one v1 per secret. Reject timestamps that are more than 300 s off. */
                "Svc-Signature": string;
                /** @description The same for every attempt: de-duplicate on it. */
                "Svc-Event-Id": string;
                /** @description The event's type, as the payload calls it. */
                "Svc-Event-Type": string;
                /** @description service if the body is in the service payload; absent otherwise. */
                "Svc-Payload"?: "service";
                /** @description 1 to 8. */
                "Svc-Attempt": number;
                /** @description The payment that the event is about; absent if it is not a payment of this service, as for the merchant's own charges. */
                "Svc-Payment-Id"?: string;
                /** @description Standard Webhooks: the same as Svc-Event-Id. The three headers of this scheme are sent together if the endpoint's secret has the scheme's form. */
                "webhook-id"?: string;
                /** @description Standard Webhooks: when this attempt was signed, in unix seconds. */
                "webhook-timestamp"?: string;
                /** @description Standard Webhooks: v1,<base64>, the HMAC-SHA256 of <webhook-id>.<webhook-timestamp>.<raw body> under the bytes that the secret's base64 encodes; one per secret, with a space between them. */
                "webhook-signature"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "payload": "service",
                 *       "id": "evt_1QExample",
                 *       "type": "payment.hold_expiring",
                 *       "createdAt": "2026-07-01T12:00:00.000Z",
                 *       "payment": {
                 *         "svcPaymentId": "svcpay_5f2b8c1de0a94b7391c6f3a2d7e8b9c0",
                 *         "status": "requires_payment_method",
                 *         "amountCents": 1000,
                 *         "applicationFeeCents": 1000,
                 *         "currency": "usd",
                 *         "orderRef": "example",
                 *         "processorPaymentIntentId": "pi_3QExample",
                 *         "capturedCents": 1000,
                 *         "refundedCents": 1000,
                 *         "createdAt": "2026-07-01T12:00:00.000Z",
                 *         "captureBefore": "2026-07-01T12:00:00.000Z",
                 *         "disputes": [
                 *           {
                 *             "disputeId": "example",
                 *             "status": "example",
                 *             "reason": "example",
                 *             "amountCents": 1000,
                 *             "dueBy": "2026-07-01T12:00:00.000Z"
                 *           }
                 *         ],
                 *         "version": 1000
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ServicePaymentHoldExpiring"];
            };
        };
        responses: {
            /** @description Received. Respond within 10 seconds, and do the work afterwards. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Anything else, including a redirect, is a failure. There are eight attempts within about 23 hours. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onDisputeResponseDue: {
        parameters: {
            query?: never;
            header: {
                /** @description t=<unix seconds>,v1=<64 lower-case hex digits>: the HMAC-SHA256 of <t>.<raw body> under the endpoint's signing secret, whsec_ included. During a rotation there is one v1 per secret. Reject timestamps that are more than 300 s off. */
                "Svc-Signature": string;
                /** @description The same for every attempt: de-duplicate on it. */
                "Svc-Event-Id": string;
                /** @description The event's type, as the payload calls it. */
                "Svc-Event-Type": string;
                /** @description service if the body is in the service payload; absent otherwise. */
                "Svc-Payload"?: "service";
                /** @description 1 to 8. */
                "Svc-Attempt": number;
                /** @description The payment that the event is about; absent if it is not a payment of this service, as for the merchant's own charges. */
                "Svc-Payment-Id"?: string;
                /** @description Standard Webhooks: the same as Svc-Event-Id. The three headers of this scheme are sent together if the endpoint's secret has the scheme's form. */
                "webhook-id"?: string;
                /** @description Standard Webhooks: when this attempt was signed, in unix seconds. */
                "webhook-timestamp"?: string;
                /** @description Standard Webhooks: v1,<base64>, the HMAC-SHA256 of <webhook-id>.<webhook-timestamp>.<raw body> under the bytes that the secret's base64 encodes; one per secret, with a space between them. */
                "webhook-signature"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "payload": "service",
                 *       "id": "evt_1QExample",
                 *       "type": "dispute.response_due",
                 *       "createdAt": "2026-07-01T12:00:00.000Z",
                 *       "dispute": {
                 *         "disputeId": "example",
                 *         "status": "example",
                 *         "reason": "example",
                 *         "amountCents": 1000,
                 *         "dueBy": "2026-07-01T12:00:00.000Z"
                 *       },
                 *       "payment": {
                 *         "svcPaymentId": "svcpay_5f2b8c1de0a94b7391c6f3a2d7e8b9c0",
                 *         "status": "requires_payment_method",
                 *         "amountCents": 1000,
                 *         "applicationFeeCents": 1000,
                 *         "currency": "usd",
                 *         "orderRef": "example",
                 *         "processorPaymentIntentId": "pi_3QExample",
                 *         "capturedCents": 1000,
                 *         "refundedCents": 1000,
                 *         "createdAt": "2026-07-01T12:00:00.000Z",
                 *         "captureBefore": "2026-07-01T12:00:00.000Z",
                 *         "disputes": [
                 *           {
                 *             "disputeId": "example",
                 *             "status": "example",
                 *             "reason": "example",
                 *             "amountCents": 1000,
                 *             "dueBy": "2026-07-01T12:00:00.000Z"
                 *           }
                 *         ],
                 *         "version": 1000
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ServiceDisputeResponseDue"];
            };
        };
        responses: {
            /** @description Received. Respond within 10 seconds, and do the work afterwards. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Anything else, including a redirect, is a failure. There are eight attempts within about 23 hours. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onPaymentUpdated: {
        parameters: {
            query?: never;
            header: {
                /** @description t=<unix seconds>,v1=<64 lower-case hex digits>: the HMAC-SHA256 of <t>.<raw body> under the endpoint's signing secret, whsec_ included. During a rotation there is one v1 per secret. Reject timestamps that are more than 300 s off. */
                "Svc-Signature": string;
                /** @description The same for every attempt: de-duplicate on it. */
                "Svc-Event-Id": string;
                /** @description The event's type, as the payload calls it. */
                "Svc-Event-Type": string;
                /** @description service if the body is in the service payload; absent otherwise. */
                "Svc-Payload"?: "service";
                /** @description 1 to 8. */
                "Svc-Attempt": number;
                /** @description The payment that the event is about; absent if it is not a payment of this service, as for the merchant's own charges. */
                "Svc-Payment-Id"?: string;
                /** @description Standard Webhooks: the same as Svc-Event-Id. The three headers of this scheme are sent together if the endpoint's secret has the scheme's form. */
                "webhook-id"?: string;
                /** @description Standard Webhooks: when this attempt was signed, in unix seconds. */
                "webhook-timestamp"?: string;
                /** @description Standard Webhooks: v1,<base64>, the HMAC-SHA256 of <webhook-id>.<webhook-timestamp>.<raw body> under the bytes that the secret's base64 encodes; one per secret, with a space between them. */
                "webhook-signature"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "payload": "service",
                 *       "id": "evt_1QExample",
                 *       "type": "payment.updated",
                 *       "createdAt": "2026-07-01T12:00:00.000Z",
                 *       "payment": {
                 *         "svcPaymentId": "svcpay_5f2b8c1de0a94b7391c6f3a2d7e8b9c0",
                 *         "status": "requires_payment_method",
                 *         "amountCents": 1000,
                 *         "applicationFeeCents": 1000,
                 *         "currency": "usd",
                 *         "orderRef": "example",
                 *         "processorPaymentIntentId": "pi_3QExample",
                 *         "capturedCents": 1000,
                 *         "refundedCents": 1000,
                 *         "createdAt": "2026-07-01T12:00:00.000Z",
                 *         "captureBefore": "2026-07-01T12:00:00.000Z",
                 *         "disputes": [
                 *           {
                 *             "disputeId": "example",
                 *             "status": "example",
                 *             "reason": "example",
                 *             "amountCents": 1000,
                 *             "dueBy": "2026-07-01T12:00:00.000Z"
                 *           }
                 *         ],
                 *         "version": 1000
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ServicePaymentUpdated"];
            };
        };
        responses: {
            /** @description Received. Respond within 10 seconds, and do the work afterwards. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Anything else, including a redirect, is a failure. There are eight attempts within about 23 hours. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onPayoutUpdated: {
        parameters: {
            query?: never;
            header: {
                /** @description t=<unix seconds>,v1=<64 lower-case hex digits>: the HMAC-SHA256 of <t>.<raw body> under the endpoint's signing secret, whsec_ included. During a rotation there is one v1 per secret. Reject timestamps that are more than 300 s off. */
                "Svc-Signature": string;
                /** @description The same for every attempt: de-duplicate on it. */
                "Svc-Event-Id": string;
                /** @description The event's type, as the payload calls it. */
                "Svc-Event-Type": string;
                /** @description service if the body is in the service payload; absent otherwise. */
                "Svc-Payload"?: "service";
                /** @description 1 to 8. */
                "Svc-Attempt": number;
                /** @description The payment that the event is about; absent if it is not a payment of this service, as for the merchant's own charges. */
                "Svc-Payment-Id"?: string;
                /** @description Standard Webhooks: the same as Svc-Event-Id. The three headers of this scheme are sent together if the endpoint's secret has the scheme's form. */
                "webhook-id"?: string;
                /** @description Standard Webhooks: when this attempt was signed, in unix seconds. */
                "webhook-timestamp"?: string;
                /** @description Standard Webhooks: v1,<base64>, the HMAC-SHA256 of <webhook-id>.<webhook-timestamp>.<raw body> under the bytes that the secret's base64 encodes; one per secret, with a space between them. */
                "webhook-signature"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "payload": "service",
                 *       "id": "evt_1QExample",
                 *       "type": "payout.updated",
                 *       "createdAt": "2026-07-01T12:00:00.000Z",
                 *       "payout": {
                 *         "payoutId": "po_1QExample",
                 *         "status": "example",
                 *         "amountCents": 1000,
                 *         "currency": "example",
                 *         "automatic": true,
                 *         "method": "example",
                 *         "createdAt": "2026-07-01T12:00:00.000Z",
                 *         "arrivesOn": "2026-07-01",
                 *         "traceId": "example",
                 *         "returnedAt": "2026-07-01T12:00:00.000Z",
                 *         "failureCode": "example",
                 *         "composition": "complete",
                 *         "totals": {},
                 *         "lineCount": 1000,
                 *         "unexplainedCents": 1000,
                 *         "version": 1000
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ServicePayoutUpdated"];
            };
        };
        responses: {
            /** @description Received. Respond within 10 seconds, and do the work afterwards. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Anything else, including a redirect, is a failure. There are eight attempts within about 23 hours. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onReportReady: {
        parameters: {
            query?: never;
            header: {
                /** @description t=<unix seconds>,v1=<64 lower-case hex digits>: the HMAC-SHA256 of <t>.<raw body> under the endpoint's signing secret, whsec_ included. During a rotation there is one v1 per secret. Reject timestamps that are more than 300 s off. */
                "Svc-Signature": string;
                /** @description The same for every attempt: de-duplicate on it. */
                "Svc-Event-Id": string;
                /** @description The event's type, as the payload calls it. */
                "Svc-Event-Type": string;
                /** @description service if the body is in the service payload; absent otherwise. */
                "Svc-Payload"?: "service";
                /** @description 1 to 8. */
                "Svc-Attempt": number;
                /** @description The payment that the event is about; absent if it is not a payment of this service, as for the merchant's own charges. */
                "Svc-Payment-Id"?: string;
                /** @description Standard Webhooks: the same as Svc-Event-Id. The three headers of this scheme are sent together if the endpoint's secret has the scheme's form. */
                "webhook-id"?: string;
                /** @description Standard Webhooks: when this attempt was signed, in unix seconds. */
                "webhook-timestamp"?: string;
                /** @description Standard Webhooks: v1,<base64>, the HMAC-SHA256 of <webhook-id>.<webhook-timestamp>.<raw body> under the bytes that the secret's base64 encodes; one per secret, with a space between them. */
                "webhook-signature"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "payload": "service",
                 *       "id": "evt_1QExample",
                 *       "type": "report.ready",
                 *       "createdAt": "2026-07-01T12:00:00.000Z",
                 *       "report": {
                 *         "month": "example",
                 *         "from": "2026-07-01",
                 *         "to": "2026-07-01"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ServiceReportReady"];
            };
        };
        responses: {
            /** @description Received. Respond within 10 seconds, and do the work afterwards. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Anything else, including a redirect, is a failure. There are eight attempts within about 23 hours. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onCallbackTest: {
        parameters: {
            query?: never;
            header: {
                /** @description t=<unix seconds>,v1=<64 lower-case hex digits>: the HMAC-SHA256 of <t>.<raw body> under the endpoint's signing secret, whsec_ included. During a rotation there is one v1 per secret. Reject timestamps that are more than 300 s off. */
                "Svc-Signature": string;
                /** @description The same for every attempt: de-duplicate on it. */
                "Svc-Event-Id": string;
                /** @description The event's type, as the payload calls it. */
                "Svc-Event-Type": string;
                /** @description service if the body is in the service payload; absent otherwise. */
                "Svc-Payload"?: "service";
                /** @description 1 to 8. */
                "Svc-Attempt": number;
                /** @description The payment that the event is about; absent if it is not a payment of this service, as for the merchant's own charges. */
                "Svc-Payment-Id"?: string;
                /** @description Standard Webhooks: the same as Svc-Event-Id. The three headers of this scheme are sent together if the endpoint's secret has the scheme's form. */
                "webhook-id"?: string;
                /** @description Standard Webhooks: when this attempt was signed, in unix seconds. */
                "webhook-timestamp"?: string;
                /** @description Standard Webhooks: v1,<base64>, the HMAC-SHA256 of <webhook-id>.<webhook-timestamp>.<raw body> under the bytes that the secret's base64 encodes; one per secret, with a space between them. */
                "webhook-signature"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_1QExample",
                 *       "object": "event",
                 *       "type": "callback.test",
                 *       "created": 1000,
                 *       "livemode": true,
                 *       "data": {
                 *         "object": {
                 *           "object": "callback_test",
                 *           "message": "example"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CallbackTestEvent"] | components["schemas"]["ServiceCallbackTest"];
            };
        };
        responses: {
            /** @description Received. Respond within 10 seconds, and do the work afterwards. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Anything else, including a redirect, is a failure. There are eight attempts within about 23 hours. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}

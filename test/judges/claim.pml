/*
 * One operation under one Idempotency-Key, in every order in which clients, visits, the processor and time can act.
 *
 * Always: money moves at most once; a completed claim has moved it; a rejected claim has not, and nothing that is still
 * under way will. Clients retry without end. A claim uses at most KEYS processor keys (op_….1, op_….2, …).
 *
 * Kinds: part of a charge is refunded (default; the charge could pay it twice), WHOLE (all of it: the charge is the bound),
 * CAPTURE (bounded too; no pause before a new key, no list of lost refunds), RESTORED (the ledger loses the claim once).
 *
 * Assumed: a call reaches the processor within 15 minutes or never; a 500 that moves money later does so within 15 minutes;
 * a request lives for 25 s; the processor remembers a key for 24 h from its first use; its lists show all that was made; it
 * rejects nothing while another change of the same charge is under way.
 *
 * In the code, which the judge checks for these names:
 *   takeClaim, resumeClaim, renewKey, markKeyStuck, dropAttempt     shared/ledger/claims.ts
 *   completeClaim, rejectClaim, releaseClaim                        shared/ledger/claims.ts
 *   mustLookUpFirst, isRetry, judgeFailure, waitAfterLookupMs       shared/domain/payments/outcome-certainty.ts
 *   askOnce, judgeFailedRetry, askUnderNewKey, believeRejection       shared/flows/once/ask-once.ts
 *   endClaim                                                        shared/flows/once/ask-once.ts
 *   visitClaim                                                      shared/flows/once/visit-claim.ts
 *   lookUpRefundOfLostClaim                                         shared/flows/payments/refund-payment.ts
 *
 * Mistakes to plant: NO_LATE_LOOK, NO_PAUSE, TRUST_TOO_LONG, LATE_500, NO_REJECTION_LOOK, NO_LOST_REFUND, TRUST_LATE_REJECTION,
 * DROP_SENT.
 * LEASE_LIES (a lease ends while its owner works) must stay harmless: the lease only saves work.
 */
#ifdef CAPTURE
#define WHOLE
#define NO_PAUSE
#define NO_LOST_REFUND
#endif
#ifdef WHOLE
#define CHARGE 1
#define CAN_CLAIM (state == none || state == rejected) && key < KEYS && !shown
#else
#define CHARGE 2
#define CAN_CLAIM (state == none || state == rejected) && key < KEYS
#endif
#ifdef LEASE_LIES
#define CLIENTS 2
#define LEASE_CAN_END lease
#else
#define CLIENTS 1 /* a lease that holds lets one request at a time in, whoever sends it */
#define LEASE_CAN_END (lease && holds[owner] == 0)
#endif
#ifdef LATE_500
#define LANDED true
#else
#define LANDED (moving == 0)
#endif
#ifdef DROP_SENT
#define AFTER_LOST_CALL drop
#else
#define AFTER_LOST_CALL release
#endif
#ifdef TRUST_TOO_LONG
#define MAY_BE_OLD true
#else
#define MAY_BE_OLD late
#endif

mtype = { none, claimed, completed, rejected };
mtype = { made, error500, rejection };

/* The claim's item. */
mtype state = none;
byte owner, key;
bool resumed, lease, stuck;

/* What the clock says of the claim: 23 h since it was claimed; 15 min since its key got stuck; 15 min since the last
   attempt began whose end is not known. */
bool late, paused, settled;

/* The ledger's payment shows a refund: this one, or another. */
bool shown;

/* The processor: what it saved under each key; what the charge can still give; what this operation has moved; under which
   key a 500 will still move it. `mayAge`: the key may be 23 h old. `aged`: it is. `lost`: used before a restore. */
mtype saved[KEYS + 1];
bool mayAge[KEYS + 1], aged[KEYS + 1], lost[KEYS + 1];
byte left = CHARGE, moved, moving;

/* Calls under way whose sender is gone. `oldWire`: sent before the key was 23 h old, so they arrive before 24 h. */
bool wire[KEYS + 1], oldWire[KEYS + 1];
byte wires;

/* Requests under way, by client: the key that each holds; begun before that key was 23 h old; before it got stuck. */
byte holds[2];
bool elder[2], unmarked[2];

bool restored;

#define OURS (state == claimed && owner == me)
#define QUIET (wires == 0 && holds[0] == 0 && holds[1] == 0)

inline move() {
  if
  :: left > 0 -> printf("  the money moves\n"); left--; moved++; assert(moved <= 1); assert(state != rejected)
  :: else
  fi
}

/* Under a known key it repeats what it saved. */
inline ask_processor(k) {
  answer = saved[k];
  if
  :: answer == 0 ->
     if
     :: left > 0 -> move(); answer = made
     :: left > 0 -> answer = error500                            /* and nothing is done */
     :: left > 0 -> move(); answer = error500                    /* and yet it is done */
     :: left > 0 && moving == 0 -> moving = k; answer = error500 /* and it is done minutes later */
     :: left == 0 || moving == 0 -> answer = rejection
     fi;
     saved[k] = answer; mayAge[k] = MAY_BE_OLD
  :: else
  fi;
  printf("  the processor answers under key %d: %e\n", k, answer)
}

inline forget_locals() {
  k = 0; first = false; fresh = false; wasStuck = false; wasLate = false; wasPaused = false; wasSettled = false;
  shows = false; answer = 0
}

inline leave() {
  holds[me] = 0; elder[me] = false; unmarked[me] = false; forget_locals()
}

proctype Client(byte me) {
  byte k;
  bool first, fresh, wasStuck, wasLate, wasPaused, wasSettled, shows;
  mtype answer;
again:
  atomic {
    if
    :: CAN_CLAIM -> key++; resumed = false; state = claimed; late = false; stuck = false; paused = false; settled = false
    :: state == claimed && !lease -> resumed = true
    fi;
    owner = me; lease = true; shows = shown; k = key; holds[me] = k; unmarked[me] = !stuck; first = !resumed; fresh = first;
    wasStuck = stuck; wasLate = late; wasPaused = paused; wasSettled = settled; settled = false;
    printf("client %d: attempt under key %d, resumed %d, late %d, stuck %d\n", me, k, resumed, late, stuck)
  };
  if :: shows || (!first && (wasStuck || wasLate)) -> goto drop :: true fi; /* a lookup fails before anything is sent */
#ifndef NO_LOST_REFUND
  if :: shows && moved > 0 -> goto finish :: else fi;
#endif
#ifdef NO_LATE_LOOK
  if :: !first && wasStuck && moved > 0 -> goto finish :: else fi;
#else
  if :: !first && (wasStuck || wasLate) && moved > 0 -> goto finish :: else fi;
#endif
#ifndef NO_PAUSE
  if :: wasStuck && !wasPaused -> goto release :: else fi;
#endif
  if :: wasStuck -> goto renew :: else fi;
send:
  if
  :: goto die
  :: atomic {
       if :: !wire[k] -> wire[k] = true; wires++ :: else fi;
       oldWire[k] = oldWire[k] || elder[me]; printf("client %d: its call under key %d is under way\n", me, k)
     };
     if :: goto die :: goto AFTER_LOST_CALL fi
  :: atomic { ask_processor(k) }
  fi;
  if
  :: goto die
  :: goto release                                                /* the reply is lost */
  :: answer == made -> goto finish
  :: answer == error500 && first -> goto release
  :: answer == error500 && !first -> goto look_after_500
  :: answer == rejection && fresh -> goto reject
  :: answer == rejection && !fresh -> goto look_after_rejection
  fi;
look_after_500:
  if :: moved > 0 -> goto finish :: else fi;
#ifndef NO_PAUSE
  atomic {
    if :: OURS && key == k -> stuck = true; paused = false; lease = false :: else fi;
    printf("client %d: key %d is stuck\n", me, k); leave(); goto again
  };
#endif
renew:
  atomic {
    if
    :: OURS && key == k && key < KEYS ->
       key++; k = key; stuck = false; paused = false; first = true; answer = 0;
       holds[me] = k; elder[me] = false; unmarked[me] = true; printf("client %d: new key %d\n", me, k);
       goto send
    :: else -> goto release
    fi
  };
look_after_rejection:
#ifndef NO_REJECTION_LOOK
  if :: moved > 0 -> goto finish :: else fi;
#endif
#ifndef TRUST_LATE_REJECTION /* the processor may be about to forget this rejection, with an earlier call still under way */
  if :: wasLate && !wasSettled -> goto release :: else fi;
#endif
reject:
  atomic {
    if
    :: OURS -> printf("client %d: rejected\n", me); assert(moved == 0 && moving == 0); state = rejected; lease = false
    :: else
    fi;
    leave(); goto again
  };
finish: /* first the payment is written, then the claim is completed */
  atomic { shown = true; forget_locals() };
  if
  :: goto die
  :: atomic {
       true;
       if :: OURS -> printf("client %d: completed\n", me); assert(moved == 1); state = completed; lease = false :: else fi;
       leave(); goto again
     }
  fi;
drop: /* its time goes back to that of the attempt before it, then the lease ends */
  atomic { if :: OURS && wasSettled -> settled = true :: else fi };
  if :: goto die :: goto release fi;
release:
  atomic { if :: OURS -> lease = false :: else fi; leave(); goto again };
die:
  atomic { leave(); goto again }
}

/* What is done to each key: a call arrives, 23 h pass, 24 h pass. */
#define CAN_AGE(i) (mayAge[i] && !lost[i] && saved[i] != 0 && !aged[i] && moving != i)
#define CAN_FORGET(i) (aged[i] && !oldWire[i] && !(holds[0] == i && elder[0]) && !(holds[1] == i && elder[1]))

inline arrive(i) {
  wire[i] = false; oldWire[i] = false; wires--; printf("  a call under key %d arrives\n", i); ask_processor(i); answer = 0
}

inline age(i) {
  aged[i] = true; oldWire[i] = wire[i];
  if :: holds[0] == i -> elder[0] = true :: else fi;
  if :: holds[1] == i -> elder[1] = true :: else fi
}

inline forget(i) {
  aged[i] = false; mayAge[i] = false; lost[i] = false; saved[i] = 0; printf("  the processor forgets key %d\n", i)
}

proctype World() {
  mtype answer;
  byte i;
  do
  :: atomic { wire[1] -> arrive(1) }
  :: atomic { wire[2] -> arrive(2) }
  :: atomic { CAN_AGE(1) -> age(1) }
  :: atomic { CAN_AGE(2) -> age(2) }
  :: atomic { CAN_FORGET(1) -> forget(1) }
  :: atomic { CAN_FORGET(2) -> forget(2) }
#if KEYS > 2
  :: atomic { wire[3] -> arrive(3) }
  :: atomic { CAN_AGE(3) -> age(3) }
  :: atomic { CAN_FORGET(3) -> forget(3) }
#endif
  :: atomic { moving > 0 -> moving = 0; printf("  a 500 is done after all\n"); move() }
  :: atomic { LEASE_CAN_END -> lease = false }
#if !defined(CAPTURE) && !defined(LEASE_LIES)                    /* with two clients it would be five times the states */
  :: atomic { left > 0 -> left-- }                               /* another refund of the charge */
#endif
  :: atomic { left < CHARGE && !shown -> shown = true }          /* the webhook */
  /* A visit reads the claim, looks, and completes it if its owner is still the same: then its lease is still over. */
  :: atomic { state == claimed && !lease && moved > 0 -> assert(moved == 1); shown = true; state = completed }
  :: atomic {
       state == claimed && !late -> late = true; printf("  23 hours have passed\n");
       for (i : 1 .. KEYS) { mayAge[i] = (saved[i] != 0) };
       i = 0
     }
  :: atomic { state == claimed && !settled && QUIET && moving == 0 -> settled = true }
  :: atomic { stuck && !paused && wires == 0 && !unmarked[0] && !unmarked[1] && LANDED -> paused = true }
#ifdef RESTORED
  /* The runbook reconciles payments before the service serves again, so the ledger shows what was refunded. */
  :: atomic {
       QUIET && moving == 0 && !restored && state != none -> restored = true; shown = (left < CHARGE);
       state = none; key = 0; resumed = false; lease = false; stuck = false; late = false; paused = false; settled = false;
       for (i : 1 .. KEYS) { aged[i] = false; mayAge[i] = false; lost[i] = (saved[i] != 0) };
       i = 0; printf("  the ledger is restored\n")
     }
  /* The restored ledger does not know how old these keys are: limits.md names what that leaves. */
  :: atomic { lost[1] && QUIET && moving == 0 -> forget(1) }
  :: atomic { lost[2] && QUIET && moving == 0 -> forget(2) }
#if KEYS > 2
  :: atomic { lost[3] && QUIET && moving == 0 -> forget(3) }
#endif
#endif
  od
}

init {
  atomic {
    byte c;
    for (c : 0 .. CLIENTS - 1) { run Client(c) };
    run World()
  }
}

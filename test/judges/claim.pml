/*
 * One operation under one Idempotency-Key, in every order in which clients, visits, the processor and time can act.
 *
 * Always: money moves at most once; a completed claim has moved it; a rejected claim has not, and nothing that is still
 * under way will. Clients retry without end. A claim uses at most KEYS processor keys (op_….1, op_….2, …).
 *
 * Kinds: part of a charge is refunded (default; the charge could pay it twice), WHOLE (all of it: the charge is the bound),
 * CAPTURE (bounded too; looks first only under a day-old key, and no rest after a stuck one), RESTORED (the ledger loses the
 * claim once).
 *
 * Assumed: a call reaches the processor within 15 minutes or never; a 500 that moves money later does so within 15 minutes;
 * a request lives for 25 s; the processor remembers a key for 24 h from its first use; its lists show all that was made; it
 * rejects nothing while another change of the same charge is under way.
 *
 * In the code, which the judge checks for these names:
 *   takeClaim, resumeClaim, renewKey, isRetry                       shared/ledger/claims.ts
 *   completeClaim, rejectClaim, releaseClaim                        shared/ledger/claims.ts
 *   isKeyOld, judgeFailure                                          shared/domain/payments/outcome-certainty.ts
 *   askOnce, judgeFailedRetry, askUnderNewKey, endClaim             shared/flows/once/ask-once.ts
 *   visitClaim                                                      shared/flows/once/visit-claim.ts
 *   lookUpRefund                                                    shared/flows/payments/refund-payment.ts
 *
 * Mistakes to plant: NO_LOOK, NO_PAUSE, TRUST_TOO_LONG, LATE_500, NO_REJECTION_LOOK, NO_LOST_REFUND, RELEASE_RESTS.
 * LEASE_LIES (a lease ends while its owner works) must stay harmless: the lease only saves work, but a rest is waited for.
 */
#ifdef CAPTURE
#define WHOLE
#define BOUNDED
#endif
#if defined(NO_LOOK)
#define LOOKS_FIRST false
#elif defined(BOUNDED)
#define LOOKS_FIRST (!first && wasLate)
#elif defined(NO_LOST_REFUND)
#define LOOKS_FIRST !first
#else
#define LOOKS_FIRST true
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
#define LEASE_CAN_END (lease && !resting)
#else
#define CLIENTS 1 /* a lease that holds lets one request at a time in, whoever sends it */
#define LEASE_CAN_END (lease && !resting && holds[owner] == 0)
#endif
#ifdef LATE_500
#define LANDED true
#else
#define LANDED (moving == 0)
#endif
#ifdef RELEASE_RESTS
#define RESTING_OWNER me
#else
#define RESTING_OWNER NOBODY
#endif
#ifdef TRUST_TOO_LONG
#define MAY_BE_OLD true
#else
#define MAY_BE_OLD late
#endif

mtype = { none, claimed, completed, rejected };
mtype = { made, error500, rejection };

/* The claim's item. While it rests, and until it is taken over after that, nobody owns it. */
#define NOBODY 9
mtype state = none;
byte owner, key;
bool resumed, lease, resting;

/* What the clock says of the claim: 23 h since its key was new. */
bool late;

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

/* Requests under way, by client: the key that each holds; begun before that key was 23 h old. */
byte holds[2];
bool elder[2];

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

inline forget_locals() { k = 0; first = false; wasLate = false; answer = 0 }

inline leave() {
  holds[me] = 0; elder[me] = false; forget_locals()
}

proctype Client(byte me) {
  byte k;
  bool first, wasLate;
  mtype answer;
again:
  atomic {
    if
    :: CAN_CLAIM -> key++; resumed = false; state = claimed; late = false
    :: state == claimed && !lease ->
       resumed = true;
       if :: owner == NOBODY -> late = false :: else fi
    fi;
    owner = me; lease = true; k = key; holds[me] = k; first = !resumed; wasLate = late;
    printf("client %d: attempt under key %d, resumed %d, late %d\n", me, k, resumed, late)
  };
  if :: goto release :: true fi;                                 /* a lookup fails before anything is sent */
  if :: LOOKS_FIRST && moved > 0 -> goto finish :: else fi;
#ifndef TRUST_TOO_LONG
  if :: !first && wasLate -> goto rest :: else fi;
#endif
send:
  if
  :: goto die
  :: atomic {
       if :: !wire[k] -> wire[k] = true; wires++ :: else fi;
       oldWire[k] = oldWire[k] || elder[me]; printf("client %d: its call under key %d is under way\n", me, k)
     };
     if :: goto die :: goto release fi
  :: atomic { ask_processor(k) }
  fi;
  if
  :: goto die
  :: goto release                                                /* the reply is lost */
  :: answer == made -> goto finish
  :: answer == error500 && first -> goto release
  :: answer == error500 && !first -> goto look_after_500
  :: answer == rejection && first -> goto reject
  :: answer == rejection && !first -> goto look_after_rejection
  fi;
look_after_500:
  if :: moved > 0 -> goto finish :: else fi;
#ifdef BOUNDED
  goto renew;
#else
  goto rest;
#endif
rest: /* the next key, and nobody owns the claim for 15 minutes */
#ifdef NO_PAUSE
  goto renew;
#else
  atomic {
    if
    :: OURS && key == k && key < KEYS -> key++; late = false; owner = RESTING_OWNER; resting = true; lease = true
    :: else
    fi;
    printf("client %d: rests\n", me); goto release
  };
#endif
#if defined(BOUNDED) || defined(NO_PAUSE)
renew:
  atomic {
    if
    :: OURS && key == k && key < KEYS ->
       key++; k = key; late = false; answer = 0; holds[me] = k; elder[me] = false; printf("client %d: new key %d\n", me, k);
       goto send
    :: else -> goto release
    fi
  };
#endif
look_after_rejection:
#ifndef NO_REJECTION_LOOK
  if :: moved > 0 -> goto finish :: else fi;
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
       if :: OURS -> printf("client %d: completed\n", me); assert(moved == 1); state = completed; lease = false; resting = false :: else fi;
       leave(); goto again
     }
  fi;
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
  /* 15 minutes after its key was replaced. A request that held the old key lives for seconds. */
  :: atomic { resting && wires == 0 && holds[0] == 0 && holds[1] == 0 && LANDED -> resting = false; lease = false }
#ifdef RESTORED
  /* The runbook reconciles payments before the service serves again, so the ledger shows what was refunded. */
  :: atomic {
       QUIET && moving == 0 && !restored && state != none -> restored = true; shown = (left < CHARGE);
       state = none; key = 0; resumed = false; lease = false; resting = false; late = false;
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

import { useState } from "preact/hooks";
import { SESSION_ENDED } from "./api/call.ts";
import { serviceNowMs } from "./api/service-clock.ts";
import {
  forgetSessionId,
  hasExpired,
  keepSessionId,
  keepWay,
  type Offer,
  readSessionId,
  takeOffer,
  takeSession,
  takeWay,
} from "./api/tab-session.ts";
import type { Session } from "./api/types.ts";
import { Console } from "./console.tsx";
import { SignIn } from "./screens/sign-in.tsx";
import { SignedOut, type WhySignedOut } from "./screens/signed-out.tsx";
import { hrefOf, parseRoute } from "./state/routes.ts";
import { useEvent } from "./state/use-event.ts";

type Stage =
  | { kind: "offered"; offer: Offer }
  | { kind: "in"; session?: Session }
  | { kind: "out"; why: WhySignedOut };

export function App({ firstOffer }: { firstOffer: Offer | undefined }) {
  const [stage, setStage] = useState<Stage>(() => firstStage(firstOffer));
  const leave = (why: WhySignedOut) => {
    forgetSessionId();
    if (why !== "left") keepWay();
    setStage({ kind: "out", why });
  };
  // A link that is opened in a tab where the page already runs.
  useEvent(window, "hashchange", () => {
    const offer = takeOffer();
    takeSession();
    if (offer) setStage({ kind: "offered", offer });
  });
  useEvent(window, SESSION_ENDED, () => leave(hasExpired(serviceNowMs()) ? "expired" : "ended"));
  if (stage.kind === "offered")
    return (
      <SignIn
        offer={stage.offer}
        enter={(session) => setStage(enter(session, stage.offer))}
        goBack={readSessionId() === undefined ? undefined : () => setStage({ kind: "in" })}
      />
    );
  if (stage.kind === "out") {
    const choose = (session: Session) => {
      keepSessionId(session.sessionId);
      setStage({ kind: "in", session });
    };
    return <SignedOut why={stage.why} choose={choose} />;
  }
  return <Console known={stage.session} leave={leave} />;
}

function firstStage(offer: Offer | undefined): Stage {
  if (offer) return { kind: "offered", offer };
  if (readSessionId()) return { kind: "in" };
  keepWay();
  return { kind: "out", why: "none" };
}

function enter(session: Session, { to }: Offer): Stage {
  const way = takeWay();
  const { screen, id, query } = parseRoute(to || way);
  if (screen !== "unknown") history.replaceState(null, "", hrefOf(screen, { id, query }));
  takeSession();
  return { kind: "in", session };
}

/** What the session may not do, and which one may. */
export const Lacks = ({ access, to }: { access: string; to: string }) => (
  <p class="hint">
    To {to}, ask for a session with {access} access.
  </p>
);

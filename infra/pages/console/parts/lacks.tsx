/** What the session may not do. */
export const Lacks = ({ permission, to }: { permission: string; to: string }) => (
  <p class="hint">
    You need {permission} permission to {to}.
  </p>
);

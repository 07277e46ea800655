/** `asked`: the session that the call was made in; `own`: the one that the tab is in when the answer comes. */
type Rejected = { status: number; path: string; asked: string | undefined; own: string | undefined };

/**
 * Whether an answer says that the tab's session is over. A link's code is exchanged beside it, and one that is dead says
 * nothing of it; nor does a late answer to a session that the tab has left.
 */
export const endsOwnSession = ({ status, path, asked, own }: Rejected): boolean =>
  status === 401 && path.startsWith("v1/") && asked !== undefined && asked === own;

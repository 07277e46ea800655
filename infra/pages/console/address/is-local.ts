/** On a developer's machine, beside the demo's own pages. */
export const isLocal = (): boolean => /^(localhost|127\.0\.0\.1|\[::1\])$/.test(location.hostname);

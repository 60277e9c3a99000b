/** The scopes of API keys: the kinds of requests that a key may be used for. */
export const scopes = ['ingest', 'trigger'] as const
export type Scope = (typeof scopes)[number]

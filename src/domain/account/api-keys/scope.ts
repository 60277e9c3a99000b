/** What an API key may be used for. */
export const scopes = ['ingest', 'trigger'] as const
export type Scope = (typeof scopes)[number]

/** Stores when credentials were last used, without a write for each request. */
export abstract class CredentialUsage {
  /** Notes the use of an API key, given by its digest; accurate to a minute. */
  abstract noteKey(digest: string, at: Date): void
  /** Notes the use of a session; accurate to a few minutes. */
  abstract noteSession(sessionId: string, at: Date): void
}

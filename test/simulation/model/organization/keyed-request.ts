/** A request with an Idempotency-Key that creates a project, which is sent several times. */
export interface SentKeyedRequest {
  /** The name of the project, which no other project has. */
  readonly name: string
  /** The successful answers, as texts. */
  readonly answers: string[]
}

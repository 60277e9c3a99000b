export const unreachable = 'The database cannot be reached'

/** Whether the service can do its work right now. */
export abstract class Readiness {
  /** Null when ready, otherwise what is missing. */
  abstract missing(): Promise<string | null>
}

export const unreachable = 'The database cannot be reached'

/** Whether the service can do its work right now. */
export abstract class Readiness {
  /** Returns what is missing; null if the service is ready. */
  abstract missing(): Promise<string | null>
}

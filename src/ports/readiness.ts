export const databaseUnreachable = 'The database cannot be reached'

/** Reports whether the service can do its work right now. */
export abstract class Readiness {
  /** Returns what the service lacks for its work; null if the service is ready. */
  abstract missing(): Promise<string | null>
}

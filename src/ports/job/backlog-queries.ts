import type { Backlog } from '../../domain/job/backlog.ts'

export abstract class BacklogQueries {
  /** Returns the work of all organizations together that waits for the runtime. */
  abstract read(): Promise<Backlog>
}

import type { Backlog } from '../../domain/job/backlog.ts'

export abstract class BacklogQueries {
  /** Returns the backlog of all organizations together. */
  abstract read(): Promise<Backlog>
}

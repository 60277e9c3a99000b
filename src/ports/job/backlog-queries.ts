import type { Backlog } from '../../domain/job/backlog.ts'

export abstract class BacklogQueries {
  /** Of all organizations together. */
  abstract read(): Promise<Backlog>
}

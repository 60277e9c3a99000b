import type { Where } from '../../../../src/domain/spinner/where/where.ts'
import type { KnownTable } from '../known-table.ts'
import type { Moments } from '../moments.ts'
import { Register } from '../register.ts'

/** A segment of a data table as the simulator knows it from outside the service. */
export class KnownSegment {
  readonly id: string
  /** The name of the segment in the log of the simulation run, such as "segment 1". */
  readonly name: string
  readonly table: KnownTable
  /** The condition, with the original names of the columns. */
  readonly where: Register<Where>
  readonly isStored: Register<boolean>

  constructor(
    { id, name, table, where }: Pick<KnownSegment, 'id' | 'name' | 'table'> & { readonly where: Where },
    moments: Moments,
  ) {
    this.id = id
    this.name = name
    this.table = table
    this.where = new Register(moments, where)
    this.isStored = new Register(moments, true)
  }

  /** Records that no call is running, so that all calls that have ended count. */
  settle(): void {
    this.where.settle()
    this.isStored.settle()
  }
}

/** The segment of a simulated job, and the moment that decides which records belong to it. */
export interface SegmentOfJob {
  readonly id: string
  readonly decide: 'now' | 'atStart'
  /** The times at which the trigger of the job began and was answered. */
  readonly at: Date
  readonly answeredAt: Date
}

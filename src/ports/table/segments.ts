import type { Segment, SegmentCount } from '../../domain/table/segment/segment.ts'
import type { InTransaction } from '../in-transaction.ts'

/** A segment with the last exact count that was stored for it; null if there is none for the present condition. */
export interface StoredSegment extends Segment {
  readonly count: SegmentCount | null
}

/** Stores the segments of data tables, and counts their records. Lock the table before a segment is changed. */
export abstract class SegmentStore {
  /** Returns the segments of a table, ordered by name. */
  abstract ofTable(dataTableId: string): Promise<readonly StoredSegment[]>
  abstract find(organizationId: string, id: string): Promise<StoredSegment | null>
  /** Stores a new segment, or the changes of an existing one. Changes of the condition delete the stored count. */
  abstract put(this: InTransaction, segment: Segment): Promise<void>
  abstract remove(this: InTransaction, id: string): Promise<void>
  /**
   * Counts the records of a segment within about a quarter of a second. If that is not enough, returns an estimate from
   * records that are evenly spread over the table.
   */
  abstract count(segment: Segment): Promise<SegmentCount>
  /** Counts all records of a segment, however long it takes, and stores the number. Stops early if the signal aborts. */
  abstract countWhole(segment: Segment, signal: AbortSignal): Promise<void>
}

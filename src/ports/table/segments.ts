import type { Segment, SegmentCount, SegmentUse } from '../../domain/table/segment/segment.ts'
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
  /**
   * Returns the jobs that have not taken all records of a segment, or that exclude its records by their trigger and have
   * not ended, with the names of their spinners.
   */
  abstract jobsOver(id: string): Promise<readonly SegmentUse[]>
  /** Stores a new segment, or the changes of an existing one. Changes of the condition delete the stored count. */
  abstract put(this: InTransaction, segment: Segment): Promise<void>
  abstract remove(this: InTransaction, id: string): Promise<void>
  /** Counts the records of a segment in parts. Returns null if `mustStop` returns true between two parts. */
  abstract count(segment: Segment, mustStop: () => boolean): Promise<SegmentCount | null>
  /** Estimates the number of records of a segment from records that are evenly spread over the table. */
  abstract estimate(segment: Segment): Promise<SegmentCount>
  /** Stores an exact count, unless the condition of the segment was changed since. */
  abstract storeCount(segment: Segment, count: SegmentCount): Promise<void>
}

import { revisionOfContent } from '../../revision.ts'
import type { Where } from '../../spinner/where/where.ts'

/**
 * A segment: a condition on the records of a data table, saved under a name. It stores no list of its records: whether a
 * record belongs to it is decided when it is needed.
 */
export interface Segment {
  readonly id: string
  readonly organizationId: string
  readonly dataTableId: string
  readonly name: string
  readonly description: string
  /** The condition. It may name every column of the data table, also columns that spinners may not use. */
  readonly where: Where
  readonly createdAt: Date
}

/** The number of records of a segment. */
export interface SegmentCount {
  readonly value: number
  /** Whether the number is estimated from some of the table's records, because counting all takes too long. */
  readonly isEstimate: boolean
  /** The number of records from which the count was estimated, evenly spread over the table; null for an exact count. */
  readonly sampleSize: number | null
  /** The time to which the count applies. */
  readonly at: Date
}

/** A place where a segment is used, because of which it cannot be deleted. */
export interface SegmentUse {
  readonly kind: 'segment' | 'spinner' | 'view' | 'job'
  readonly id: string
  readonly name: string
}

export const maxSegments = 200
export const maxDescriptionLength = 1_000
/** The highest number of segments that ask for each other in a row. */
export const deepestSegment = 5
/** The highest number of comparisons and questions of a segment with those of the segments for which it asks. */
export const maxSegmentParts = 500

/** Returns the revision of what people change of a segment. */
export function revisionOfSegment({ name, description, where }: Segment): number {
  return revisionOfContent({ name, description, where })
}

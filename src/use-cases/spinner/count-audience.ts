import { DomainError } from '../../domain/errors.ts'
import { audienceSize, segmentOf } from '../../domain/spinner/audience.ts'
import type { SegmentCount } from '../../domain/table/segment/segment.ts'
import type { SpinnerStore } from '../../ports/spinner/spinners.ts'
import type { SegmentStore, StoredSegment } from '../../ports/table/segments.ts'

/** Counts the records of a segment, as `CountSegment` does. */
interface SegmentCounter {
  execute(segment: StoredSegment): Promise<SegmentCount>
}

interface AudienceCount {
  readonly records: number
  /** Whether the count of the records of a segment is an estimate; absent for other audiences. */
  readonly isEstimate?: boolean
}

/** Counts the records that a job of a published spinner would take if it started now. */
export class CountAudience {
  readonly #spinners: SpinnerStore
  readonly #segments: SegmentStore
  readonly #countSegment: SegmentCounter

  constructor(spinners: SpinnerStore, segments: SegmentStore, countSegment: SegmentCounter) {
    this.#spinners = spinners
    this.#segments = segments
    this.#countSegment = countSegment
  }

  async execute(organizationId: string, spinnerId: string): Promise<AudienceCount> {
    const range = await this.#spinners.audience(organizationId, spinnerId)
    const no = (await this.#spinners.find(organizationId, spinnerId))?.publishedVersion ?? null
    const version = no === null ? null : await this.#spinners.version(organizationId, spinnerId, no)
    if (range === null || version === null) throw new DomainError('SPINNER_NOT_FOUND')
    const segmentId = segmentOf(version.audience)
    const segment = segmentId === null ? null : await this.#segments.find(organizationId, segmentId)
    if (segment === null) return { records: audienceSize(range) }
    const { value: records, isEstimate } = await this.#countSegment.execute(segment)
    return { records, isEstimate }
  }
}

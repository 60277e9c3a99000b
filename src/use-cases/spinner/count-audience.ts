import { DomainError } from '../../domain/errors.ts'
import {
  type Excluded,
  noneSkipped,
  type SkippedCounts,
  withSkipped,
} from '../../domain/job/audience/named-audience.ts'
import { type Audience, audienceSize, rangeKindOf, soughtSegmentOf } from '../../domain/spinner/audience.ts'
import {
  exclusionBy,
  questionsOfExclusion,
  segmentRulesOf,
} from '../../domain/spinner/segment/segment-rules.ts'
import type { SpinnerVersion } from '../../domain/spinner/spinner.ts'
import { noAnswers } from '../../domain/spinner/where/person-question.ts'
import type { Where } from '../../domain/spinner/where/where.ts'
import type { SegmentCount } from '../../domain/table/segment/segment.ts'
import type { Clock } from '../../ports/clock.ts'
import type { RehearsalFacts } from '../../ports/job/rehearsal/rehearsal-facts.ts'
import type { SpinnerStore } from '../../ports/spinner/spinners.ts'
import type { RecordStore } from '../../ports/table/records.ts'
import type { SegmentStore, StoredSegment } from '../../ports/table/segments.ts'
import type { Timers } from '../../ports/timers.ts'

/** Counts the records of a segment, as `CountSegment` does. */
interface SegmentCounter {
  execute(segment: StoredSegment): Promise<SegmentCount>
}

interface AudienceCount {
  readonly records: number
  /** Whether a count is an estimate; absent if the spinner names no segment. */
  readonly isEstimate?: boolean
  /** The counts of records that the job would take without writing to them; absent if the spinner excludes none. */
  readonly excluded?: readonly Excluded[]
}

/** The numbers of records that a job would skip because of segments, which may be estimated. */
interface SkippedRecords {
  readonly skipped: SkippedCounts
  readonly isEstimate: boolean
}

/** A published version with the table of its spinner and its organization. */
interface CountedVersion {
  readonly organizationId: string
  readonly dataTableId: string
  readonly version: SpinnerVersion
}

/** The milliseconds within which excluded records must be counted; after that they are estimated. */
const maxCountMs = 250

/** Counts the records that a job of a published spinner would take if it started now. */
export class CountAudience {
  readonly #spinners: SpinnerStore
  readonly #segments: SegmentStore
  readonly #countSegment: SegmentCounter
  readonly #facts: RehearsalFacts
  readonly #records: RecordStore
  readonly #clock: Clock
  readonly #timers: Timers

  constructor(
    spinners: SpinnerStore,
    segments: SegmentStore,
    countSegment: SegmentCounter,
    facts: RehearsalFacts,
    records: RecordStore,
    clock: Clock,
    timers: Timers,
  ) {
    this.#spinners = spinners
    this.#segments = segments
    this.#countSegment = countSegment
    this.#facts = facts
    this.#records = records
    this.#clock = clock
    this.#timers = timers
  }

  async execute(organizationId: string, spinnerId: string): Promise<AudienceCount> {
    const range = await this.#spinners.audience(organizationId, spinnerId)
    const spinner = await this.#spinners.find(organizationId, spinnerId)
    const no = spinner?.publishedVersion ?? null
    const version = no === null ? null : await this.#spinners.version(organizationId, spinnerId, no)
    if (range === null || spinner === null || version === null) throw new DomainError('SPINNER_NOT_FOUND')
    const segmentId = soughtSegmentOf(version.audience)
    const segment = segmentId === null ? null : await this.#segments.find(organizationId, segmentId)
    const members = segment === null ? null : await this.#countSegment.execute(segment)
    const { dataTableId } = spinner
    const excluded = await this.#excludedOf({ organizationId, dataTableId, version })
    const counts = [members, excluded].filter((count) => count !== null)
    return {
      records: members?.value ?? audienceSize(range),
      ...(counts.length === 0 ? {} : { isEstimate: counts.some(({ isEstimate }) => isEstimate) }),
      ...(excluded === null ? {} : { excluded: withSkipped([], excluded.skipped) }),
    }
  }

  /** Counts the records of an audience that segments exclude; null if the version excludes none. */
  async #excludedOf(counted: CountedVersion): Promise<SkippedRecords | null> {
    const { exclude, audience } = counted.version
    const until = this.#timers.elapsedMs() + maxCountMs
    const mustStop = () => this.#timers.elapsedMs() > until
    if (rangeKindOf(audience) === 'new') return this.#excludedOfNew(counted, mustStop)
    if (exclude === null) return null
    const { organizationId, dataTableId } = counted
    const where = excludedOf(audience, exclude.segmentIds)
    const createdAt = this.#clock.now()
    const question = { id: '', organizationId, dataTableId, name: '', description: '', where, createdAt }
    const { value, isEstimate } =
      (await this.#segments.count(question, mustStop)) ?? (await this.#segments.estimate(question))
    return { skipped: { ...noneSkipped(), IN_EXCLUDED_SEGMENT: value }, isEstimate }
  }

  /** Counts the excluded ones among the records that no job has taken, or estimates them from the first ones. */
  async #excludedOfNew(
    { organizationId, dataTableId, version }: CountedVersion,
    mustStop: () => boolean,
  ): Promise<SkippedRecords | null> {
    const rules = segmentRulesOf(version)
    const questions = questionsOfExclusion(rules)
    if (questions.length === 0) return null
    const query = { organizationId, spinnerId: version.spinnerId, dataTableId, takes: rangeKindOf('new') }
    const { size, parts } = await this.#facts.audienceOfSpinner(query)
    const skipped = noneSkipped()
    let checked = 0
    for await (const part of parts) {
      if (mustStop() && checked > 0) return { skipped: scaled(skipped, size / checked), isEstimate: true }
      const now = this.#clock.now()
      const answers = await this.#records.answersAbout({ dataTableId, questions, now }, part)
      for (const { id } of part) {
        const exclusion = exclusionBy(rules, answers.get(id) ?? noAnswers)
        if (exclusion !== null) skipped[exclusion.code]++
      }
      checked += part.length
    }
    return { skipped, isEstimate: false }
  }
}

function scaled({ IN_EXCLUDED_SEGMENT, NOT_IN_SEGMENT }: SkippedCounts, factor: number): SkippedCounts {
  return {
    IN_EXCLUDED_SEGMENT: Math.round(IN_EXCLUDED_SEGMENT * factor),
    NOT_IN_SEGMENT: Math.round(NOT_IN_SEGMENT * factor),
  }
}

/** Returns the condition of the records of an audience that belong to one of several segments. */
function excludedOf(audience: Audience, segmentIds: readonly string[]): Where {
  const or: Where = { or: segmentIds.map((segmentId) => ({ segmentId })) }
  const segmentId = soughtSegmentOf(audience)
  return segmentId === null ? or : { and: [{ segmentId }, or] }
}

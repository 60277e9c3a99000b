import { DomainError } from '../../domain/errors.ts'
import { type Excluded, withExcludedSegments } from '../../domain/job/audience/named-audience.ts'
import { type Audience, audienceSize, rangeKindOf, segmentOf } from '../../domain/spinner/audience.ts'
import { exclusionBy, segmentRulesOf } from '../../domain/spinner/segment/segment-rules.ts'
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

/** A count that may be estimated. */
type PartialCount = Pick<SegmentCount, 'value' | 'isEstimate'>

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
    const segmentId = segmentOf(version.audience)
    const segment = segmentId === null ? null : await this.#segments.find(organizationId, segmentId)
    const members = segment === null ? null : await this.#countSegment.execute(segment)
    const { dataTableId } = spinner
    const excluded = await this.#excludedOf({ organizationId, dataTableId, version })
    const counts = [members, excluded].filter((count) => count !== null)
    return {
      records: members?.value ?? audienceSize(range),
      ...(counts.length === 0 ? {} : { isEstimate: counts.some(({ isEstimate }) => isEstimate) }),
      ...(excluded === null ? {} : { excluded: withExcludedSegments([], excluded.value) }),
    }
  }

  /** Counts the records of an audience that belong to excluded segments; null if the version excludes none. */
  async #excludedOf(counted: CountedVersion): Promise<PartialCount | null> {
    const { exclude, audience } = counted.version
    if (exclude === null) return null
    const until = this.#timers.elapsedMs() + maxCountMs
    const mustStop = () => this.#timers.elapsedMs() > until
    if (audience === 'new') return this.#excludedOfNew(counted, mustStop)
    const { organizationId, dataTableId } = counted
    const where = excludedOf(audience, exclude.segmentIds)
    const createdAt = this.#clock.now()
    const question = { id: '', organizationId, dataTableId, name: '', description: '', where, createdAt }
    return (await this.#segments.count(question, mustStop)) ?? (await this.#segments.estimate(question))
  }

  /** Counts the excluded ones among the records that no job has taken, or estimates them from the first ones. */
  async #excludedOfNew(
    { organizationId, dataTableId, version }: CountedVersion,
    mustStop: () => boolean,
  ): Promise<PartialCount> {
    const rules = segmentRulesOf(version)
    const questions = rules.excluded.map((segmentId) => ({ segmentId }))
    const query = { organizationId, spinnerId: version.spinnerId, dataTableId, takes: rangeKindOf('new') }
    const { size, parts } = await this.#facts.audienceOfSpinner(query)
    let excluded = 0
    let checked = 0
    for await (const part of parts) {
      if (mustStop() && checked > 0)
        return { value: Math.round((excluded / checked) * size), isEstimate: true }
      const now = this.#clock.now()
      const answers = await this.#records.answersAbout({ dataTableId, questions, now }, part)
      excluded += part.filter(({ id }) => exclusionBy(rules, answers.get(id) ?? noAnswers) !== null).length
      checked += part.length
    }
    return { value: excluded, isEstimate: false }
  }
}

/** Returns the condition of the records of an audience that belong to one of several segments. */
function excludedOf(audience: Audience, segmentIds: readonly string[]): Where {
  const or: Where = { or: segmentIds.map((segmentId) => ({ segmentId })) }
  const segmentId = segmentOf(audience)
  return segmentId === null ? or : { and: [{ segmentId }, or] }
}

import type { TriggerRequest } from '../../../domain/job/audience/trigger-request.ts'
import { segmentOf } from '../../../domain/spinner/audience.ts'
import { questionsAt, segmentRulesOf } from '../../../domain/spinner/segment/segment-rules.ts'
import type { SpinnerVersion } from '../../../domain/spinner/spinner.ts'
import { programOf } from '../../../domain/spinner/steps/program.ts'
import type { PersonQuestion } from '../../../domain/spinner/where/person-question.ts'
import { questionsOf, type Where } from '../../../domain/spinner/where/where.ts'
import { canonicalText } from '../../../domain/text/canonical-text.ts'
import type { SpinnerStore } from '../../../ports/spinner/spinners.ts'
import type { SegmentStore } from '../../../ports/table/segments.ts'

type Rules = Pick<SpinnerVersion, 'steps' | 'audience' | 'exclude' | 'exits' | 'goal'>
type Whom = Pick<TriggerRequest, 'audience' | 'exclude'>

/** The conditions of the segments on which a job depends. A rehearsal no longer applies if one of them has changed. */
export class SegmentConditions {
  readonly #spinners: Pick<SpinnerStore, 'version'>
  readonly #segments: Pick<SegmentStore, 'ofTable'>

  constructor(spinners: Pick<SpinnerStore, 'version'>, segments: Pick<SegmentStore, 'ofTable'>) {
    this.#spinners = spinners
    this.#segments = segments
  }

  /** Returns the conditions for a published version as a text; empty if its job would depend on no segment. */
  async ofVersion(
    {
      organizationId,
      spinnerId,
      version,
    }: Record<'organizationId' | 'spinnerId', string> & {
      readonly version: number
    },
    dataTableId: string,
    request: Whom,
  ): Promise<string> {
    const rules = await this.#spinners.version(organizationId, spinnerId, version)
    return rules === null ? '' : this.of(rules, dataTableId, request)
  }

  /**
   * Returns the conditions of all segments for which the steps, the settings and the request ask, and of the segments for
   * which these ask, as a text; empty if there are none.
   */
  async of(rules: Rules, dataTableId: string, request: Whom): Promise<string> {
    const open = [...segmentsFor(rules, request)]
    if (open.length === 0) return ''
    const segments = await this.#segments.ofTable(dataTableId)
    const conditions = new Map(segments.map(({ id, where }) => [id, where] as const))
    const reached = new Map<string, Where | null>()
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      if (reached.has(id)) continue
      const where = conditions.get(id) ?? null
      reached.set(id, where)
      if (where !== null) open.push(...segmentsIn(questionsOf(where)))
    }
    return canonicalText([...reached].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  }
}

function segmentsFor(rules: Rules, { audience, exclude }: Whom): readonly string[] {
  const segmentRules = segmentRulesOf(rules, exclude)
  const questions = programOf(rules.steps).flatMap((placed) => questionsAt(segmentRules, placed))
  const requested =
    audience.kind === 'segment'
      ? [audience.segmentId]
      : audience.kind === 'where'
        ? segmentsIn(questionsOf(audience.where))
        : []
  const ofSpinner = segmentOf(rules.audience)
  return [...segmentsIn(questions), ...requested, ...(ofSpinner === null ? [] : [ofSpinner])]
}

function segmentsIn(questions: readonly PersonQuestion[]): readonly string[] {
  return questions.flatMap((question) => ('segmentId' in question ? [question.segmentId] : []))
}

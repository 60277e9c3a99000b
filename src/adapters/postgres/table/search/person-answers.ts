import { isId } from '../../../../domain/id.ts'
import { ownAddressesIn } from '../../../../domain/person/address-cells.ts'
import type { DataRecord } from '../../../../domain/record-cells.ts'
import { assertSpinners } from '../../../../domain/spinner/where/assert-spinners.ts'
import {
  keyOfQuestion,
  type MessageQuestion,
  type PersonAnswers,
  type PersonQuestion,
} from '../../../../domain/spinner/where/person-question.ts'
import {
  matchesWhere,
  questionsOf,
  segmentsNamedBy,
  spinnersNamedBy,
  type Where,
} from '../../../../domain/spinner/where/where.ts'
import { assertSegments } from '../../../../domain/table/segment/assert-segments.ts'
import type { PersonDigests } from '../../../../ports/contact/contact-rules.ts'
import type { QuestionsOfTable, RecordOfPerson } from '../../../../ports/table/records.ts'
import { type Executor, entity } from '../../rows.ts'
import { unknownSpinners } from '../../spinner/unknown-spinners.ts'
import { sqlFunction } from '../../sql-function.ts'

const personAnswers = sqlFunction(
  'person_answers',
  'p_organization',
  'p_addresses',
  'p_digests',
  'p_kinds',
  'p_spinners',
  'p_since',
)

const tables = entity('stored_data_tables', 'organizationId')

const segmentRows = entity('segments', 'id', 'dataTableId', 'condition')
const noSegments: ReadonlyMap<string, Where> = new Map()

interface YesRow {
  readonly address_no: number
  readonly question_no: number
}

const dayMs = 86_400_000
const ever = new Date(0)
const noId = '00000000-0000-0000-0000-000000000000'

/** Reads the answers to questions of conditions about the people of records. */
export class PersonAnswersReader {
  readonly #executor: Executor
  readonly #digests: PersonDigests

  constructor(executor: Executor, digests: PersonDigests) {
    this.#executor = executor
    this.#digests = digests
  }

  async read(
    { dataTableId, questions, now }: QuestionsOfTable,
    records: readonly RecordOfPerson[],
  ): Promise<ReadonlyMap<string, PersonAnswers>> {
    const isOfSegment = questions.some((question) => 'segmentId' in question)
    const segments = isOfSegment ? await this.segmentsOf(dataTableId) : noSegments
    const all = withQuestionsOfSegments(questions, segments)
    const ofPerson = all.filter((question) => !('segmentId' in question))
    const addressesByRecord = new Map(
      ofPerson.length === 0 ? [] : records.map(({ id, data }) => [id, ownAddressesIn(data)] as const),
    )
    const addresses = [...new Set([...addressesByRecord.values()].flat())]
    const yes = await this.#yesOf(dataTableId, ofPerson, addresses, now)
    const keys = ofPerson.map(keyOfQuestion)
    return new Map(
      records.map(({ id, data }): [string, PersonAnswers] => {
        const personAddresses = addressesByRecord.get(id) ?? []
        const isYes = (no: number) => personAddresses.some((address) => yes.get(address)?.has(no) === true)
        const answers = new Map(keys.map((key, no) => [key, isYes(no)] as const))
        for (const question of all) answerSegment(question, segments, data, now, answers)
        return [id, answers]
      }),
    )
  }

  /** Returns the conditions of the segments of a table, by the id of the segment. */
  async segmentsOf(dataTableId: string): Promise<ReadonlyMap<string, Where>> {
    const rows = await segmentRows.within(this.#executor).list({ dataTableId }, 'id')
    return new Map(rows.map(({ id, condition }) => [id, condition]))
  }

  /**
   * Refuses a condition of a request that names a segment or a spinner which does not exist, and returns the conditions
   * of the segments of the table by their ids; none if the condition names no segment.
   */
  async assertAnswerable(
    dataTableId: string,
    where: Where,
    code: 'AUDIENCE_INVALID' | 'VALIDATION_FAILED' = 'AUDIENCE_INVALID',
  ): Promise<ReadonlyMap<string, Where>> {
    const spinnerIds = spinnersNamedBy(where).map(({ spinnerId }) => spinnerId)
    const table =
      spinnerIds.length === 0 ? null : await tables.within(this.#executor).find({ id: dataTableId })
    if (table !== null)
      assertSpinners(where, await unknownSpinners(this.#executor, table.organizationId, spinnerIds), code)
    if (segmentsNamedBy(where).length === 0) return noSegments
    const segments = await this.segmentsOf(dataTableId)
    assertSegments(where, (id) => segments.has(id), code)
    return segments
  }

  /** Returns the numbers of the questions whose answer is yes, by address. */
  async #yesOf(
    dataTableId: string,
    questions: readonly PersonQuestion[],
    addresses: readonly string[],
    now: Date,
  ): Promise<ReadonlyMap<string, ReadonlySet<number>>> {
    const yes = new Map<string, Set<number>>()
    if (questions.length === 0 || addresses.length === 0) return yes
    const table = await tables.within(this.#executor).find({ id: dataTableId })
    if (table === null) return yes
    const questionList = questions.map((question) => readQuestion(question, now))
    const isDigested = questionList.some(({ kind }) => kind === 'isSuppressed')
    const call = personAnswers({
      p_organization: table.organizationId,
      p_addresses: addresses,
      p_digests: isDigested
        ? await Promise.all(addresses.map((address) => this.#digests.known(table.organizationId, address)))
        : addresses.map(() => null),
      p_kinds: questionList.map(({ kind }) => kind),
      p_spinners: questionList.map(({ spinnerId }) => spinnerId),
      p_since: questionList.map(({ since }) => since),
    })
    for (const row of await this.#executor.read<YesRow>(...call)) {
      const address = addresses[row.address_no] ?? ''
      yes.set(address, (yes.get(address) ?? new Set()).add(row.question_no))
    }
    return yes
  }
}

/** Returns questions with all questions that the segments among them ask, each once. */
function withQuestionsOfSegments(
  questions: readonly PersonQuestion[],
  segments: ReadonlyMap<string, Where>,
): readonly PersonQuestion[] {
  const all = new Map<string, PersonQuestion>()
  const open = [...questions]
  for (let question = open.pop(); question !== undefined; question = open.pop()) {
    const key = keyOfQuestion(question)
    if (all.has(key)) continue
    all.set(key, question)
    const where = 'segmentId' in question ? segments.get(question.segmentId) : undefined
    if (where !== undefined) open.push(...questionsOf(where))
  }
  return [...all.values()]
}

/**
 * Adds to the answers about a record whether it belongs to a segment, after the segments for which this one asks. A
 * segment that does not exist has no records.
 */
function answerSegment(
  question: PersonQuestion,
  segments: ReadonlyMap<string, Where>,
  data: DataRecord,
  now: Date,
  answers: Map<string, boolean>,
): void {
  const key = keyOfQuestion(question)
  if (!('segmentId' in question) || answers.has(key)) return
  answers.set(key, false)
  const where = segments.get(question.segmentId)
  if (where === undefined) return
  for (const inner of questionsOf(where)) answerSegment(inner, segments, data, now, answers)
  answers.set(key, matchesWhere(where, data, now, answers))
}

interface ReadQuestion {
  readonly kind: string
  readonly spinnerId: string | null
  readonly since: Date
}

function readQuestion(question: PersonQuestion, now: Date): ReadQuestion {
  if ('sent' in question) return { kind: 'sent', ...ofMessages(question.sent, now) }
  if ('hasReplied' in question) return { kind: 'hasReplied', ...ofMessages(question.hasReplied, now) }
  return { kind: 'isSuppressed', spinnerId: null, since: ever }
}

function ofMessages({ spinnerId, withinDays }: MessageQuestion, now: Date): Omit<ReadQuestion, 'kind'> {
  return {
    // A draft may have a question whose spinner is not chosen yet. No spinner has the id of zeros.
    spinnerId: spinnerId === undefined ? null : isId(spinnerId) ? spinnerId : noId,
    since: withinDays === undefined ? ever : new Date(now.getTime() - withinDays * dayMs),
  }
}

import { setImmediate } from 'node:timers/promises'
import type { Page } from '../../../domain/page.ts'
import { noAnswers, type PersonQuestion } from '../../../domain/spinner/where/person-question.ts'
import { withSegments } from '../../../domain/spinner/where/where.ts'
import { type Condition, conditionsOf } from '../../../domain/table/search/conditions.ts'
import {
  comparePositions,
  cursorOf,
  keyIn,
  type MatchingRecords,
  matchingRecords,
  maxScannedRecords,
  meetsSearch,
  type PlacedRecord,
  type Position,
  pageOfFound,
  positionAfter,
  positionOf,
  questionsOfSearch,
  type RecordSearch,
  type RecordsFound,
  viewOf,
  type WholeSearch,
} from '../../../domain/table/search/record-search.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Statement } from '../database.ts'
import type { Executor } from '../rows.ts'
import { fieldsOf, type Selected, type TableFields } from '../schema/columns.ts'
import { sqlFunction } from '../sql-function.ts'
import { listNewestRecords, listRecords, type RecordRow } from './list-records.ts'
import type { PersonAnswersReader } from './search/person-answers.ts'

const indexedSelection = sqlFunction(
  'indexed_selection',
  'p_table',
  'p_conditions',
  'p_of',
  'p_indexes',
  'p_from',
  'p_to',
  'p_most',
  'p_few',
  'p_seq',
  'p_id',
  'p_limit',
)
const indexedRecords = sqlFunction('indexed_records', 'p_table', 'p_ids')
const askIndexing = sqlFunction('request_indexing')
const indexedPage = sqlFunction(
  'indexed_page',
  'p_table',
  'p_index',
  'p_empty',
  'p_value',
  'p_id',
  'p_descending',
  'p_limit',
)

const progress = fieldsOf('index_progress', 'indexNumber', 'seq', 'afterId')

const readyIndexes: Statement = {
  name: 'ready_indexes',
  text: `
    select ${progress.selected('f')},
           case when i.key = '' then null
                when t.column_keys is null then i.key
                else (select k.key from jsonb_each_text(t.column_keys) k where k.value = i.key) end as column
      from record_indexes i
      join index_progress f on f.data_table_id = i.data_table_id and f.index_number = i.index_number and f.ready and not f.dropped
      join data_tables t on t.id = i.data_table_id
     where i.data_table_id = $1`,
}

const changedRecords: Statement = {
  name: 'changed_since_indexed',
  text: 'select record_id as id from index_changes where data_table_id = $1 limit $2',
}

interface ChangedRow {
  readonly id: TableFields<'index_changes'>['recordId']
}

interface ReadyIndex extends Selected<typeof progress> {
  readonly column: string | null
}

/** The maximum number of records that are not in the search indexes yet and that a search reads directly. */
const maxFreshRecords = 2_000
/**
 * The number of records not yet in the search indexes from which on a search asks a runtime to index them at
 * once.
 */
const worthAsking = 500
/**
 * The number of matching records from which on a condition is not searched in its index: it narrows the
 * search too little, and reading its keys takes over 50 ms.
 */
const maxVisited = 100_000
/**
 * The maximum number of a search's conditions that are read from indexes. The records found are checked
 * against all conditions anyway.
 */
const maxConditions = 6
/** The maximum number of records that a search loads at once, to be sorted or checked. */
const maxGathered = 5_000
const batch = 1_000
/**
 * Maximum time in milliseconds to search for one page of records, because people wait for it. The page may
 * then have fewer records.
 */
const maxLookMs = 1_000
/** Time in milliseconds after which a search lets the event loop run other requests. */
const maxTurnMs = 10

/** Records of a table that were added or changed after the search indexes were last filled. */
interface Fresh {
  readonly records: readonly PlacedRecord[]
  readonly ids: ReadonlySet<string>
  /**
   * Whether the table has more unindexed records than `maxFreshRecords`, so that the search read only a part of
   * them.
   */
  readonly isCut: boolean
}

export class IndexedSearch {
  readonly #executor: Executor
  readonly #clock: Clock
  readonly #answers: PersonAnswersReader

  constructor(executor: Executor, clock: Clock, answers: PersonAnswersReader) {
    this.#executor = executor
    this.#clock = clock
    this.#answers = answers
  }

  async find(dataTableId: string, plain: RecordSearch, page: Page): Promise<RecordsFound> {
    const search = { ...plain, where: await this.#withSegments(dataTableId, plain) }
    const { items, next, coverage } = await this.#find(dataTableId, search, page, false)
    return { items: items.map(viewOf), next, coverage }
  }

  /** Returns a page of all records that match, newest first. The cursor `next` continues until every such record is found. */
  async findAll(dataTableId: string, search: WholeSearch, page: Page): Promise<MatchingRecords> {
    const where = await this.#withSegments(dataTableId, search)
    return matchingRecords(await this.#find(dataTableId, { ...search, where, sort: null }, page, true))
  }

  /** Returns the condition of a search with the conditions of segments in it, so that their columns' indexes are used. */
  async #withSegments(dataTableId: string, { where }: WholeSearch): Promise<WholeSearch['where']> {
    if (where === null) return where
    const segments = await this.#answers.assertAnswerable(dataTableId, where, 'VALIDATION_FAILED')
    return segments.size === 0 ? where : withSegments(where, segments)
  }

  /**
   * Returns a page of a search. If `whole` is true, the indexes are not used while they lack too many records;
   * otherwise the search would miss records.
   */
  async #find(dataTableId: string, search: RecordSearch, page: Page, whole: boolean): Promise<Found> {
    const now = this.#clock.now()
    const indexes = await this.#executor.read<ReadyIndex>(readyIndexes, [dataTableId])
    const indexOf = (column: string | null) => indexes.find((index) => index.column === column)
    const conditions = conditionsOf(search, now)
    const wanted = [...new Set([...conditions.map(({ column }) => column), ...sortedBy(search)])]
    const offers = wanted.filter((column) => indexOf(column) === undefined)
    const usable = conditions.flatMap((condition) => {
      const index = indexOf(condition.column)
      return index === undefined ? [] : [{ condition, index }]
    })
    const sort = search.sort === null ? undefined : indexOf(search.sort.column)
    const used = [...usable.map(({ index }) => index), ...(sort === undefined ? [] : [sort])]
    const run = { dataTableId, search, questions: questionsOfSearch(search), page, now, offers }
    if (used.length === 0) return this.#look(run)
    const fresh = await this.#fresh(dataTableId, used)
    if (whole && fresh.isCut) return this.#look(run)
    const selection = usable.length === 0 ? null : await this.#select(run, usable)
    if (selection !== null && search.sort === null) return this.#newest(run, selection, fresh)
    if (selection !== null && selection.total <= maxGathered) return this.#gather(run, selection, fresh)
    if (sort !== undefined) return this.#follow(run, sort, fresh)
    return this.#look(run)
  }

  /**
   * Returns the records that may match a search, as its indexes say, from the position where the page begins.
   * Null if they are too many for the indexes to be of use.
   */
  async #select(
    { dataTableId, search, page }: Run,
    usable: readonly { readonly condition: Condition; readonly index: ReadyIndex }[],
  ): Promise<Selection | null> {
    const start = search.sort === null ? positionAfter(page) : null
    const conditions = usable.slice(0, maxConditions)
    const ranges = conditions.flatMap(({ condition, index }, at) =>
      condition.ranges.map(({ from, to }) => ({ of: at + 1, indexNumber: index.indexNumber, from, to })),
    )
    const call = indexedSelection({
      p_table: dataTableId,
      p_conditions: conditions.length,
      p_of: ranges.map(({ of }) => of),
      p_indexes: ranges.map(({ indexNumber }) => indexNumber),
      p_from: ranges.map(({ from }) => from),
      p_to: ranges.map(({ to }) => to),
      p_most: maxVisited,
      p_few: batch,
      p_seq: start === null ? noEnd : placeOf(start),
      p_id: start?.id ?? noEnd,
      p_limit: maxGathered,
    })
    const rows = await this.#executor.read<{ seq: string | null; id: string; total: number }>(...call)
    const [first] = rows
    if (first?.seq === null) return null
    const places = rows.map(({ seq, id }) => ({ seq: Number(seq), id }))
    return { places, total: first?.total ?? 0 }
  }

  /**
   * Returns a page of the records that the indexes selected, newest first. Reads and checks records until the
   * page is full.
   */
  async #newest(run: Run, { places }: Selection, fresh: Fresh): Promise<Found> {
    const { search, page, offers, dataTableId } = run
    const matches = await this.#matchesAmong(fresh.records, run)
    const until = performance.now() + maxLookMs
    let [searched, matched] = [0, 0]
    for (
      let size = 2 * page.limit;
      searched < places.length && matched <= page.limit && performance.now() < until;
      size = Math.min(batch, 2 * size)
    ) {
      const part = places.slice(searched, searched + size)
      searched += part.length
      const ids = part.map(({ id }) => id).filter((id) => !fresh.ids.has(id))
      const records = await this.#records(dataTableId, ids)
      const such = await this.#matchesAmong(records, run)
      matched += such.length
      matches.push(...such)
    }
    const isWhole = searched === places.length && places.length < maxGathered
    const isEnough = isWhole || matched > page.limit
    const coverage = {
      isComplete: isEnough && !fresh.isCut,
      searched: searched + fresh.records.length,
      offers,
    }
    const last = places[searched - 1]
    if (isEnough || last === undefined) return { ...pageOfFound(matches, search, page), coverage }
    return { ...upTo(positionOf({ ...nobody, ...last }, search), matches, run), coverage }
  }

  /** Returns a page of a sorted search: reads all records that the indexes selected, and sorts them. */
  async #gather(run: Run, { places }: Selection, fresh: Fresh): Promise<Found> {
    const matches = await this.#matchesAmong(fresh.records, run)
    const others = places.map(({ id }) => id).filter((id) => !fresh.ids.has(id))
    const until = performance.now() + maxLookMs
    let from = 0
    for (; from < others.length && performance.now() < until; from += batch)
      matches.push(
        ...(await this.#matchesAmong(
          await this.#records(run.dataTableId, others.slice(from, from + batch)),
          run,
        )),
      )
    const searched = Math.min(from, others.length) + fresh.records.length
    const coverage = { isComplete: from >= others.length && !fresh.isCut, searched, offers: run.offers }
    return { ...pageOfFound(matches, run.search, run.page), coverage }
  }

  /** Returns a page of a sorted search by reading records in the order of an index until the page is full. */
  async #follow(run: Run, { indexNumber }: ReadyIndex, fresh: Fresh): Promise<Found> {
    const { dataTableId, search, page } = run
    const compare = comparePositions(search)
    const descending = search.sort?.order === 'desc'
    const column = search.sort?.column ?? ''
    const start = positionAfter(page)
    const matches = (await this.#matchesAmong(fresh.records, run)).filter(
      (record) => start === null || compare(positionOf(record, search), start) > 0,
    )
    let at = start
    let isEmptyPart = start !== null && start.key === ''
    let [searched, full, matched, isEnd] = [0, false, 0, false]
    const until = performance.now() + maxLookMs
    for (
      let size = page.limit + 1;
      searched < maxScannedRecords && performance.now() < until && !full;
      size = Math.min(batch * 2, size * 2)
    ) {
      const entries = await this.#executor.read<{ value: string; id: string }>(
        ...indexedPage({
          p_table: dataTableId,
          p_index: indexNumber,
          p_empty: isEmptyPart,
          p_value: at?.key ?? null,
          p_id: at?.id ?? null,
          p_descending: descending,
          p_limit: size,
        }),
      )
      searched += entries.length
      const others = entries.map(({ id }) => id).filter((id) => !fresh.ids.has(id))
      const such = await this.#matchesAmong(await this.#records(dataTableId, others), run)
      const records = new Map(such.map((record) => [record.id, record] as const))
      for (const { value, id } of entries) {
        at = { key: value, id: Number(id) }
        const record = records.get(id)
        // Skips an index entry whose record does not match the search, was deleted, or has another value now.
        if (record === undefined || keyIn(record.data, column) !== value) continue
        matches.push(record)
        matched++
        if (matched > page.limit) break
      }
      full = matched > page.limit
      if (full || entries.length === size) continue
      at = null
      isEnd = isEmptyPart
      if (isEnd) break
      isEmptyPart = true
    }
    const coverage = { isComplete: (full || isEnd) && !fresh.isCut, searched, offers: run.offers }
    if (at === null && !isEnd) at = { key: '', id: descending ? behindAll : 0 }
    if (full || isEnd || at === null) return { ...pageOfFound(matches, search, page), coverage }
    return { ...upTo(at, matches, run), coverage }
  }

  /**
   * Returns a page of a search without an index: reads records one after the other, newest first, for at most
   * a second.
   */
  async #look(run: Run): Promise<Found> {
    const { dataTableId, search, page, offers } = run
    const start = search.sort === null ? positionAfter(page) : null
    let [seq, id] = start === null ? [noEnd, noEnd] : [placeOf(start), start.id]
    const found: PlacedRecord[] = []
    let [searched, isAtEnd] = [0, false]
    const enough = () => search.sort === null && found.length > page.limit
    const until = performance.now() + maxLookMs
    while (searched < maxScannedRecords && performance.now() < until && !isAtEnd && !enough()) {
      const rows = await this.#executor.read<RecordRow>(
        ...listNewestRecords({ p_table: dataTableId, p_seq: seq, p_id: id, p_limit: batch }),
      )
      searched += rows.length
      isAtEnd = rows.length < batch
      const last = rows.at(-1)
      if (last !== undefined) [seq, id] = [Number(last.seq), Number(last.id)]
      found.push(...(await this.#matchesAmong(rows.map(placed), run)))
    }
    const coverage = { isComplete: isAtEnd || enough(), searched, offers }
    const answer = pageOfFound(found, search, page)
    if (search.sort !== null || coverage.isComplete) return { ...answer, coverage }
    return { ...answer, next: cursorOf(positionOf({ ...nobody, seq, id: String(id) }, search)), coverage }
  }

  /** Returns the records that match a search. Lets the event loop run other requests in between. */
  async #matchesAmong(
    records: readonly PlacedRecord[],
    { dataTableId, search, questions, now }: Run,
  ): Promise<PlacedRecord[]> {
    const answers =
      questions.length === 0 ? null : await this.#answers.read({ dataTableId, questions, now }, records)
    const matches: PlacedRecord[] = []
    let turnStart = performance.now()
    for (const record of records) {
      if (meetsSearch(record.data, search, now, answers?.get(record.id) ?? noAnswers)) matches.push(record)
      if (performance.now() - turnStart < maxTurnMs) continue
      await setImmediate()
      turnStart = performance.now()
    }
    return matches
  }

  async #records(dataTableId: string, ids: readonly string[]): Promise<PlacedRecord[]> {
    if (ids.length === 0) return []
    const rows = await this.#executor.read<RecordRow>(...indexedRecords({ p_table: dataTableId, p_ids: ids }))
    return rows.map(placed)
  }

  async #fresh(dataTableId: string, used: readonly ReadyIndex[]): Promise<Fresh> {
    const [first] = used.toSorted(
      (index, other) =>
        Number(index.seq) - Number(other.seq) || Number(index.afterId) - Number(other.afterId),
    )
    const rows = await this.#executor.read<RecordRow>(
      ...listRecords({
        p_table: dataTableId,
        p_seq: first?.seq ?? 0,
        p_last: noEnd,
        p_id: first?.afterId ?? 0,
        p_limit: maxFreshRecords + 1,
      }),
    )
    const changed = await this.#executor.read<ChangedRow>(changedRecords, [dataTableId, maxFreshRecords + 1])
    if (rows.length + changed.length > worthAsking) await this.#executor.write(...askIndexing({}))
    const tail = rows.map(placed)
    const ids = new Set(tail.map(({ id }) => id))
    const others = [...new Set(changed.map(({ id }) => id))].filter((id) => !ids.has(id))
    const records = [...tail, ...(await this.#records(dataTableId, others))]
    return {
      records,
      ids: new Set(records.map(({ id }) => id)),
      isCut: rows.length > maxFreshRecords || changed.length > maxFreshRecords,
    }
  }
}

/** A page of a search, whose records still have their positions in the table. */
interface Found extends Pick<RecordsFound, 'coverage'> {
  readonly items: readonly PlacedRecord[]
  readonly next: string | null
}

interface Run {
  readonly dataTableId: string
  readonly search: RecordSearch
  readonly questions: readonly PersonQuestion[]
  readonly page: Page
  readonly now: Date
  readonly offers: readonly (string | null)[]
}

interface Selection {
  /**
   * The ledger positions and ids of the records that the indexes selected, newest first. The list is
   * incomplete if more records match than a search may load at once.
   */
  readonly places: readonly { readonly seq: number; readonly id: string }[]
  readonly total: number
}

/**
 * Returns the page of a search that stopped early because of its limit of time or of records: the records
 * found up to the position `stop`. The next page begins after it.
 */
function upTo(stop: Position, found: readonly PlacedRecord[], { search, page }: Run) {
  const compare = comparePositions(search)
  const sofar = found.filter((record) => compare(positionOf(record, search), stop) <= 0)
  const { items, next } = pageOfFound(sofar, search, page)
  return { items, next: next ?? cursorOf(stop) }
}

/**
 * Returns the position that a page's cursor names, for a search that lists the newest first. The cursor comes
 * from the client, so it may hold anything.
 */
function placeOf({ key }: Position): number {
  const seq = Number(key)
  return Number.isSafeInteger(seq) ? seq : noEnd
}

const behindAll = 999_999_999_999_999
const noEnd = Number.MAX_SAFE_INTEGER
const nobody = { data: {}, createdAt: new Date(0) }

function sortedBy({ sort }: RecordSearch): readonly string[] {
  return sort === null ? [] : [sort.column]
}

function placed({ seq, id, data, created_at: createdAt }: RecordRow): PlacedRecord {
  return { seq: Number(seq), id, data, createdAt }
}

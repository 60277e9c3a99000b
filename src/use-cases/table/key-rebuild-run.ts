import { DomainError } from '../../domain/errors.ts'
import type { DataRecord, RecordView } from '../../domain/record-cells.ts'
import { changedColumns, versionOfRecord } from '../../domain/table/keyed-records.ts'
import { duplicatesFound, type Match, type MatchRule } from '../../domain/table/match.ts'
import { MergedRecord } from '../../domain/table/merged-record.ts'
import { type KeyReader, keyReaderFor } from '../../domain/table/record-key.ts'
import type { CurrentKeys, Duplicate, KeyRebuild, Merge, RecordKey } from '../../ports/table/key-rebuild.ts'
import type { Transaction, UnitOfWork } from '../../ports/unit-of-work.ts'

/** The number of records that one transaction of a key rebuild reads. */
const page = 1_000
/** The number of duplicate records that one transaction of a key rebuild merges. */
const maxMerged = 500
/** The number of changed records whose keys one transaction of a key rebuild computes again. */
const maxChanged = 5_000

export interface KeyRebuildOrder {
  readonly rebuild: KeyRebuild
  readonly rule: MatchRule
  /** The match rule that the table has until the key rebuild ends; null if it has no match columns. */
  readonly current: MatchRule | null
  /**
   * Whether records with the same match key are merged. If false, the key rebuild fails when it finds some.
   */
  readonly merge: boolean
  readonly requestId: string
  readonly at: Date
  readonly yieldToOthers: () => Promise<void>
}

/**
 * Computes the match keys of a table's records page by page, while records arrive and change. Then it locks the
 * table and computes the keys of newer and changed records, so that every record has the key of its cells.
 */
export class KeyRebuildRun {
  readonly #unitOfWork: UnitOfWork
  readonly #order: KeyRebuildOrder
  readonly #keyOf: KeyReader
  readonly #currentKeyOf: KeyReader
  #after: string | null = null
  /**
   * The group of duplicates that is being merged, with the merged record so far. A large group takes several
   * transactions.
   */
  #group: { readonly key: string; readonly merged: MergedRecord } | null = null

  constructor(unitOfWork: UnitOfWork, order: KeyRebuildOrder) {
    this.#unitOfWork = unitOfWork
    this.#order = order
    const readerFor = ({ match: { columns }, defaultCountry }: MatchRule) =>
      keyReaderFor({ columns, defaultCountry })
    this.#keyOf = readerFor(order.rule)
    this.#currentKeyOf = order.current === null ? () => null : readerFor(order.current)
  }

  /**
   * Computes all match keys, then runs `isComplete` in the last transaction, which locks the table and puts the
   * new keys into effect.
   */
  async run(complete: (tx: Transaction, catchUp: () => Promise<void>) => Promise<void>): Promise<void> {
    const { rebuild } = this.#order
    try {
      await this.#unitOfWork.run((tx) => tx.dataTables.waitForRecordChanges(rebuild.dataTableId))
      await this.#whole((tx) => this.#nextPage(tx))
      // Leaves a few changed records for the last transaction, because records may change all the time.
      await this.#whole(async (tx) => ((await this.#nextChanged(tx)) ?? 0) >= maxChanged)
      await this.#assertNoDuplicates()
      await this.#whole((tx) => this.#mergeSome(tx))
      await this.#unitOfWork.run(async (tx) => {
        await tx.dataTables.waitForRecordChanges(rebuild.dataTableId)
        await complete(tx, () => this.#catchUp(tx))
      })
    } catch (error) {
      // Ignores an error of abandoning the key rebuild, for example if the database is down. A periodic task finds
      // the key rebuild later.
      await this.#unitOfWork.run((tx) => tx.dataTables.abandonKeyRebuild(rebuild)).catch(() => {})
      throw error
    }
  }

  /**
   * Runs one phase of the key rebuild in transaction after transaction, until one reports that nothing is
   * left.
   */
  async #whole(part: (tx: Transaction) => Promise<boolean>): Promise<void> {
    while (await this.#unitOfWork.run(part)) await this.#order.yieldToOthers()
  }

  async #assertNoDuplicates(): Promise<void> {
    const { rebuild, merge } = this.#order
    if (merge) return
    const counts = await this.#unitOfWork.run((tx) => tx.dataTables.countDuplicates(rebuild))
    if (counts.groups > 0) throw duplicatesFound(counts)
  }

  async #catchUp(tx: Transaction): Promise<void> {
    const { rebuild, merge } = this.#order
    while (await this.#nextPage(tx));
    while ((await this.#nextChanged(tx)) !== null);
    if (!merge) {
      const counts = await tx.dataTables.countDuplicates(rebuild)
      if (counts.groups > 0) throw duplicatesFound(counts)
    }
    while (await this.#mergeSome(tx));
    if (!(await tx.dataTables.adoptKeys(rebuild))) throw givenUp()
  }

  /** Computes the match keys of the next page of records. Returns whether there may be more records. */
  async #nextPage(tx: Transaction): Promise<boolean> {
    const { items, next } = await tx.dataTables.recordsToRebuild(this.#order.rebuild, this.#after, page)
    await this.#write(tx, items)
    this.#after = next
    return items.length === page
  }

  /**
   * Computes the match keys of some records again that were changed after `#nextPage` had read them. Returns the number
   * of these records; null if there is none left.
   */
  async #nextChanged(tx: Transaction): Promise<number | null> {
    const changed = await tx.dataTables.takeChangedRecords(this.#order.rebuild, maxChanged)
    if (changed === null) return null
    await this.#write(tx, changed)
    return changed.length
  }

  async #write(tx: Transaction, records: readonly Pick<RecordView, 'id' | 'data'>[]): Promise<void> {
    const { rebuild, rule } = this.#order
    const keys = records.flatMap(({ id, data }): RecordKey[] => {
      const key = this.#keyOf(data)
      return key === null ? [] : [{ recordId: id, key, version: versionOfRecord(data, rule.match) }]
    })
    if (!(await tx.dataTables.writeKeys(rebuild, keys))) throw givenUp()
  }

  async #mergeSome(tx: Transaction): Promise<boolean> {
    const { rebuild, rule, requestId, at } = this.#order
    const { duplicates, keepers } = await tx.dataTables.lockDuplicates(rebuild, maxMerged, this.#currentKeyOf)
    if (duplicates.length === 0) return false
    const groups = Map.groupBy(duplicates, ({ key }) => key)
    const primaries: Merge['primaries'][number][] = []
    const removed: string[] = []
    const released: CurrentKeys['released'][number][] = []
    const claimed: RecordKey[] = []
    for (const [key, members] of groups) {
      const all = [keepers.get(key), ...members].filter((one) => one !== undefined)
      // Leaves out records that were deleted, or changed so that they have another key; `#nextChanged` computes it.
      const [keeper, ...others] = all.filter(isThere).filter(({ data }) => this.#keyOf(data) === key)
      if (keeper === undefined) continue
      const merged = this.#mergedOf(key, keeper.data, rule.match)
      for (const { data } of others) merged.take(data)
      primaries.push({
        recordId: keeper.recordId,
        key,
        version: merged.version,
        data: merged.data,
        columns: changedColumns(keeper.data, merged.data),
      })
      removed.push(...others.map(({ recordId }) => recordId))
      released.push(...[keeper, ...others].flatMap(({ recordId, data }) => this.#currentKey(recordId, data)))
      claimed.push(...this.#currentKey(keeper.recordId, merged.data))
      this.#group = { key, merged }
    }
    const settled = duplicates.map(({ no }) => no)
    const current = { released, claimed }
    const isMerged = await tx.dataTables.mergeDuplicates(
      rebuild,
      { primaries: primaries, removed, settled, current },
      { requestId, at },
    )
    if (!isMerged) throw givenUp()
    return true
  }

  /** Returns the key of a record by the current match columns in a list, which is empty if it has no such key. */
  #currentKey(recordId: string, data: DataRecord): RecordKey[] {
    const { current } = this.#order
    const key = this.#currentKeyOf(data)
    if (current === null || key === null) return []
    return [{ recordId, key, version: versionOfRecord(data, current.match) }]
  }

  /**
   * Returns the merged record so far if an earlier transaction began this group, and nobody has changed the record since;
   * otherwise begins a merge with the group's oldest record.
   */
  #mergedOf(key: string, oldest: DataRecord, match: Match): MergedRecord {
    const merged = this.#group?.key === key ? this.#group.merged : null
    const isUnchanged =
      merged !== null &&
      [...changedColumns(oldest, merged.data), ...changedColumns(merged.data, oldest)].length === 0
    return isUnchanged ? merged : MergedRecord.of([oldest], match)
  }
}

function isThere<Member extends Pick<Duplicate, 'recordId' | 'data'>>(
  member: Member,
): member is Member & { readonly data: DataRecord } {
  return member.data !== null
}

function givenUp(): DomainError {
  return new DomainError('CONFLICT', {
    message:
      'Checking the records of the table took too long and was stopped, so its match columns are the same as before. Try again',
  })
}

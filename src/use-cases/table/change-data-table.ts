import type { Requester } from '../../domain/account/requester.ts'
import { assertMappingsFill } from '../../domain/arrival/mapping/mapping-columns.ts'
import { DomainError } from '../../domain/errors.ts'
import { assertRevision } from '../../domain/revision.ts'
import { type DataTable, type TableSettings, tableSettingNames } from '../../domain/table/data-table.ts'
import { withMetadata } from '../../domain/table/header.ts'
import { assertMatch, keysDiffer } from '../../domain/table/match.ts'
import { knowsCountry } from '../../domain/text/phone-number.ts'
import type { Secrets } from '../../ports/account/secrets.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Ids } from '../../ports/ids.ts'
import type { Transaction, UnitOfWork } from '../../ports/unit-of-work.ts'
import { isSameMatch, noteSettings } from './changed-settings.ts'
import { assertMaySign, changedSignature, noteSignature, type SignatureChanges } from './changed-signature.ts'
import { assertNoKeyRebuild, keysChange } from './key-rebuild-check.ts'
import { type KeyRebuildOrder, KeyRebuildRun } from './key-rebuild-run.ts'
import { lockedTable } from './locked-table.ts'

export interface ChangeDataTableCommand extends Requester {
  readonly dataTableId: string
  readonly changes: Partial<Omit<TableSettings, 'signature'>> &
    SignatureChanges & { readonly name?: string; readonly metadataColumns?: readonly string[] }
  /**
   * Whether existing records are merged that get the same key from new match columns. If false, match columns
   * that produce such duplicates are refused.
   */
  readonly mergesDuplicates: boolean
  /** The revision of the table that the editor saw; null if the editor did not send it. */
  readonly revision: number | null
  readonly requestId: string
}

export class ChangeDataTable {
  readonly #unitOfWork: UnitOfWork
  readonly #secrets: Secrets
  readonly #clock: Clock
  readonly #ids: Ids

  constructor(unitOfWork: UnitOfWork, secrets: Secrets, clock: Clock, ids: Ids) {
    this.#unitOfWork = unitOfWork
    this.#secrets = secrets
    this.#clock = clock
    this.#ids = ids
  }

  /**
   * Changes a data table. Calls `yieldToOthers` between pages of records, so that other requests can run while a
   * large table is read.
   */
  async execute(command: ChangeDataTableCommand, yieldToOthers: () => Promise<void>): Promise<void> {
    const order = await this.#unitOfWork.run((tx) => this.#change(tx, command))
    if (order === null) return
    await new KeyRebuildRun(this.#unitOfWork, { ...order, yieldToOthers }).run(async (tx, catchUp) => {
      // Ignores the revision that the editor saw, which was checked before the first record was merged.
      const { before, after } = await this.#look(tx, { ...command, revision: null })
      if (before.schemaVersion !== order.schemaVersion) throw changedMeanwhile()
      // Lets an import that began meanwhile fail at its end, because its rows have the keys of the former match
      // columns. This request may have merged records already.
      await catchUp()
      await save(tx, before, after, command)
      await noteSignature(tx, { before, after, by: command.by })
    })
  }

  /**
   * Changes the settings of a table in one transaction. If the match columns change, changes nothing yet and
   * returns the order for a key rebuild. Returns null if the change is complete.
   */
  async #change(
    tx: Transaction,
    command: ChangeDataTableCommand,
  ): Promise<(Omit<KeyRebuildOrder, 'yieldToOthers'> & { readonly schemaVersion: number }) | null> {
    const { before, after } = await this.#look(tx, command)
    if (after.schemaVersion !== before.schemaVersion) await assertNoKeyRebuild(tx, before)
    const { match, defaultCountry } = after
    const rule = match === null ? null : { match, defaultCountry }
    const holds =
      before.match === null ? null : { match: before.match, defaultCountry: before.defaultCountry }
    if (rule === null || (holds !== null && !keysDiffer(holds, rule))) {
      if (rule === null && holds !== null) await tx.dataTables.dropKeys(before.id)
      await save(tx, before, after, command)
      await noteSignature(tx, { before, after, by: command.by })
      return null
    }
    await assertNoImport(tx, before.id)
    const rebuild = { id: this.#ids.next(), dataTableId: before.id }
    if (!(await tx.dataTables.beginKeyRebuild(rebuild))) throw keysChange()
    const { requestId, mergesDuplicates: merge } = command
    const { schemaVersion } = before
    return { rebuild, rule, current: holds, merge, requestId, at: this.#clock.now(), schemaVersion }
  }

  /** Locks the table, and returns it as it is stored and as it would be after the changes. Stores nothing. */
  async #look(
    tx: Transaction,
    { organizationId, dataTableId, changes, revision, by }: ChangeDataTableCommand,
  ): Promise<{ before: DataTable; after: DataTable }> {
    const before = await lockedTable(tx, organizationId, dataTableId)
    assertRevision(before, revision)
    assertMaySign(changes, by)
    const { metadataColumns, signature, ...settings } = changes
    const after = {
      ...before,
      ...settings,
      signature: await changedSignature(before, signature, this.#secrets),
    }
    const columns =
      metadataColumns === undefined ? before.columns : withMetadata(before.columns, metadataColumns)
    if (after.match !== null) assertMatch(after.match, columns)
    if (after.defaultCountry !== null && !knowsCountry(after.defaultCountry)) throw unknownCountry()
    const isSameKey = isSameMatch(before.match, after.match)
    if (!isSameKey) assertMappingsFill(await tx.mappings.of(before.id), after.match)
    const isSame =
      isSameKey && tableSettingNames.every((name) => name === 'match' || after[name] === before[name])
    const schemaVersion = before.schemaVersion + (isSame ? 0 : 1)
    return { before, after: { ...after, columns, schemaVersion, revision: before.revision + 1 } }
  }
}

async function save(
  tx: Transaction,
  before: DataTable,
  after: DataTable,
  { by, mergesDuplicates }: Pick<ChangeDataTableCommand, 'by' | 'mergesDuplicates'>,
): Promise<void> {
  await tx.dataTables.save(after)
  await noteSettings(tx, { before, after, by, mergesDuplicates })
}

async function assertNoImport(tx: Transaction, dataTableId: string): Promise<void> {
  if (!(await tx.records.isImporting(dataTableId))) return
  throw new DomainError('CONFLICT', {
    message: 'A file is being imported into the table; nothing was changed. Try again after the import',
  })
}

function changedMeanwhile(): DomainError {
  return new DomainError('CONFLICT', {
    message:
      'The table was changed while its records were being checked, so its match columns are the same as before. Try again',
  })
}

function unknownCountry(): DomainError {
  const message = 'The country is unknown; use a code of two letters, such as "US" or "DE"'
  const errors = [{ pointer: '/defaultCountry', code: 'WRONG_FORM', message }]
  return new DomainError('VALIDATION_FAILED', { message, errors })
}

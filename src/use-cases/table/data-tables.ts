import type { Requester } from '../../domain/account/requester.ts'
import { newBinEntry } from '../../domain/bin/bin-entry.ts'
import { DomainError } from '../../domain/errors.ts'
import { assertSpaceForOne } from '../../domain/plan/plan-cap.ts'
import { assertRevision } from '../../domain/revision.ts'
import { columnAmong, columnsOfNewTable, type NewColumn } from '../../domain/table/column/column-changes.ts'
import { type DataTable, newDataTable } from '../../domain/table/data-table.ts'
import { revisionOfIndexes } from '../../domain/table/search/record-index.ts'
import { sentence } from '../../domain/text/sentence.ts'
import type { Secrets } from '../../ports/account/secrets.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Ids } from '../../ports/ids.ts'
import type { UnitOfWork } from '../../ports/unit-of-work.ts'
import { lockOpen } from '../lock-open.ts'
import { lockedTable } from './locked-table.ts'
import { lockedProject } from './projects.ts'

export const maxIndexedColumns = 10

interface NewDataTable {
  readonly projectId: string
  readonly name: string
  readonly columns?: readonly NewColumn[]
  readonly sessionId?: string | null
}

/** A choice of the indexes of a data table. */
interface IndexChoice {
  readonly dataTableId: string
  readonly columns: readonly string[]
  readonly includesWords: boolean
  /** The revision of the indexes that the editor read; null for no check. */
  readonly revision: number | null
}

/** Creates and deletes data tables, rotates their webhook URLs, and sets their indexes. */
export class DataTables {
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
   * Creates a data table and returns its id. The first import adds the columns of a table without columns. The id of
   * the session is null or absent if no session sent the request.
   */
  async create(
    { organizationId, by }: Requester,
    { projectId, name, columns = [], sessionId = null }: NewDataTable,
  ): Promise<string> {
    const added = columnsOfNewTable(columns)
    const id = this.#ids.next()
    const token = this.#secrets.ingestToken(id)
    await this.#unitOfWork.run(async (tx) => {
      const createdAt = this.#clock.now()
      await lockOpen(tx, { organizationId, by, sessionId, at: createdAt })
      const project = await lockedProject(tx, organizationId, projectId)
      const plan = await tx.plans.of(organizationId)
      assertSpaceForOne(plan, 'dataTables', await tx.dataTables.countOf(organizationId))
      const draft = { id, organizationId, projectId, name, columns: added, createdAt }
      await tx.dataTables.add(newDataTable(draft, token))
      const subject = { kind: 'dataTable', id, name } as const
      const after = { project: project.name }
      await tx.audit.add({ action: 'dataTable.created', organizationId, by, subject, after })
    })
    return id
  }

  /**
   * Moves a data table with its records into the bin, unless a spinner uses the table or its match columns are being
   * changed.
   */
  async delete({ organizationId, by }: Requester, dataTableId: string): Promise<void> {
    await this.#unitOfWork.run(async (tx) => {
      const table = await lockedTable(tx, organizationId, dataTableId)
      const spinners = await tx.spinners.over(dataTableId)
      if (spinners.length > 0) throw usedBy(spinners)
      // A change of match columns that continued while the table is in the bin would merge only some of the records.
      if (await tx.dataTables.isRebuildingKeys(table.id))
        throw new DomainError('CONFLICT', {
          message: 'The match columns of the table are being changed; delete the table afterwards',
        })
      const { projectId, name } = table
      const things = { kind: 'dataTable', dataTableId: table.id, spinnerId: null, name, records: 0 } as const
      const entry = { ...things, id: this.#ids.next(), organizationId, projectId }
      await tx.bin.add(newBinEntry(entry, by, this.#clock.now()))
      const subject = { kind: 'dataTable', id: table.id, name: table.name } as const
      await tx.audit.add({ action: 'dataTable.deleted', organizationId, by, subject })
    })
  }

  /**
   * Creates a new webhook URL for a data table. Returns its token, and the time until which the old URL works: the old
   * URL stops working with the commit, or after the grace period. A second grace period is refused while one runs, because a table has one previous URL: a
   * repeat of a request whose answer was lost would end the URL that all sources still use. The id of the session is
   * null or absent if no session sent the request.
   */
  async rotateIngestToken(
    { organizationId, by }: Requester,
    {
      dataTableId,
      graceSeconds,
      sessionId = null,
    }: { dataTableId: string; graceSeconds: number; sessionId?: string | null },
  ): Promise<{ readonly token: string; readonly previousUntil: Date | null }> {
    return await this.#unitOfWork.run(async (tx) => {
      const at = this.#clock.now()
      await lockOpen(tx, { organizationId, by, sessionId, at })
      const table = await lockedTable(tx, organizationId, dataTableId)
      if (graceSeconds > 0) assertNoGracePeriod(table, at)
      const token = this.#secrets.ingestToken(table.id)
      const until = graceSeconds === 0 ? null : new Date(at.getTime() + graceSeconds * 1000)
      await tx.dataTables.save({
        ...table,
        ingestTokenDigest: token.digest,
        ingestTokenCiphertext: token.ciphertext,
        previousTokenDigest: until && table.ingestTokenDigest,
        previousTokenUntil: until,
      })
      const subject = { kind: 'dataTable', id: table.id, name: table.name } as const
      const after = until === null ? {} : { after: { until: until.toISOString() } }
      await tx.audit.add({ action: 'webhookUrl.rotated', organizationId, by, subject, ...after })
      return { token: token.secret, previousUntil: until }
    })
  }

  /**
   * Sets the columns by which records of a large table can be found and sorted fast, and whether they can be found
   * fast by the words of all columns. New indexes are filled in the background; other indexes are removed.
   */
  async chooseIndexes(
    { organizationId, by }: Requester,
    { dataTableId, columns, includesWords, revision }: IndexChoice,
  ): Promise<void> {
    await this.#unitOfWork.run(async (tx) => {
      const table = await lockedTable(tx, organizationId, dataTableId)
      assertRevision({ revision: revisionOfIndexes(await tx.records.indexes(table.id)) }, revision)
      for (const name of columns) columnAmong(table.columns, name)
      await tx.records.chooseIndexes(table.id, [...columns, ...(includesWords ? [null] : [])])
      const subject = { kind: 'dataTable', id: table.id, name: table.name } as const
      const after = { columns, includesWords }
      await tx.audit.add({ action: 'dataTable.indexesChanged', organizationId, by, subject, after })
    })
  }
}

function usedBy(spinners: readonly string[]): DomainError {
  const names = spinners
    .slice(0, 3)
    .map((name) => `"${name}"`)
    .join(', ')
  return new DomainError('CONFLICT', {
    message:
      spinners.length === 1
        ? sentence('The data table is used by the spinner {names}; delete these spinners first', { names })
        : spinners.length > 3
          ? sentence(
              'The data table is used by the spinners {names} and others; delete these spinners first',
              {
                names,
              },
            )
          : sentence('The data table is used by the spinners {names}; delete these spinners first', {
              names,
            }),
  })
}

/** Throws CONFLICT if a previous webhook URL of the table still works. */
function assertNoGracePeriod({ previousTokenUntil: until }: DataTable, at: Date): void {
  if (until === null || until <= at) return
  throw new DomainError('CONFLICT', {
    message: sentence(
      'The previous webhook URL works until {until}, because the URL was rotated before; nothing was changed. Rotate the URL after that time, or without a grace period (graceSeconds 0), which ends the present and the previous URL at once',
      { until: until.toISOString() },
    ),
  })
}

import type { Requester } from '../../../domain/account/requester.ts'
import { type Mapping, mappingBounds } from '../../../domain/arrival/mapping/mapping.ts'
import type { Path } from '../../../domain/arrival/mapping/path.ts'
import { type StoredMapping, withMappingAt } from '../../../domain/arrival/mapping/stored-mapping.ts'
import { DomainError } from '../../../domain/errors.ts'
import { assertRevision } from '../../../domain/revision.ts'
import { sentence } from '../../../domain/text/sentence.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Ids } from '../../../ports/ids.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'
import { lockedTable } from '../../table/locked-table.ts'
import { assertMappingFits } from './mapped-table.ts'

interface NewMapping {
  readonly dataTableId: string
  readonly mapping: Mapping
  /** The position of the new mapping among the table's mappings; null for the last position. */
  readonly position: number | null
  /**
   * Whether a table without columns gets the columns that the new mapping fills. If false, such a mapping is
   * refused.
   */
  readonly createsColumns: boolean
}

/**
 * The fields of a mapping that a request changes. Null removes the path of the delivery id or of the version
 * time from the mapping.
 */
export interface MappingChanges extends Partial<Omit<Mapping, 'deliveryId' | 'versionTime'>> {
  readonly deliveryId?: Path | null
  readonly versionTime?: Path | null
  readonly position?: number
}

/** Creates, changes and deletes mappings of bodies of one format to records of a table. */
export class Mappings {
  readonly #unitOfWork: UnitOfWork
  readonly #clock: Clock
  readonly #ids: Ids

  constructor(unitOfWork: UnitOfWork, clock: Clock, ids: Ids) {
    this.#unitOfWork = unitOfWork
    this.#clock = clock
    this.#ids = ids
  }

  /** Creates a mapping, which is used from the next arrival on. Returns its id. */
  async create(
    { organizationId, by }: Requester,
    { dataTableId, mapping, position, createsColumns }: NewMapping,
  ): Promise<string> {
    return this.#unitOfWork.run(async (tx) => {
      const table = await lockedTable(tx, organizationId, dataTableId)
      const present = await tx.mappings.of(dataTableId)
      if (present.length >= mappingBounds.perTable) throw tooMany()
      await assertMappingFits(tx, mapping, table, createsColumns)
      const at = this.#clock.now()
      const identity = { id: this.#ids.next(), organizationId, dataTableId, createdAt: at, updatedAt: at }
      const created = { ...mapping, ...identity, position: 0, version: 1 }
      await tx.mappings.replace(dataTableId, withMappingAt(present, created, position ?? present.length))
      const subject = { kind: 'mapping', id: created.id, name: mapping.name } as const
      const after = { dataTableId, version: 1 }
      await tx.audit.add({ action: 'mapping.created', organizationId, by, subject, after })
      return created.id
    })
  }

  /**
   * Stores the next version of a mapping. It applies to bodies that arrive, or are admitted, after the change;
   * existing records stay unchanged. The revision is the one that the editor saw; null if the editor did not send it.
   */
  async change(
    { organizationId, by }: Requester,
    { mappingId, changes, revision }: { mappingId: string; changes: MappingChanges; revision: number | null },
  ): Promise<void> {
    await this.#unitOfWork.run(async (tx) => {
      const mapping = await tx.mappings.find(organizationId, mappingId)
      if (mapping === null) throw mappingNotFound()
      const { dataTableId } = mapping
      const table = await lockedTable(tx, organizationId, dataTableId)
      // Reads the mapping again under the lock of its table, because another request may have changed it.
      const mappings = await tx.mappings.of(dataTableId)
      const before = mappings.find(({ id }) => id === mappingId)
      if (before === undefined) throw mappingNotFound()
      assertRevision({ revision: before.version }, revision)
      const after = changed(before, changes, this.#clock.now())
      await assertMappingFits(tx, after, table, false)
      await tx.mappings.replace(
        dataTableId,
        withMappingAt(mappings, after, changes.position ?? before.position),
      )
      await tx.audit.add({
        action: 'mapping.changed',
        organizationId,
        by,
        subject: { kind: 'mapping', id: mappingId, name: after.name },
        before: { name: before.name, version: before.version },
        after: { name: after.name, version: after.version, dataTableId },
      })
    })
  }

  /**
   * Deletes a mapping. Bodies of its format are held from now on, unless another mapping matches them. Existing
   * records stay.
   */
  async delete({ organizationId, by }: Requester, mappingId: string): Promise<void> {
    await this.#unitOfWork.run(async (tx) => {
      const deleted = await tx.mappings.find(organizationId, mappingId)
      if (deleted === null) throw mappingNotFound()
      const { dataTableId } = deleted
      await lockedTable(tx, organizationId, dataTableId)
      const mappings = await tx.mappings.of(dataTableId)
      const remaining = mappings.filter(({ id }) => id !== mappingId)
      if (remaining.length === mappings.length) throw mappingNotFound()
      await tx.mappings.replace(
        dataTableId,
        remaining.map((mapping, position) => ({ ...mapping, position })),
      )
      const subject = { kind: 'mapping', id: mappingId, name: deleted.name } as const
      const before = { dataTableId, version: deleted.version }
      await tx.audit.add({ action: 'mapping.deleted', organizationId, by, subject, before })
    })
  }
}

function changed(before: StoredMapping, changes: MappingChanges, updatedAt: Date): StoredMapping {
  const { deliveryId: formerId, versionTime: formerTime, ...rest } = before
  const { deliveryId = formerId, versionTime = formerTime, position: _, ...others } = changes
  return {
    ...rest,
    ...others,
    ...(deliveryId === undefined || deliveryId === null ? {} : { deliveryId }),
    ...(versionTime === undefined || versionTime === null ? {} : { versionTime }),
    version: before.version + 1,
    updatedAt,
  }
}

function mappingNotFound(): DomainError {
  return new DomainError('NOT_FOUND', { message: 'Mapping not found' })
}

function tooMany(): DomainError {
  return new DomainError('CONFLICT', {
    message: sentence('A data table has at most {perTable} mappings; delete one that you no longer need', {
      perTable: mappingBounds.perTable,
    }),
  })
}

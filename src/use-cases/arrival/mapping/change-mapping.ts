import type { Actor } from '../../../domain/account/audit/actor.ts'
import type { Mapping } from '../../../domain/arrival/mapping/mapping.ts'
import type { Path } from '../../../domain/arrival/mapping/path.ts'
import { type StoredMapping, withMappingAt } from '../../../domain/arrival/mapping/stored-mapping.ts'
import { DomainError } from '../../../domain/errors.ts'
import { assertRevision } from '../../../domain/revision.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { RecordKeys } from '../../../ports/table/record-keys.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'
import { lockedTable } from '../../table/locked-table.ts'
import { assertMappingFits } from './mapped-table.ts'

/**
 * The fields of a mapping that a request changes. Null removes the path of the delivery id or of the version
 * time from the mapping.
 */
export interface MappingChanges extends Partial<Omit<Mapping, 'deliveryId' | 'versionTime'>> {
  readonly deliveryId?: Path | null
  readonly versionTime?: Path | null
  readonly position?: number
}

export interface ChangeMappingCommand {
  readonly organizationId: string
  readonly mappingId: string
  readonly changes: MappingChanges
  /** The revision of the mapping that the editor saw; null if the editor did not send it. */
  readonly revision: number | null
  readonly by: Actor
}

/**
 * Stores the next version of a mapping. It applies to bodies that arrive, or are admitted, after the change;
 * existing records stay unchanged.
 */
export class ChangeMapping {
  readonly #unitOfWork: UnitOfWork
  readonly #keys: RecordKeys
  readonly #clock: Clock

  constructor(unitOfWork: UnitOfWork, keys: RecordKeys, clock: Clock) {
    this.#unitOfWork = unitOfWork
    this.#keys = keys
    this.#clock = clock
  }

  async execute({ organizationId, mappingId, changes, revision, by }: ChangeMappingCommand): Promise<void> {
    await this.#unitOfWork.run(async (tx) => {
      const found = await tx.mappings.find(organizationId, mappingId)
      if (found === null) throw mappingNotFound()
      const { dataTableId } = found
      const table = await lockedTable(tx, organizationId, dataTableId)
      // Reads the mapping again under the lock of its table, because another request may have changed it.
      const all = await tx.mappings.of(dataTableId)
      const before = all.find(({ id }) => id === mappingId)
      if (before === undefined) throw mappingNotFound()
      assertRevision({ revision: before.version }, revision)
      const after = changed(before, changes, this.#clock.now())
      await assertMappingFits(tx, after, table, { keys: this.#keys, createsColumns: false })
      await tx.mappings.replace(dataTableId, withMappingAt(all, after, changes.position ?? before.position))
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

export function mappingNotFound(): DomainError {
  return new DomainError('NOT_FOUND', { message: 'Mapping not found' })
}

import type { Actor } from '../../../domain/account/audit/actor.ts'
import { type Mapping, mappingBounds } from '../../../domain/arrival/mapping/mapping.ts'
import { withMappingAt } from '../../../domain/arrival/mapping/stored-mapping.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Ids } from '../../../ports/ids.ts'
import type { RecordKeys } from '../../../ports/table/record-keys.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'
import { lockedTable } from '../../table/locked-table.ts'
import { assertMappingFits } from './mapped-table.ts'

export interface CreateMappingCommand {
  readonly organizationId: string
  readonly dataTableId: string
  readonly mapping: Mapping
  /** The position of the new mapping among the table's mappings; null for the last position. */
  readonly position: number | null
  /**
   * Whether a table without columns gets the columns that the new mapping fills. If false, such a mapping is
   * refused.
   */
  readonly createsColumns: boolean
  readonly by: Actor
}

/**
 * Creates a mapping of bodies of one format to records of a table, used from the next arrival on. Returns its
 * id.
 */
export class CreateMapping {
  readonly #unitOfWork: UnitOfWork
  readonly #keys: RecordKeys
  readonly #clock: Clock
  readonly #ids: Ids

  constructor(unitOfWork: UnitOfWork, keys: RecordKeys, clock: Clock, ids: Ids) {
    this.#unitOfWork = unitOfWork
    this.#keys = keys
    this.#clock = clock
    this.#ids = ids
  }

  async execute(command: CreateMappingCommand): Promise<string> {
    const { organizationId, dataTableId, mapping, position, createsColumns, by } = command
    return this.#unitOfWork.run(async (tx) => {
      const table = await lockedTable(tx, organizationId, dataTableId)
      const others = await tx.mappings.of(dataTableId)
      if (others.length >= mappingBounds.perTable) throw tooMany()
      await assertMappingFits(tx, mapping, table, { keys: this.#keys, createsColumns })
      const at = this.#clock.now()
      const own = { id: this.#ids.next(), organizationId, dataTableId, createdAt: at, updatedAt: at }
      const made = { ...mapping, ...own, position: 0, version: 1 }
      await tx.mappings.replace(dataTableId, withMappingAt(others, made, position ?? others.length))
      const subject = { kind: 'mapping', id: made.id, name: mapping.name } as const
      const after = { dataTableId, version: 1 }
      await tx.audit.add({ action: 'mapping.created', organizationId, by, subject, after })
      return made.id
    })
  }
}

function tooMany(): DomainError {
  return new DomainError('CONFLICT', {
    message: `A data table has at most ${mappingBounds.perTable} mappings; delete one that you no longer need`,
  })
}

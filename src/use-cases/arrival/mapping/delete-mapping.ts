import type { Actor } from '../../../domain/account/audit/actor.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'
import { lockedTable } from '../../table/locked-table.ts'
import { mappingNotFound } from './change-mapping.ts'

export interface DeleteMappingCommand {
  readonly organizationId: string
  readonly mappingId: string
  readonly by: Actor
}

/**
 * Deletes a mapping. Bodies of its format are held from now on, unless another mapping matches them. Existing
 * records stay.
 */
export class DeleteMapping {
  readonly #unitOfWork: UnitOfWork

  constructor(unitOfWork: UnitOfWork) {
    this.#unitOfWork = unitOfWork
  }

  async execute({ organizationId, mappingId, by }: DeleteMappingCommand): Promise<void> {
    await this.#unitOfWork.run(async (tx) => {
      const found = await tx.mappings.find(organizationId, mappingId)
      if (found === null) throw mappingNotFound()
      const { dataTableId } = found
      await lockedTable(tx, organizationId, dataTableId)
      const all = await tx.mappings.of(dataTableId)
      const left = all.filter(({ id }) => id !== mappingId)
      if (left.length === all.length) throw mappingNotFound()
      await tx.mappings.replace(
        dataTableId,
        left.map((mapping, position) => ({ ...mapping, position })),
      )
      const subject = { kind: 'mapping', id: mappingId, name: found.name } as const
      const before = { dataTableId, version: found.version }
      await tx.audit.add({ action: 'mapping.deleted', organizationId, by, subject, before })
    })
  }
}

import { service } from '../../../../src/domain/account/audit/actor.ts'
import type { DataRecord } from '../../../../src/domain/record-cells.ts'
import {
  ExportOrganization,
  type OrganizationPart,
} from '../../../../src/use-cases/account/deletion/export-organization.ts'
import type { ExportedThing } from '../../model/organization/known-exports.ts'
import type { Simulation } from '../../run/simulation.ts'
import { readThrough } from '../record/read-all-records.ts'

/** Exports everything of the present organization, as an admin does, and notes what the admin got. */
export async function exportOrganization(simulation: Simulation): Promise<void> {
  const { model, demo } = simulation
  const before = new Map(model.allTables.map((table) => [table.id, new Set(table.acknowledged)]))
  const things = thingsOf(simulation)
  const firstCount = await auditCount(simulation)
  const begun = model.moments.next()
  const ended = await simulation.call('export the organization', async (api) => {
    const exported = await api.get(ExportOrganization).execute(demo.organizationId, service)
    return await everythingOf(exported.parts)
  })
  if (ended.kind !== 'answered') return
  const { tables, spinnerIds, suppressed, auditIds } = ended.value
  const now = model.moments.next()
  const auditCounts = [firstCount, await auditCount(simulation)] as const
  const tableIds = tables.map(({ id }) => id)
  model.exports.noteExport({
    begun,
    ended: now,
    things,
    tableIds,
    spinnerIds,
    suppressed,
    auditIds,
    auditCounts,
  })
  for (const { id, records } of tables) {
    const table = model.tables.find((one) => one.id === id)
    const acknowledged = before.get(id)
    if (table !== undefined && acknowledged !== undefined)
      model.exports.noteReading({
        table,
        reading: 'export',
        begun,
        ended: now,
        acknowledged,
        records,
        ids: null,
      })
  }
}

interface Everything {
  readonly tables: { readonly id: string; readonly records: readonly DataRecord[] }[]
  readonly spinnerIds: string[]
  readonly suppressed: string[]
  readonly auditIds: string[]
}

/** Reads the parts of an export one after the other. */
async function everythingOf(parts: AsyncIterable<OrganizationPart>): Promise<Everything> {
  const everything: Everything = { tables: [], spinnerIds: [], suppressed: [], auditIds: [] }
  for await (const part of parts) {
    if (part.kind === 'dataTable')
      everything.tables.push({ id: part.table.id, records: await readThrough(part.table, part.items) })
    else if (part.kind === 'spinners')
      for await (const chunk of part.items) everything.spinnerIds.push(...chunk.map(({ id }) => id))
    else if (part.kind === 'suppressions')
      for await (const chunk of part.items) everything.suppressed.push(...chunk.map(({ email }) => email))
    else for await (const chunk of part.items) everything.auditIds.push(...chunk.map(({ id }) => id))
  }
  return everything
}

/** Returns the tables and spinners of the organization that an export should have. */
function thingsOf({ model }: Simulation): readonly ExportedThing[] {
  return [
    ...model.allTables.map(({ id, name, bin }) => ({
      id,
      name,
      isInUse: (from: number, to: number) => bin.wasInUse(from, to),
    })),
    ...model.spinners.map(({ id, name, bin, table }) => ({
      id,
      name,
      isInUse: (from: number, to: number) => bin.wasInUse(from, to) && table.bin.wasInUse(from, to),
    })),
  ]
}

async function auditCount({ rows, demo }: Simulation): Promise<number> {
  const [row] = await rows<{ count: number }>(
    'select count(*)::int as count from audit_events where organization_id = $1',
    [demo.organizationId],
  )
  return row?.count ?? 0
}

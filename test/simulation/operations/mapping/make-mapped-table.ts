import { digest } from '../../../../src/adapters/security/secret.ts'
import { service } from '../../../../src/domain/account/audit/actor.ts'
import { ChangeDataTable } from '../../../../src/use-cases/table/change-data-table.ts'
import { Columns } from '../../../../src/use-cases/table/columns/columns.ts'
import { DataTables } from '../../../../src/use-cases/table/data-tables.ts'

import { KnownTable } from '../../model/known-table.ts'
import type { MappedTable } from '../../model/mapping/mapped-table.ts'
import type { ServiceProcess } from '../../run/service-process.ts'
import type { Simulation } from '../../run/simulation.ts'
import { projectIdsOf } from '../destination/destination-reach.ts'

const columns = ['ref', 'email', 'name', 'phone'] as const

interface Settings {
  readonly mapsAutomatically: boolean
  readonly missingColumns: 'fill' | 'reject'
}

/** Creates an open table without mappings; returns null without an answer. */
export async function makeMappedTable(
  simulation: Simulation,
  settings: Settings,
): Promise<MappedTable | null> {
  const { model } = simulation
  const name = `mapped ${model.mappedTables.length + 1}`
  const made = await simulation.call(`make ${name}, ${wordsOf(settings)}`, (api) =>
    make(simulation, api, name, settings),
  )
  if (made.kind !== 'answered') return null
  const { id, projectId, token } = made.value
  const table = new KnownTable({ id, name, projectId, tokenDigest: digest(token) }, model.moments)
  const mapped = { table, token, bodies: [] }
  model.mappedTables.push(mapped)
  return mapped
}

export async function changeSettings(
  simulation: Simulation,
  { table }: MappedTable,
  settings: Settings,
): Promise<void> {
  const { organizationId } = simulation.demo
  await simulation.call(`set ${table.name} to ${wordsOf(settings)}`, (api) =>
    api.get(ChangeDataTable).execute(
      {
        organizationId,
        dataTableId: table.id,
        changes: settings,
        mergesDuplicates: false,
        revision: null,
        requestId: '',
        by: service,
      },
      async () => {},
    ),
  )
}

function wordsOf({ mapsAutomatically, missingColumns }: Settings): string {
  return `${mapsAutomatically ? 'mapped automatically' : 'not mapped automatically'}, missing columns: ${missingColumns}`
}

async function make(simulation: Simulation, api: ServiceProcess, name: string, settings: Settings) {
  const { organizationId } = simulation.demo
  const [projectId = ''] = await projectIdsOf(simulation)
  const id = await api.get(DataTables).create({ organizationId, by: service }, { projectId, name })
  const of = { organizationId, dataTableId: id, by: service }
  for (const column of columns)
    await api.get(Columns).add(of, { ...of, revision: null, name: column, isMetadata: true, type: 'text' })
  const changes = { acceptsAnyFormat: true, ...settings } as const
  await api
    .get(ChangeDataTable)
    .execute({ ...of, changes, mergesDuplicates: false, revision: null, requestId: '' }, async () => {})
  const { token } = await api.get(DataTables).rotateIngestToken(of, { ...of, graceSeconds: 0 })
  return { id, projectId, token }
}

import { service } from '../../../../src/domain/account/audit/actor.ts'
import { Columns } from '../../../../src/use-cases/table/columns/columns.ts'
import { DataTables } from '../../../../src/use-cases/table/data-tables.ts'
import { Projects } from '../../../../src/use-cases/table/projects.ts'

import { KnownTable } from '../../model/known-table.ts'
import { projectIdsOf } from '../destination/destination-reach.ts'
import { operation } from '../operation.ts'

/** The columns of every simulated table. The column `ref` holds the simulator's name of the record. */
export const columns = ['ref', 'email', 'name', 'city', 'day', 'work_email'] as const

export const makeTable = operation({
  name: 'make a table',
  weight: 1,
  isAlone: true,
  draw: (random) => ({ otherProject: random.chance(0.4) }),
  run: async (simulation, { otherProject }) => {
    const { model, demo } = simulation
    const { organizationId } = demo
    const stored = model.tables.filter(({ bin }) => bin.mustBeStored(simulation.clock.now()))
    if (stored.length >= 3) return
    const name = model.nextName('table')
    const [first = '', second] = await projectIdsOf(simulation)
    const isInOther = otherProject && model.tables.length > 0
    const made = await simulation.call(`make ${name}${isInOther ? ' in project 2' : ''}`, async (api) => {
      const project = { organizationId, name: 'Project 2', by: service }
      const projectId = isInOther
        ? (second ?? (await api.get(Projects).create(project, project.name)))
        : first
      const id = await api.get(DataTables).create({ organizationId, by: service }, { projectId, name })
      for (const column of columns) {
        const named = { organizationId, dataTableId: id, revision: null, by: service }
        await api.get(Columns).add(named, { ...named, name: column, isMetadata: true, type: 'text' })
      }
      return { id, projectId }
    })
    if (made.kind !== 'answered') return
    const [row] = await simulation.rows<{ digest: string }>(
      'select ingest_token_digest as digest from data_tables where id = $1',
      [made.value.id],
    )
    const tokenDigest = row?.digest ?? ''
    model.tables.push(new KnownTable({ ...made.value, name, tokenDigest }, model.moments))
  },
})

import { digest } from '../../../../src/adapters/security/secret.ts'
import { service } from '../../../../src/domain/account/audit/actor.ts'
import { Mappings } from '../../../../src/use-cases/arrival/mapping/mappings.ts'

import { ChangeDataTable } from '../../../../src/use-cases/table/change-data-table.ts'
import { Columns } from '../../../../src/use-cases/table/columns/columns.ts'
import { DataTables } from '../../../../src/use-cases/table/data-tables.ts'

import { type DeliveryTableKind, deliveryTableKinds } from '../../model/delivery-tables.ts'
import { KnownTable } from '../../model/known-table.ts'
import type { ServiceProcess } from '../../run/service-process.ts'
import type { Simulation } from '../../run/simulation.ts'
import { projectIdsOf } from '../destination/destination-reach.ts'
import { operation } from '../operation.ts'

const columns = ['ref', 'email', 'name'] as const

export const makeDeliveryTable = operation({
  name: 'open a door for leads',
  weight: 2,
  draw: (random) => ({ kind: random.pick(deliveryTableKinds) }),
  run: async (simulation, { kind: drawn }) => {
    const { model } = simulation
    const kind = deliveryTableKinds.find((deliveryTableKind) => deliveryTableKind === drawn) ?? 'strict'
    if (model.doors.length >= 2) return
    const name = model.nextName('door')
    const made = await simulation.call(`open ${name}, ${kind}`, (api) => make(simulation, api, name, kind))
    if (made.kind !== 'answered') return
    const { id, projectId, token } = made.value
    const table = new KnownTable({ id, name, projectId, tokenDigest: digest(token) }, model.moments, columns)
    model.doors.push({
      kind,
      table,
      token,
      columns,
      answered: new Map(),
      firstSent: new Map(),
      requests: new Map(),
      erased: new Set(),
    })
  },
})

async function make(simulation: Simulation, api: ServiceProcess, name: string, kind: DeliveryTableKind) {
  const { organizationId } = simulation.demo
  const [projectId = ''] = await projectIdsOf(simulation)
  const id = await api.get(DataTables).create({ organizationId, by: service }, { projectId, name })
  const of = { organizationId, dataTableId: id, by: service }
  for (const column of columns)
    await api.get(Columns).add(of, { ...of, revision: null, name: column, isMetadata: true, type: 'text' })
  if (kind !== 'strict')
    await api.get(ChangeDataTable).execute(
      {
        ...of,
        changes: { acceptsAnyFormat: true },
        mergesDuplicates: false,
        revision: null,
        requestId: '',
      },
      async () => {},
    )
  if (kind === 'mapped')
    await api.get(Mappings).create(of, { ...of, mapping, position: null, createsColumns: false })
  const { token } = await api.get(DataTables).rotateIngestToken(of, { ...of, graceSeconds: 0 })
  return { id, projectId, token }
}

const mapping = {
  name: 'Webinar',
  match: { where: [], requires: [['mail']] },
  root: [],
  fields: [
    { column: 'ref', from: [{ path: ['reference'] }], transform: [] },
    { column: 'email', from: [{ path: ['mail'] }], transform: [] },
    { column: 'name', from: [{ path: ['first'] }], transform: [] },
  ],
  action: 'insert',
  deliveryId: ['event_id'],
} as const

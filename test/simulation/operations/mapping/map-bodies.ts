import { service } from '../../../../src/domain/account/audit/actor.ts'
import { type MappingChanges, Mappings } from '../../../../src/use-cases/arrival/mapping/mappings.ts'

import { ProposeMapping } from '../../../../src/use-cases/arrival/mapping/propose-mapping.ts'
import type { BodyKind, MappedTable } from '../../model/mapping/mapped-table.ts'
import type { Simulation } from '../../run/simulation.ts'
import { named } from '../operation.ts'
import { listRoots, mappingOf, phoneField } from './mappings.ts'

/** The number of bodies from which a proposal can see that an address is the same for different people. */
const comparedBodies = 3

/**
 * Lets a user create a mapping for the bodies of a kind, as the service proposes it or by hand. Returns whether the
 * service has created it.
 */
export async function createMapping(
  simulation: Simulation,
  mapped: MappedTable,
  { kind, how }: { readonly kind: BodyKind; readonly how: 'proposed' | 'complete' | 'incomplete' },
): Promise<boolean> {
  const { organizationId } = simulation.demo
  const of = { organizationId, dataTableId: mapped.table.id }
  const held = how === 'proposed' ? await heldOf(simulation, mapped, kind) : []
  if (how === 'proposed' && held.length < (kind === 'office' ? comparedBodies : 1)) return false
  const ended = await simulation.call(
    `create a ${how} mapping for ${kind} in ${mapped.table.name}`,
    async (api) => {
      const mapping =
        how === 'proposed'
          ? (await api.get(ProposeMapping).execute({ ...of, arrivalIds: held }, async () => {})).mapping
          : mappingOf(kind, how === 'incomplete')
      const made = { ...of, mapping, position: 0, createsColumns: false, by: service }
      return await api.get(Mappings).create(made, made)
    },
  )
  return ended.kind === 'answered'
}

/**
 * Lets a user change or delete a mapping: it reads the other list of a body, keeps or drops the check of phone numbers,
 * or is deleted.
 */
export async function changeMapping(
  simulation: Simulation,
  { table }: MappedTable,
  number: number,
  how: 'other list' | 'checked' | 'unchecked' | 'delete',
): Promise<void> {
  const { organizationId } = simulation.demo
  const rows = await simulation.rows<{ id: string; kind: string; root: string | null }>(
    `select id, definition ->> 'name' as kind, definition -> 'root' ->> 0 as root
       from mappings where data_table_id = $1 order by id`,
    [table.id],
  )
  const lists = rows.filter(({ root }) => listRoots.some((listRoot) => listRoot === root))
  const mapping = named(how === 'delete' ? rows : lists, number)
  if (mapping === null) return
  const of = { organizationId, mappingId: mapping.id, by: service }
  if (how === 'delete')
    await simulation.call(`delete a mapping of ${table.name}`, (api) =>
      api.get(Mappings).delete(of, of.mappingId),
    )
  else {
    const changes = await changesOf(simulation, mapping, how)
    await simulation.call(`change a mapping of ${table.name}: ${how}`, (api) =>
      api.get(Mappings).change(of, { ...of, changes, revision: null }),
    )
  }
}

async function changesOf(
  { rows }: Simulation,
  { id, root }: { readonly id: string; readonly root: string | null },
  how: 'other list' | 'checked' | 'unchecked',
): Promise<MappingChanges> {
  if (how === 'other list') {
    const other = listRoots.find((listRoot) => listRoot !== root) ?? 'leads'
    return { root: [other, { all: true }] }
  }
  const [mapping] = await rows<{ fields: NonNullable<MappingChanges['fields']> }>(
    "select definition -> 'fields' as fields from mappings where id = $1",
    [id],
  )
  const others = (mapping?.fields ?? []).filter(({ column }) => column !== 'phone')
  return { fields: [...others, phoneField(how === 'checked')] }
}

/** Returns the ids of the held arrivals with bodies of a kind. */
async function heldOf({ rows }: Simulation, { table, bodies }: MappedTable, kind: BodyKind) {
  const requestIds = bodies.filter((body) => body.kind === kind).map(({ requestId }) => requestId)
  const held = await rows<{ id: string }>(
    "select id from arrivals where data_table_id = $1 and status = 'held' and request_id = any($2) order by id",
    [table.id, requestIds],
  )
  return held.map(({ id }) => id)
}

import { service } from '../../../../src/domain/account/audit/actor.ts'
import type { DomainError } from '../../../../src/domain/errors.ts'
import { Spinners } from '../../../../src/use-cases/spinner/spinners.ts'

import { ChangeDataTable } from '../../../../src/use-cases/table/change-data-table.ts'
import { RevisedThing } from '../../model/organization/revised-thing.ts'
import type { ServiceProcess } from '../../run/service-process.ts'
import type { Simulation } from '../../run/simulation.ts'
import { named, operation } from '../operation.ts'

/** Renames a spinner or a table by the revision that one of two editors saw, which may be outdated. */
export const editByRevision = operation({
  name: 'edit by revision',
  weight: 3,
  draw: (random) => ({
    of: random.pick(['spinner', 'table']),
    spinner: random.below(4),
    table: random.below(3),
    editor: random.below(2),
    /** Whether the editor reads the thing before the edit. */
    looks: random.chance(0.4),
  }),
  run: async (simulation, { of, spinner, table, editor, looks }) => {
    const { model } = simulation
    const thing = of === 'table' ? named(model.tables, table) : named(model.spinners, spinner)
    if (thing === null) return
    const { id } = thing
    const revised = model.revised.get(id) ?? new RevisedThing(id)
    model.revised.set(id, revised)
    const before = await revisionOf(simulation, of, id)
    if (before === null) return
    const base = looks ? before : (revised.seen[editor] ?? before)
    revised.seen[editor] = base
    const name = `${thing.name}, edit ${model.moments.next()}`
    const edit = { ...simulation.demo, id, name, revision: base }
    const ended = await simulation.call(`rename ${thing.name} of revision ${base} to "${name}"`, (api) =>
      of === 'table' ? renameTable(api, edit) : renameSpinner(api, edit),
    )
    const after = (await revisionOf(simulation, of, id)) ?? before
    const isAlone = !simulation.gates.areShared
    const isOutdated = ended.kind === 'refused' && saysOutdated(ended.error)
    if (ended.kind === 'answered') revised.seen[editor] = base + 1
    revised.note({ name, base, outcome: ended.kind, isOutdated, before, after, isAlone })
  },
})

interface Edit {
  readonly organizationId: string
  readonly id: string
  readonly name: string
  readonly revision: number
}

async function renameSpinner(
  api: ServiceProcess,
  { organizationId, id, name, revision }: Edit,
): Promise<void> {
  const order = { organizationId, spinnerId: id, changes: { name }, revision, by: service }
  await api.get(Spinners).change(order, order)
}

async function renameTable(api: ServiceProcess, { organizationId, id, name, revision }: Edit): Promise<void> {
  const of = { organizationId, dataTableId: id, revision, by: service }
  const order = { ...of, changes: { name }, mergesDuplicates: false, requestId: '' }
  await api.get(ChangeDataTable).execute(order, async () => {})
}

async function revisionOf({ rows }: Simulation, of: string, id: string): Promise<number | null> {
  const table = of === 'table' ? 'data_tables' : 'spinners'
  const [row] = await rows<{ revision: number }>(`select revision::int from ${table} where id = $1`, [id])
  return row?.revision ?? null
}

function saysOutdated({ details }: DomainError): boolean {
  return JSON.stringify(details).includes('"OUTDATED"')
}

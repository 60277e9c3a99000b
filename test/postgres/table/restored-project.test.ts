import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { operator } from '../../../src/domain/account/audit/actor.ts'
import { BinStore } from '../../../src/ports/bin/bin.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { Spinners } from '../../../src/use-cases/spinner/spinners.ts'

import { DataTables } from '../../../src/use-cases/table/data-tables.ts'
import { Projects } from '../../../src/use-cases/table/projects.ts'

import { createTenant } from '../../support/tenant.ts'
import { untilLocksAreAwaited } from '../../support/until.ts'
import { createWorld, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

it('a project is not deleted while a data table of it is being restored from the bin', async () => {
  const { organizationId, spinnerId, dataTableId } = await createTenant(world)
  const { container } = world
  const by = operator
  await container.get(Spinners).unpublish({ organizationId, by }, spinnerId)
  await container.get(Spinners).delete({ organizationId, by }, spinnerId)
  await container.get(DataTables).delete({ organizationId, by }, dataTableId)
  const { items } = await container
    .get(BinStore)
    .list(organizationId, { kind: 'dataTable', projectIds: null }, { limit: 1, after: null })
  const deleting = await container.get(UnitOfWork).run(async (tx) => {
    const entry = await tx.bin.lock(organizationId, items[0]?.id ?? '')
    if (entry === null) throw new Error('The data table is in the bin')
    await tx.bin.restore(entry)
    const { projectId } = entry
    const deletion = container
      .get(Projects)
      .delete({ organizationId, by }, projectId)
      .then(
        () => 'deleted',
        (error: Error) => error.message,
      )
    await untilLocksAreAwaited(world.sql)
    return { deletion }
  })
  expect(await deleting.deletion).toBe('The project is not empty; delete its spinners and data tables first')
})

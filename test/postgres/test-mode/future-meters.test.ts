import { readFile } from 'node:fs/promises'
import { afterEach, beforeEach, expect, it } from '@jest/globals'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { createApi } from '../../support/api.ts'
import { signUp } from '../../support/data/person.ts'
import { createWorld, type World } from '../../support/world.ts'

let world: World

beforeEach(async () => {
  world = await createWorld()
})
afterEach(() => world.close())

it('meters of test organizations for months that have not begun are deleted by the migration', async () => {
  const api = await createApi(world)
  const person = await signUp(api)
  const { organization } = await person.do('POST', '/test-mode/enter')
  const testId: string = organization.id
  const units = world.container.get(UnitOfWork)
  const present = new Date().toISOString().slice(0, 7)
  for (const organizationId of [person.organizationId, testId])
    for (const period of [present, '2199-01'])
      await units.run((tx) => tx.plans.spend({ organizationId, meter: 'records', period, amount: 7 }))
  await world.sql.query(await readFile('migrations/20261128004600_meters_of_real_months.sql', 'utf8'))
  const usedIn = async (organizationId: string) =>
    units.run(async (tx) => {
      const [now, later] = [
        await tx.plans.readMeter(organizationId, 'records', present),
        await tx.plans.readMeter(organizationId, 'records', '2199-01'),
      ]
      return [now.used, later.used]
    })
  expect(await usedIn(testId)).toEqual([7, 0])
  expect(await usedIn(person.organizationId)).toEqual([7, 7])
})

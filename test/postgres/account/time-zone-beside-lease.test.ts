import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { operator } from '../../../src/domain/account/audit/actor.ts'
import { ChangeOrganization } from '../../../src/use-cases/account/change-organization.ts'
import { TriggerSpinner } from '../../../src/use-cases/job/trigger-spinner.ts'
import { leads } from '../../support/api.ts'
import { createTenant } from '../../support/tenant.ts'
import { untilLocksAreAwaited } from '../../support/until.ts'
import { createWorld, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

it('checks recipients again whose lease has read the former time zone and is committed after the change', async () => {
  const sendWindow = { days: [1], from: '00:00', to: '00:01', zone: {} }
  const own = await createTenant(world, { spinner: { sendWindow } })
  await own.ingest(leads(3))
  const command = { caller: own.key, spinnerId: own.spinnerId, idempotency: null }
  const { jobId } = (await world.container.get(TriggerSpinner).execute(command)).answer
  world.clock.follow()
  const runtime = await world.connect()
  await runtime.query('begin')
  await runtime.query(
    `select from lease_slice(p_job => $1, p_holder => gen_random_uuid(), p_seconds => 60, p_connection => null, p_now => $2)`,
    [jobId, world.clock.now()],
  )
  const changing = world.container.get(ChangeOrganization).execute({
    organizationId: own.organizationId,
    changes: { timeZone: 'Asia/Tokyo' },
    signedIn: null,
    by: operator,
  })
  await untilLocksAreAwaited(world.sql)
  await runtime.query('commit')
  await changing
  const { rows } = await world.sql.query('select review_codes from slices where job_id = $1', [jobId])
  expect(rows).toEqual([{ review_codes: expect.arrayContaining(['OUTSIDE_WINDOW']) }])
})

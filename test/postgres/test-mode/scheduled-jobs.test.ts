import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { plainRequest } from '../../../src/domain/job/audience/trigger-request.ts'
import { newTestClock } from '../../../src/domain/test-mode/test-clock.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { TriggerSpinner } from '../../../src/use-cases/job/trigger-spinner.ts'
import { createTenant } from '../../support/tenant.ts'
import { createWorld, type World } from '../../support/world.ts'

const dayMs = 24 * 60 * 60 * 1000

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

it('a scheduled job of a test organization still waits for its start on the test clock after an undone deletion', async () => {
  const { organizationId, spinnerId, key, ingest } = await createTenant(world)
  await ingest([{ name: 'Ada', phone: null, account_id: null, email: 'ada@example.com' }])
  const now = world.clock.now()
  await world.container.get(UnitOfWork).run((tx) => tx.testClocks.add(newTestClock(organizationId, now)))
  const scheduledAt = new Date(now.getTime() + dayMs)
  await world.container.get(TriggerSpinner).execute({
    caller: key,
    spinnerId,
    idempotency: null,
    request: { ...plainRequest, scheduledAt },
    requestId: 'scheduled',
  })
  await world.sql.query(
    'select pause_jobs_of_organization(p_organization => $1, p_at => now(), p_actor => null, p_most => 500)',
    [organizationId],
  )
  await world.sql.query(
    'select resume_jobs_of_organization(p_organization => $1, p_most => 500, p_now => $2)',
    [organizationId, new Date(now.getTime() + 3 * dayMs)],
  )
  const { rows } = await world.sql.query('select status from jobs where organization_id = $1', [
    organizationId,
  ])
  expect(rows).toEqual([{ status: 'scheduled' }])
})

it('a turn of a test organization passes over a scheduled job that another transaction has locked', async () => {
  const { organizationId, spinnerId, key, ingest } = await createTenant(world)
  await ingest([{ name: 'Ada', phone: null, account_id: null, email: 'ada@example.com' }])
  const scheduledAt = new Date(world.clock.now().getTime() + dayMs)
  const request = { ...plainRequest, scheduledAt }
  const order = { caller: key, spinnerId, idempotency: null, request, requestId: 'scheduled' }
  await world.container.get(TriggerSpinner).execute(order)
  const wake = async () => {
    await world.sql.query('select wake_organization($1, $2)', [organizationId, scheduledAt])
    const { rows } = await world.sql.query('select status from jobs where organization_id = $1', [
      organizationId,
    ])
    return rows
  }
  const other = await world.connect()
  await other.query('begin')
  await other.query('select from jobs where organization_id = $1 for no key update', [organizationId])
  expect(await wake()).toEqual([{ status: 'scheduled' }])
  await other.query('rollback')
  expect(await wake()).toEqual([{ status: 'queued' }])
})

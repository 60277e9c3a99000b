import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { afterRestore } from '../../../src/operation/backup/after-restore.ts'
import { RunTestClock } from '../../../src/use-cases/test-mode/run-test-clock.ts'
import { type Api, createApi, leads } from '../../support/api.ts'
import { createWorkshop, type Person, personWith, signUp } from '../../support/data/person.ts'
import { addSender } from '../../support/data/senders.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('a test organization in a restored database', () => {
  let world: World
  let api: Api
  let person: Person
  let testId: string
  beforeEach(async () => {
    world = await createWorld()
    world.clock.follow()
    api = await createApi(world)
    person = await signUp(api)
    await person.do('POST', '/test-mode/enter')
    testId = (await person.do('GET', '/organization')).id
  })
  afterEach(() => world.close())

  it('has no unconfirmed recipients, because it sends nothing, and continues', async () => {
    await addSender(world, testId, { kind: 'deployment', dailyLimit: 5, gapSeconds: 60, timeZone: 'UTC' })
    const { spinnerId } = await createWorkshop(person)
    await person.do('POST', `/spinners/${spinnerId}/jobs`, {})
    await api.ingest(leads(1))
    await api.trigger()
    const figures = await afterRestore(world.container, {
      recoveredTo: new Date(Date.now() - 60_000),
      holds: true,
      nothingLost: false,
      tell: () => {},
    })
    // Expects that the figures of a restore count the recipient of the real organization, and none of its test
    // organization.
    expect(figures).toMatchObject({ jobs: 1, inDoubt: 1 })
    const budgets = await world.sql.query(
      'select from sender_budgets b join senders s on s.id = b.sender_id where s.organization_id = $1',
      [testId],
    )
    expect(budgets.rows).toEqual([])
    const { signal } = new AbortController()
    await world.container.get(RunTestClock).execute({ organizationId: testId, signal })
    // The work after the restore has ended all sessions.
    const { email, password } = person
    const { body } = await api.ask('/api/v1/auth/sign-in', { method: 'POST', json: { email, password } })
    const again = personWith(api, body['token'] as string, email, password, body)
    await again.do('POST', '/test-mode/enter')
    const { items } = await again.do('GET', '/messages')
    expect(items).toMatchObject([{ status: 'sent' }])
    const { rows } = await world.sql.query<{ status: string }>(
      'select r.status from recipients r join jobs j on j.id = r.job_id where j.organization_id = $1',
      [testId],
    )
    expect(rows.map(({ status }) => status).toSorted()).toEqual(['done', 'waiting'])
  })
})

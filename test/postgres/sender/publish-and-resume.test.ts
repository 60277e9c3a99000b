import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type pg from 'pg'
import { operator } from '../../../src/domain/account/audit/actor.ts'
import type { Step } from '../../../src/domain/spinner/steps/step.ts'
import { Ids } from '../../../src/ports/ids.ts'
import { Slices } from '../../../src/ports/job/slices.ts'
import { TriggerSpinner } from '../../../src/use-cases/job/trigger-spinner.ts'
import { Senders } from '../../../src/use-cases/sender/senders.ts'
import { PublishSpinner } from '../../../src/use-cases/spinner/publish-spinner.ts'
import { Spinners } from '../../../src/use-cases/spinner/spinners.ts'
import { leads } from '../../support/api.ts'
import { addSender, changeSender } from '../../support/data/senders.ts'
import { createTenant, type Tenant } from '../../support/tenant.ts'
import { untilLocksAreAwaited } from '../../support/until.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('publishing a spinner together with its waiting recipients', () => {
  let world: World
  let own: Tenant
  let senderId: string
  /** The database connection of a runtime that the test controls. It works on the slice. */
  let runtime: pg.Client

  const email = (subject: string): Step => ({
    type: 'email',
    to: '{{ email }}',
    subject,
    text: 'Hello',
    senders: [senderId],
  })

  beforeAll(async () => {
    world = await createWorld()
    own = await createTenant(world)
    senderId = await addSender(world, own.organizationId)
    runtime = await world.connect()
  })
  afterAll(() => world.close())

  const changed = (subject: string) => {
    const { organizationId, spinnerId } = own
    const changes = { steps: [email(subject), email('Later')] }
    const command = { organizationId, spinnerId, revision: null, changes, by: operator }
    return world.container.get(Spinners).change(command, command)
  }
  const published = () => {
    const { organizationId, spinnerId } = own
    const command = {
      organizationId,
      spinnerId,
      revision: null,
      ignoresWarnings: true,
      movesRecipients: true,
    }
    return world.container.get(PublishSpinner).execute({ ...command, by: operator })
  }
  const resumed = () => {
    const { organizationId } = own
    const command = { organizationId, senderId, spinnerId: null, by: operator }
    return world.container.get(Senders).resume(command, command.senderId, command.spinnerId)
  }
  /** Starts a job of the published version for the test, and leases its slice as a runtime does. */
  async function begin(): Promise<string> {
    await own.ingest(leads(3))
    const command = { caller: own.key, spinnerId: own.spinnerId, idempotency: null }
    const { answer } = await world.container.get(TriggerSpinner).execute(command)
    world.clock.follow()
    const lease = { holder: world.container.get(Ids).next(), seconds: 60 }
    if ((await world.container.get(Slices).take(answer.jobId, lease)) === null)
      throw new Error('A slice was expected')
    return answer.jobId
  }

  it('does not deadlock with a request that resumes one of its senders', async () => {
    await changed('First')
    await published()
    const jobId = await begin()
    await changed('Second')
    await changeSender(world, senderId, { status: 'paused' })
    await runtime.query('begin')
    await runtime.query('select from slices where job_id = $1 for no key update', [jobId])
    const resuming = resumed()
    await untilLocksAreAwaited(world.sql)
    const publishing = published()
    await untilLocksAreAwaited(world.sql, 2)
    await runtime.query('commit')
    const results = await Promise.allSettled([resuming, publishing])
    expect(
      results.map((result) => (result.status === 'rejected' ? String(result.reason) : result.status)),
    ).toEqual(['fulfilled', 'fulfilled'])
    const { rows } = await world.sql.query('select status from senders where id = $1', [senderId])
    expect(rows).toEqual([{ status: 'connected' }])
  })
})

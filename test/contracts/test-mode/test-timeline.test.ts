import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Outcome, settleStep } from '../../../src/domain/job/recipient/recipient.ts'
import type { LeasedSlice } from '../../../src/domain/job/slice.ts'
import { causeOf } from '../../../src/domain/reason.ts'
import type { SentMessage } from '../../../src/domain/sender/message/logged-message.ts'
import { programOf } from '../../../src/domain/spinner/steps/program.ts'
import { Ids } from '../../../src/ports/ids.ts'
import { Slices } from '../../../src/ports/job/slices.ts'
import { TestClockStore } from '../../../src/ports/test-mode/test-clocks.ts'
import { IngestRecords } from '../../../src/use-cases/arrival/ingest-records.ts'
import { TriggerSpinner } from '../../../src/use-cases/job/trigger-spinner.ts'
import { createTenant } from '../../support/tenant.ts'
import { createWorld, type World } from '../../support/world.ts'

const email = { type: 'email', to: '{{ email }}', subject: 'Hello', text: 'Hello' } as const
const people = ['Ada', 'Bob', 'Carl', 'Dora', 'Eve'] as const

describe('TestClockStore.timeline', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.close())

  const newId = () => world.container.get(Ids).next()

  function messageTo(address: string): SentMessage {
    const sent = {
      senderId: null,
      messageId: null,
      providerId: null,
      providerThread: null,
      serverResponse: 'No answer',
    }
    return { ...sent, ...email, id: newId(), to: address, address, html: null, status: 'unconfirmed' }
  }

  it('lists each recipient who ended before the last step, and an unconfirmed message once', async () => {
    const own = await createTenant(world, { audience: 'all', spinner: { steps: [email] } })
    await world.container.get(IngestRecords).execute({
      credential: own.key,
      dataTableId: own.dataTableId,
      records: people.map((person) => ({
        name: person,
        phone: null,
        account_id: null,
        email: `${person}@acme.example`,
      })),
      idempotency: null,
      requestId: 'request',
    })
    world.clock.follow()
    const order = { caller: own.key, spinnerId: own.spinnerId, idempotency: null }
    const { jobId } = (await world.container.get(TriggerSpinner).execute(order)).answer
    const slices = world.container.get(Slices)
    const lease = { holder: newId(), seconds: 60 }
    const slice = (await slices.take(jobId, lease)) as LeasedSlice
    const inDoubt = { kind: 'unconfirmed', ...causeOf('MAIL_UNCONFIRMED') } as const
    const outcomes: readonly Outcome[] = [
      { kind: 'skipped', ...causeOf('SUPPRESSED') },
      { kind: 'failed', ...causeOf('MESSAGE_REFUSED') },
      { kind: 'stopped', ...causeOf('REPLIED') },
      { kind: 'unconfirmed', ...causeOf('RUNTIME_STOPPED_REPEATEDLY') },
      { ...inDoubt, message: messageTo('eve@acme.example') },
    ]
    const settled = slice.recipients.map(({ recordId, step }, index) => {
      const outcome = outcomes[index] ?? inDoubt
      return settleStep({ recordId, step, attempts: 0 }, outcome, programOf(slice.version.steps), 0)
    })
    await slices.settleAndMark(slice, lease, settled, [])

    const timeline = world.container.get(TestClockStore)
    const everything = { spinnerId: own.spinnerId, email: null }
    const { items } = await timeline.timeline(own.organizationId, everything, { limit: 20, after: null })
    const ended = items.filter(({ kind }) => kind !== 'started')
    expect(ended.map(({ kind, status }) => `${kind} ${status}`).toSorted()).toEqual([
      'failed MESSAGE_REFUSED',
      'message unconfirmed',
      'skipped SUPPRESSED',
      'stopped REPLIED',
      'unconfirmed RUNTIME_STOPPED_REPEATEDLY',
    ])
    for (const entry of ended) expect(entry).toMatchObject({ jobId, spinnerId: own.spinnerId, step: 0 })
  })
})

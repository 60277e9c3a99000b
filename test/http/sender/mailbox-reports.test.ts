import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { InboundFactProcessor } from '../../../src/use-cases/sender/inbound/inbound-fact-processor.ts'
import { type Api, createApi } from '../../support/api.ts'
import { createWorkshop, type Person, signUp, type Workshop } from '../../support/data/person.ts'
import { addSender } from '../../support/data/sender.ts'
import { createWorld, type World } from '../../support/world.ts'

const mail = { type: 'email', to: '{{ email }}', subject: 'Hello', text: 'Hello {{ name }}' }
const isAda = { column: 'email', operator: 'equals', value: 'ada@example.com' }

describe('the unverified reports of a mailbox', () => {
  let world: World
  let api: Api
  let owner: Person
  let workshop: Workshop
  let senderId: string

  beforeAll(async () => {
    world = await createWorld()
    api = await createApi(world)
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    owner = await signUp(api)
    workshop = await createWorkshop(owner)
    senderId = (await addSender(world, owner.organizationId)).id
  })

  const reportBounceOf = (address: string) =>
    world.container.get(InboundFactProcessor).process({
      organizationId: owner.organizationId,
      senderId,
      fact: {
        kind: 'hardBounce',
        key: `bounce of ${address}`,
        at: world.clock.now(),
        messageId: null,
        until: null,
        status: null,
        serverResponse: null,
        voucher: null,
        asksToStop: false,
        answers: { messageIds: [], providerId: null, providerThread: null, addresses: [address] },
      },
    })

  it('name the step of the message by its path', async () => {
    const branch = { type: 'branch', branches: [{ name: 'SMB', where: isAda, steps: [mail] }], else: [mail] }
    await owner.do('PATCH', `/spinners/${workshop.spinnerId}`, { steps: [branch] })
    await owner.do('POST', `/spinners/${workshop.spinnerId}/publish`)
    const { jobId } = await owner.do('POST', `/spinners/${workshop.spinnerId}/jobs`)
    await world.drain()
    for (const address of ['ada@example.com', 'grace@example.com']) await reportBounceOf(address)
    const { items } = await owner.do('GET', '/mailboxes')
    const reports = items[0].unverified.map(({ step, path }: { step: number; path: string }) => [step, path])
    expect(reports.toSorted()).toEqual([
      [1, '1 › SMB › 1'],
      [2, '1 › else › 1'],
    ])
    expect(items[0].unverified[0].jobId).toBe(jobId)
  })
})

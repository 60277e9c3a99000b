import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { provideValue } from '../../../src/composition/provide.ts'
import type { Outcome } from '../../../src/domain/job/recipient/recipient.ts'
import type { LeasedSlice } from '../../../src/domain/job/slice.ts'
import { Ids } from '../../../src/ports/ids.ts'
import { Slices } from '../../../src/ports/job/slices.ts'
import { EmailChannel } from '../../../src/ports/sender/message/channels.ts'
import { type Api, createApi } from '../../support/api.ts'
import { createWorkshop, type Person, signUp, type Workshop } from '../../support/data/person.ts'
import { createWorld, type World } from '../../support/world.ts'

const ada = 'ada@example.com'
const grace = 'grace@example.com'

/** A mail server that must get no message, because a message in doubt is not sent again. */
class ClosedEmail extends EmailChannel {
  override async send(): Promise<Outcome> {
    throw new Error('A message was sent')
  }
}

describe('messages in doubt', () => {
  let world: World
  let api: Api
  let person: Person
  let own: Workshop
  let jobId: string
  let slice: LeasedSlice

  beforeEach(async () => {
    world = await createWorld([provideValue(EmailChannel, new ClosedEmail())])
    // The test clock follows the real time, because leases end by the store's clock, which for PostgreSQL is
    // the real one.
    world.clock.follow()
    api = await createApi(world)
    person = await signUp(api)
    own = await createWorkshop(person)
    ;({ jobId } = await person.do('POST', `/spinners/${own.spinnerId}/jobs`))
    // Marks the messages to both people, like a runtime that is killed while it sends them.
    const slices = world.container.get(Slices)
    const lease = { holder: world.container.get(Ids).next(), seconds: 0 }
    slice = (await slices.take(jobId, lease)) as LeasedSlice
    const marks = [ada, grace].map((address) => ({ recordId: idOf(address), step: 0, address }))
    await slices.settleAndMark(slice, lease, [], marks)
    world.clock.follow()
  })
  afterEach(() => world.close())

  const idOf = (address: string) =>
    slice.recipients.find(({ data }) => data?.['email'] === address)?.recordId ?? ''
  const record = (address: string) => `/data-tables/${own.dataTableId}/records/${idOf(address)}`
  async function goOn(): Promise<void> {
    await world.container.get(Slices).requestTurns([person.organizationId])
    await world.drain()
  }
  const states = async () =>
    new Map<string, unknown[]>(
      (await person.do('GET', `/jobs/${jobId}/recipients`)).items.map(
        ({ recordId, status, reason }: Record<string, never>) => [recordId, [status, reason?.['code']]],
      ),
    )
  const logged = async () =>
    (await person.do('GET', '/messages')).items.map(({ to, status }: { to: string; status: string }) => [
      to,
      status,
    ])

  it('are known by the address that was written to', async () => {
    const slices = world.container.get(Slices)
    const message = { recordId: idOf(ada), step: 0, address: ada }
    expect(await slices.wroteTo(slice, message)).toBe(true)
    for (const change of [{ address: grace }, { step: 1 }, { recordId: idOf(grace) }])
      expect(await slices.wroteTo(slice, { ...message, ...change })).toBe(false)
  })

  it('stay in doubt if their record was deleted meanwhile', async () => {
    await person.do('DELETE', record(ada))
    await goOn()
    expect((await states()).get(idOf(ada))).toEqual(['unconfirmed', 'RUNTIME_STOPPED'])
    expect(await logged()).toEqual([[grace, 'unconfirmed']])
  })

  it('are logged with the address that was written to, or not at all', async () => {
    await person.do('PATCH', record(ada), { data: { email: 'countess@example.com' } })
    await goOn()
    expect(new Set([...(await states()).values()].map(String))).toEqual(
      new Set(['unconfirmed,RUNTIME_STOPPED']),
    )
    expect(await logged()).toEqual([[grace, 'unconfirmed']])
  })

  it('to an erased person keep no address', async () => {
    const receipt = await person.do('POST', '/people/erase', { email: ada })
    expect(receipt.inTransit).toBe(0)
    await goOn()
    expect((await states()).get(idOf(ada))).toEqual(['unconfirmed', 'RUNTIME_STOPPED'])
    expect(await logged()).toEqual([[grace, 'unconfirmed']])
    expect((await person.do('POST', '/people/erase', { email: ada })).isFound).toBe(false)
  })
})

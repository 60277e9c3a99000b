import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { provideValue } from '../../../src/composition/provide.ts'
import type { Outcome } from '../../../src/domain/job/recipient/recipient.ts'
import type { EmailMessage } from '../../../src/domain/sender/message/message.ts'
import { EmailChannel } from '../../../src/ports/sender/message/channels.ts'
import { AskDueTurns } from '../../../src/use-cases/job/ask-due-turns.ts'
import { type Api, createApi } from '../../support/api.ts'
import { type Person, personWith, signUp } from '../../support/data/person.ts'
import { createWorld, type World } from '../../support/world.ts'

const email = (subject: string) => ({ type: 'email', to: '{{ email }}', subject, text: 'Hello' })
const steps = [email('First'), { type: 'wait', seconds: 3_600 }, email('Second')]
const goal = { where: { column: 'status', operator: 'equals', value: 'won' }, withinDays: 5 }

/** An e-mail channel that refuses messages with the refused subject. */
class ScriptedEmail extends EmailChannel {
  refused: string | null = null
  #sent = 0

  override async send({ to, subject }: EmailMessage): Promise<Outcome> {
    if (subject === this.refused) return { kind: 'failed', code: 'MESSAGE_REFUSED', reason: '550 No' }
    const messageId = `<${to} ${this.#sent++}>`
    return {
      kind: 'sent',
      receipt: { messageId, providerId: messageId, providerThread: null, serverResponse: null },
    }
  }
}

describe('a holdout that is published while recipients wait', () => {
  let world: World
  let api: Api
  let person: Person
  let tableId: string
  let projectId: string
  const channel = new ScriptedEmail()

  beforeAll(async () => {
    world = await createWorld([provideValue(EmailChannel, channel)])
    api = await createApi(world)
  })
  afterAll(async () => {
    await api.close()
    await world.close()
  })
  beforeEach(async () => {
    world.clock.follow()
    channel.refused = null
    person = await signUp(api)
    projectId = (await person.do('POST', '/projects', { name: 'Spring' })).id
    const columns = [
      { name: 'email', isMetadata: true },
      { name: 'status', isMetadata: true },
    ]
    tableId = (await person.do('POST', `/projects/${projectId}/data-tables`, { name: 'Leads', columns })).id
  })

  const add = async (name: string, status = 'new'): Promise<string> => {
    const data = { email: `${name}@a.example`, status }
    return (await person.do('POST', `/data-tables/${tableId}/records`, { data })).recordId
  }
  async function publish(spinnerId: string): Promise<string> {
    await person.do('POST', `/spinners/${spinnerId}/publish`, {})
    return spinnerId
  }
  async function published(settings: object = {}): Promise<string> {
    const body = {
      name: 'Ways',
      dataTableId: tableId,
      contact: 'oncePerRecord',
      audience: 'all',
      steps,
      ...settings,
    }
    return publish((await person.do('POST', `/projects/${projectId}/spinners`, body)).id)
  }
  async function run(spinnerId: string): Promise<string> {
    const { jobId } = await person.do('POST', `/spinners/${spinnerId}/jobs`, {})
    await world.drain()
    return jobId
  }
  async function anHourLater(): Promise<void> {
    world.clock.advance(3_700_000)
    const { email: address, password } = person
    const json = { email: address, password }
    const { body } = await api.ask('/api/v1/auth/sign-in', { method: 'POST', json })
    person = personWith(api, body['token'] as string, address, password, body)
    await world.container.get(AskDueTurns).execute()
    await world.drain()
  }
  /** Returns the state of each recipient of a job: its status, step and reason. */
  async function statesOf(jobId: string) {
    const { items } = await person.do('GET', `/jobs/${jobId}/recipients`)
    return Object.fromEntries(
      items.map(({ recordId, status, step, reason }: Record<string, unknown>) => [
        recordId,
        [status, step, (reason as { code: string } | null)?.code ?? null],
      ]),
    )
  }

  it('holds out nobody who got a message before the holdout was published', async () => {
    const ids: string[] = []
    for (let no = 0; no < 12; no++) ids.push(await add(`lead${no}`))
    channel.refused = 'Second'
    const spinnerId = await published({ goal })
    const jobId = await run(spinnerId)
    await anHourLater()
    channel.refused = null
    await person.do('PATCH', `/spinners/${spinnerId}`, { goal: { ...goal, holdoutPercent: 50 } })
    await publish(spinnerId)
    const retry = await person.do('POST', `/jobs/${jobId}/retry-failed`, { version: 'current' })
    await world.drain()
    const states = Object.values(await statesOf(retry.id))
    expect(states).toEqual(ids.map(() => ['done', 2, null]))
  })
})

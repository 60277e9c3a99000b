import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { SmtpChannel } from '../../../../src/adapters/channels/smtp/smtp-channel.ts'
import { provideValue } from '../../../../src/composition/provide.ts'
import { operator } from '../../../../src/domain/account/audit/actor.ts'
import { EmailChannel } from '../../../../src/ports/sender/message/channels.ts'
import { Jobs } from '../../../../src/use-cases/job/jobs.ts'

import { messageTokensOf, ringOf } from '../../../support/data/ring.ts'
import { createFixture, type Fixture, leads } from '../../../support/demo/fixture.ts'
import { ScriptedSmtpServer } from '../../../support/servers/scripted-smtp.ts'

const hours = 3_600_000

describe('a recipient whose message a server defers', () => {
  let on: Fixture
  let server: ScriptedSmtpServer
  let channel: SmtpChannel
  let jobId: string
  let begunAt: number
  beforeEach(async () => {
    server = new ScriptedSmtpServer()
    const messageTokens = messageTokensOf(ringOf('a'))
    const url = await server.listen()
    channel = new SmtpChannel({ server: { url }, from: 'a@example.com', connections: 5, messageTokens })
    on = await createFixture(provideValue(EmailChannel, channel))
    await on.ingest(leads(8))
    jobId = (await on.trigger()).answer.jobId
    begunAt = on.clock.now().getTime()
  })
  afterEach(async () => {
    channel.close()
    server.close()
    await on.close()
  })

  /** Runs a turn of the test's job every ten minutes until this many hours have passed since the job's start. */
  async function workUntil(hour: number): Promise<void> {
    while (on.clock.now().getTime() < begunAt + hour * hours) {
      await on.advance(jobId)
      await on.later(600)
    }
  }
  it('does not fail for 24 hours, and then with the duration and the reason', async () => {
    server.script = { RCPT: '450 4.2.0 Greylisted' }
    await workUntil(24)
    expect((await on.job(jobId)).counts).toMatchObject({ total: 8, waiting: 8, failed: 0 })
    expect((await on.recipients(jobId))[0]).toMatchObject({ status: 'waiting', attempts: 0 })
    await workUntil(26)
    expect(await on.job(jobId)).toMatchObject({ status: 'completed', counts: { total: 8, failed: 8 } })
    expect((await on.recipients(jobId))[0]).toMatchObject({
      reason: 'MAIL_TEMPORARILY_REFUSED',
      error: expect.stringMatching(/^Temporarily refused for 2[45] hours\. .*450 4\.2\.0 Greylisted/),
    })
  })

  it('gets the message when the server accepts it, and keeps all attempts for other errors', async () => {
    server.script = { RCPT: '450 4.2.0 Greylisted' }
    await workUntil(20)
    server.script = {}
    await workUntil(22)
    expect(await on.job(jobId)).toMatchObject({ status: 'completed', counts: { total: 8, done: 8 } })
    expect(server.received).toHaveLength(8)
  })

  it('does not fail while the server accepts no connection for a weekend', async () => {
    server.script = { MAIL: '421 4.3.2 shutting down' }
    await workUntil(64)
    expect((await on.job(jobId)).counts).toMatchObject({ waiting: 8, failed: 0 })
    server.script = {}
    await workUntil(66)
    expect((await on.job(jobId)).counts).toMatchObject({ done: 8 })
  })

  it('gets nothing while the job is paused, and continues after it is resumed', async () => {
    server.script = { RCPT: '450 4.2.0 Greylisted' }
    await workUntil(1)
    const command = { organizationId: on.demo.organizationId, jobId, by: operator }
    await on.container.get(Jobs).pause(command, command.jobId)
    server.script = {}
    await workUntil(3)
    expect(server.received).toEqual([])
    await on.container.get(Jobs).resume(command, command.jobId)
    await workUntil(5)
    expect(server.received).toHaveLength(8)
  })

  it('gets nothing after the job is cancelled', async () => {
    server.script = { RCPT: '450 4.2.0 Greylisted' }
    await workUntil(1)
    await on.container.get(Jobs).cancel({ organizationId: on.demo.organizationId, by: operator }, jobId)
    server.script = {}
    await workUntil(3)
    expect(server.received).toEqual([])
  })
})

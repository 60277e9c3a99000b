import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import pino from 'pino'
import { SMTPServer } from 'smtp-server'
import { AllowedPrivateHosts } from '../../../src/adapters/channels/allowed-private-hosts.ts'
import { type MailFeature, mail } from '../../../src/composition/mail.ts'
import { provideValue } from '../../../src/composition/provide.ts'
import { readConfig } from '../../../src/config.ts'
import { reasonCatalogue } from '../../../src/domain/reason.ts'
import { JobStore } from '../../../src/ports/job/jobs.ts'
import { EmailChannel } from '../../../src/ports/sender/message/channels.ts'
import { type Api, createApi, leads } from '../../support/api.ts'
import { addSender } from '../../support/data/sender.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('a job with SHARED_SENDER set to false', () => {
  let world: World
  let api: Api
  let sent: MailFeature
  let server: SMTPServer
  let port: number
  let taken: string[]

  beforeEach(async () => {
    taken = []
    server = new SMTPServer({
      closeTimeout: 50,
      hideSTARTTLS: true,
      authOptional: true,
      allowInsecureAuth: true,
      onAuth: ({ username }, _session, done) => done(null, { user: username }),
      onData: (stream, session, done) => {
        stream.resume()
        stream.on('end', () => {
          taken.push(String(session.envelope.mailFrom && session.envelope.mailFrom.address))
          done()
        })
      },
    })
    server.on('error', () => {})
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    port = (server.server.address() as AddressInfo).port
    const config = readConfig({
      SESSION_SECRET: 'x'.repeat(32),
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      MAIL_FROM: 'spindle@example.com',
      SHARED_SENDER: 'false',
    })
    sent = mail(config, pino({ level: 'silent' }))
    world = await createWorld([
      ...sent.bindings.filter(({ token }) => token === EmailChannel),
      provideValue(AllowedPrivateHosts, new AllowedPrivateHosts(['127.0.0.1'])),
    ])
    api = await createApi(world)
  })
  afterEach(async () => {
    await api.close()
    await world.close()
    await sent.close()
    await new Promise<void>((done) => server.close(done))
  })

  async function ended() {
    world.clock.follow()
    const jobId = String((await api.trigger()).body['jobId'])
    await world.drain()
    const { body } = await api.job(jobId)
    return { jobId, counts: body['counts'] as Record<string, number> }
  }

  it('sends nothing for an organization without a sender, and says what to do', async () => {
    await api.ingest(leads(3))
    const { jobId, counts } = await ended()
    expect(counts).toMatchObject({ total: 3, failed: 3, done: 0 })
    const filter = { status: null, reason: null }
    const { items } = await world.container
      .get(JobStore)
      .recipients(jobId, filter, { limit: 10, after: null })
    expect(items.map(({ reason }) => reason?.code)).toEqual(
      Array.from({ length: 3 }, () => 'SENDER_REQUIRED'),
    )
    expect(reasonCatalogue.SENDER_REQUIRED.remedy).toContain('Connect a mailbox under "Senders"')
    expect(taken).toEqual([])
  })

  it('sends through the sender of the organization', async () => {
    const settings = { host: '127.0.0.1', port, tls: 'none', user: 'grace' }
    const changes = { settings, isDefault: true, email: 'grace@own.example' }
    await addSender(world, world.demo.organizationId, changes, { password: 'hush' })
    await api.ingest(leads(3))
    expect((await ended()).counts).toMatchObject({ done: 3, failed: 0 })
    expect(taken).toEqual(Array.from({ length: 3 }, () => 'grace@own.example'))
  })
})

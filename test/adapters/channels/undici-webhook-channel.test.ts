import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { Webhook } from 'standardwebhooks'
import { AllowedPrivateHosts } from '../../../src/adapters/channels/allowed-private-hosts.ts'
import { UndiciWebhookChannel } from '../../../src/adapters/channels/undici-webhook-channel.ts'
import type { WebhookMessage } from '../../../src/domain/sender/message/message.ts'

const present = `whsec_${Buffer.from('the present secret of the tests.').toString('base64')}`
const previous = `whsec_${Buffer.from('the former secret of the tests..').toString('base64')}`

const twoSecrets = { webhookSecrets: async () => [present, previous] }

describe('a webhook', () => {
  let server: Server
  let url: string
  let received: { method: string; headers: IncomingHttpHeaders; body: string }[]
  let answer: RequestListener

  beforeEach(async () => {
    received = []
    answer = (_request, response) => response.writeHead(204).end()
    server = createServer((request, response) => {
      let body = ''
      request.on('data', (chunk: Buffer) => {
        body += chunk.toString()
      })
      request.on('end', () => {
        received.push({ method: request.method ?? '', headers: request.headers, body })
        answer(request, response)
      })
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/in?x=1`
  })
  afterEach(() => {
    server.closeAllConnections()
    server.close()
  })

  const allowing = (...hosts: string[]) =>
    new UndiciWebhookChannel(twoSecrets, new AllowedPrivateHosts(hosts))
  const message = (changes: Partial<WebhookMessage> = {}): WebhookMessage => ({
    id: 'msg_job_512_0',
    organizationId: 'o',
    jobId: 'job',
    recordId: '512',
    step: 0,
    method: 'POST',
    url,
    headers: { 'x-team': 'sales' },
    body: '{"name":"Ada"}',
    ...changes,
  })
  const send = (changes: Partial<WebhookMessage> = {}) => allowing('127.0.0.1').send(message(changes))

  it('with a question is signed like any other, and the beginning of its answer is read', async () => {
    const ask = (milliseconds = 5_000) => allowing('127.0.0.1').ask(message(), milliseconds)
    answer = (_request, response) => response.end('{"continue": false}')
    expect(await ask()).toEqual({ outcome: { kind: 'sent' }, answer: '{"continue": false}' })
    const [{ headers, body } = { headers: {}, body: '' }] = received
    expect(new Webhook(present).verify(body, headers as Record<string, string>)).toEqual({ name: 'Ada' })
    answer = (_request, response) => response.end('x'.repeat(10_000_000))
    const { answer: read } = await ask()
    expect(read.length).toBeLessThan(1_000_000)
    answer = (_request, response) => response.writeHead(503).end('{"continue": false}')
    expect(await ask()).toMatchObject({
      outcome: { kind: 'temporaryRefusal', code: 'RECEIVER_BUSY' },
      answer: '',
    })
    answer = (_request, response) => response.writeHead(200).write('{')
    expect((await ask(300)).outcome).toMatchObject({ kind: 'transient', code: 'RECEIVER_TIMED_OUT' })
    expect((await allowing().ask(message(), 5_000)).outcome).toMatchObject({ code: 'RECEIVER_FORBIDDEN' })
  })

  it('with a question waits for the answer as long as its guard says, also longer than 10 seconds', async () => {
    answer = (_request, response) => setTimeout(() => response.end('{"continue": true}'), 12_000)
    const asking = allowing('127.0.0.1').ask(message(), 30_000)
    expect(await asking).toEqual({ outcome: { kind: 'sent' }, answer: '{"continue": true}' })
  })

  it('is signed so that a receiver can verify it with either secret, and always has its id', async () => {
    expect(await send()).toEqual({ kind: 'sent' })
    const [{ headers, body, method } = { headers: {}, body: '', method: '' }] = received
    expect([method, body, headers['x-team'], headers['webhook-id']]).toEqual([
      'POST',
      '{"name":"Ada"}',
      'sales',
      'msg_job_512_0',
    ])
    for (const secret of [present, previous]) {
      expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toEqual({ name: 'Ada' })
    }
    expect(() => new Webhook(present).verify('{"name":"Eve"}', headers as Record<string, string>)).toThrow()
  })

  it('waits for its secret if that cannot be read, and is then sent', async () => {
    const errors = [new Error('The database is away'), new Error('The database is away')]
    const webhookSecrets = async () => {
      const error = errors.pop()
      if (error !== undefined) throw error
      return [present]
    }
    const channel = new UndiciWebhookChannel({ webhookSecrets }, new AllowedPrivateHosts(['127.0.0.1']))
    const waits = { kind: 'waits', code: 'SENDING_NOT_PREPARED', seconds: 60 }
    expect(await channel.send(message())).toMatchObject(waits)
    expect(await channel.ask(message(), 5_000)).toMatchObject({ outcome: waits, answer: '' })
    expect(received).toEqual([])
    expect(await channel.send(message())).toEqual({ kind: 'sent' })
    expect(received).toHaveLength(1)
  })

  it('accepts no header that the service sets', async () => {
    await send({ headers: { 'Webhook-Id': 'forged', Host: 'evil.example', 'Content-Length': '1' } })
    expect(received[0]?.headers).toMatchObject({
      'webhook-id': 'msg_job_512_0',
      host: expect.stringContaining('127.0.0.1'),
    })
  })

  it.each([
    [200, 'sent'],
    [299, 'sent'],
    [301, 'failed'],
    [400, 'failed'],
    [404, 'failed'],
    [410, 'failed'],
    [408, 'transient'],
    [429, 'temporaryRefusal'],
    [500, 'transient'],
    [503, 'temporaryRefusal'],
  ])('with the answer %i is %s', async (status, kind) => {
    answer = (_request, response) => response.writeHead(status, { location: 'http://169.254.169.254/' }).end()
    expect(await send()).toMatchObject({ kind })
    expect(received).toHaveLength(1)
  })

  it.each([
    [503, '120', 120],
    [500, '7200', 7200],
    [429, 'nonsense', null],
  ])('with the answer %i and Retry-After %s is tried again at that time', async (status, after, seconds) => {
    answer = (_request, response) => response.writeHead(status, { 'retry-after': after }).end()
    expect(await send()).toMatchObject({ kind: 'temporaryRefusal', scope: 'recipient', seconds })
  })

  it('does not wait for the end of an endless answer', async () => {
    answer = (_request, response) => {
      response.writeHead(200)
      const more = setInterval(() => response.write('x'.repeat(16_384)), 1)
      response.on('close', () => clearInterval(more))
    }
    expect(await send()).toEqual({ kind: 'sent' })
  })

  it('to a receiver that disconnects is tried again', async () => {
    answer = (request) => request.socket.destroy()
    expect(await send()).toMatchObject({ kind: 'transient' })
  })

  it('to a closed port is tried again', async () => {
    expect(await send({ url: 'http://127.0.0.1:1/' })).toMatchObject({ kind: 'transient' })
  })

  describe('does not reach a private address', () => {
    const port = () => new URL(url).port
    it.each([
      'http://127.0.0.1:PORT/',
      'http://0x7f.1:PORT/',
      'http://2130706433:PORT/',
      'http://①②⑦.⓪.⓪.①:PORT/',
      'http://localhost:PORT/',
      'http://[::1]:PORT/',
      'http://[::ffff:127.0.0.1]:PORT/',
      'http://[64:ff9b::7f00:1]:PORT/',
      'http://0.0.0.0:PORT/',
      'http://169.254.169.254/latest/meta-data',
      'http://168.63.129.16/',
      'http://[::7f00:1]/',
      'http://10.0.0.1/',
      'http://192.168.1.1/',
      'http://100.64.0.1/',
      'http://[fd00::1]/',
      'http://[fe80::1]/',
    ])('as %s', async (private_) => {
      const outcome = await allowing().send(message({ url: private_.replace('PORT', port()) }))
      expect(outcome).toMatchObject({
        kind: 'failed',
        code: 'RECEIVER_FORBIDDEN',
        reason: expect.stringContaining('public internet'),
      })
      expect(received).toEqual([])
    })

    it('unless the deployment permits it', async () => {
      const local = `http://localhost:${port()}/`
      expect(await allowing('localhost').send(message({ url: local }))).toEqual({ kind: 'sent' })
    })
  })
})

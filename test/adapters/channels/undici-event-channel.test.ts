import { readFileSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { Webhook } from 'standardwebhooks'
import { AllowedPrivateHosts } from '../../../src/adapters/channels/allowed-private-hosts.ts'
import { UndiciEventChannel } from '../../../src/adapters/channels/undici-event-channel.ts'
import { type EventRequest } from '../../../src/ports/event/event-channel.ts'
import {
  type EventReceiver,
  type ReceiverAnswer,
  startEventReceiver,
} from '../../support/servers/event-receiver.ts'

const secretOf = (text: string) => `whsec_${Buffer.from(text).toString('base64')}`
const secrets = [secretOf('the present secret of the tests.'), secretOf('the former secret of the tests..')]
const tlsFile = (name: string) => readFileSync(new URL(`../../fixtures/tls/${name}.pem`, import.meta.url))

const channelTo = (...hosts: string[]) => new UndiciEventChannel(new AllowedPrivateHosts(hosts))

describe('a request with events', () => {
  let receiver: EventReceiver
  const never = new AbortController().signal

  beforeAll(async () => {
    receiver = await startEventReceiver()
  })
  afterAll(() => receiver.close())
  afterEach(() => {
    receiver.received.length = 0
    receiver.answer = () => ({})
  })

  const request = (url = receiver.url): EventRequest => ({
    url,
    webhookId: 'event-1',
    body: '{"id":"1"}',
    secrets,
  })
  const sendTo = (url: string) => channelTo('127.0.0.1').send(request(url), never)
  const answered = (answer: ReceiverAnswer) => {
    receiver.answer = () => answer
    return sendTo(receiver.url)
  }

  it('is signed with each secret, so that any receiver of Standard Webhooks can verify it', async () => {
    expect(await answered({ text: 'thanks' })).toEqual({
      httpStatus: 200,
      code: null,
      durationMs: expect.any(Number),
      response: 'thanks',
      retryAfterSeconds: null,
    })
    const [{ headers, body } = { headers: {}, body: '' }] = receiver.received
    expect(headers).toMatchObject({ 'webhook-id': 'event-1', 'content-type': 'application/json' })
    for (const secret of secrets)
      expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toEqual({ id: '1' })
  })

  it('stores the first 500 characters of a long answer, without characters that a database refuses', async () => {
    const { response } = await answered({ text: `a\0${'x'.repeat(10_000_000)}` })
    expect([response?.slice(0, 3), response?.length]).toEqual(['a\uFFFDx', 500])
  })

  it.each([
    [{ status: 204 }, null, null],
    [{ status: 302, headers: { location: 'http://127.0.0.1:1/' } }, 'RECEIVER_REDIRECTED', null],
    [{ status: 404 }, 'RECEIVER_REFUSED', null],
    [{ status: 410 }, 'RECEIVER_GONE', null],
    [{ status: 429, headers: { 'retry-after': '7' } }, 'RECEIVER_BUSY', 7],
    [{ status: 500 }, 'RECEIVER_REFUSED', null],
    [{ status: 503 }, 'RECEIVER_REFUSED', null],
    [{ status: 503, headers: { 'retry-after': '60' } }, 'RECEIVER_BUSY', 60],
  ] as const)('with the answer %j has the code %s', async (answer, code, retryAfterSeconds) => {
    expect(await answered(answer)).toMatchObject({ httpStatus: answer.status, code, retryAfterSeconds })
    expect(receiver.received).toHaveLength(1)
  })

  it.each([
    ['cut', 'RECEIVER_DISCONNECTED'],
    ['nonsense', 'RECEIVER_ANSWER_INVALID'],
  ] as const)('at a receiver that answers by a %s has the code %s', async (instead, code) => {
    expect(await answered({ instead })).toMatchObject({ httpStatus: null, code, response: null })
  })

  it('at a receiver with a bad certificate has a code of its own', async () => {
    const secure = await startEventReceiver({ key: tlsFile('key'), cert: tlsFile('certificate') })
    expect(await sendTo(secure.url)).toMatchObject({ httpStatus: null, code: 'RECEIVER_CERTIFICATE' })
    expect(secure.received).toEqual([])
    await secure.close()
  })

  it('is not sent to a private address, a name without an address, or a closed port', async () => {
    expect(await channelTo().send(request(), never)).toMatchObject({ code: 'RECEIVER_FORBIDDEN' })
    expect(await channelTo().send(request('http://localhost/'), never)).toMatchObject({
      code: 'RECEIVER_FORBIDDEN',
    })
    expect(await sendTo('https://nowhere.invalid/')).toMatchObject({ code: 'RECEIVER_NOT_RESOLVED' })
    expect(await sendTo('http://127.0.0.1:1/')).toMatchObject({ code: 'RECEIVER_UNREACHABLE' })
    expect(receiver.received).toEqual([])
  })

  it('at a receiver that does not answer ends after 10 seconds', async () => {
    expect(await answered({ instead: 'hang' })).toMatchObject({
      httpStatus: null,
      code: 'RECEIVER_TIMED_OUT',
    })
  })

  it('fails with an error of this service if it is aborted or cannot be signed', async () => {
    const stop = new AbortController()
    receiver.answer = () => {
      stop.abort()
      return { instead: 'hang' }
    }
    const sent = channelTo('127.0.0.1').send(request(), stop.signal)
    await expect(sent).rejects.toThrow('aborted')
    const unsigned = { ...request(), secrets: ['whsec_'] }
    await expect(channelTo('127.0.0.1').send(unsigned, never)).rejects.toThrow('empty')
  })

  it.each([
    ['https://example.com/hooks?x=1', null],
    ['http://127.0.0.1:8080/', null],
    ['http://example.com/', 'must be a URL that begins with https://'],
    ['example.com', 'must be a URL that begins with https://'],
    ['https://', 'must be a URL that begins with https://'],
    ['ftp://example.com/', 'must be a URL that begins with https://'],
    ['https://example.com/ x', 'must be a URL that begins with https://'],
    ['https://ada:secret@example.com/', 'must not contain a user name or password'],
    [
      'https://10.1.2.3/',
      'must be on the public internet. The operator can allow a private host with ALLOWED_PRIVATE_HOSTS',
    ],
    ['https://0x7f.1/', null],
    [
      'https://[::1]/',
      'must be on the public internet. The operator can allow a private host with ALLOWED_PRIVATE_HOSTS',
    ],
    [
      'https://localhost:8443/',
      'must be on the public internet. The operator can allow a private host with ALLOWED_PRIVATE_HOSTS',
    ],
    [`https://example.com/${'a'.repeat(2_000)}`, 'must have at most 2000 characters'],
  ])('to %s has the fault %s', (url, fault) => {
    expect(channelTo('127.0.0.1').faultOf(url)).toBe(fault)
  })
})

import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { type Api, createApi, lead } from '../support/api.ts'
import { createWorld, type World } from '../support/world.ts'

/**
 * Requests as bytes on a connection, cut and joined as networks and clients do. A body that has arrived together
 * with its head is read in another way than a body that arrives later.
 */
describe('a request body', () => {
  let world: World
  let api: Api
  let before: number

  beforeAll(async () => {
    world = await createWorld()
    api = await createApi(world)
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    before = await stored()
  })

  const stored = async () => (await world.inspect.records(world.demo.dataTableId)).length
  const added = async () => (await stored()) - before
  const bodyOf = (record: object) =>
    Buffer.from(JSON.stringify({ dataTableId: world.demo.dataTableId, records: [record] }))
  const headOf = (...lines: readonly string[]) =>
    [
      'POST /api/v1/public/ingest HTTP/1.1',
      'Host: spindle',
      `Authorization: Bearer ${world.demo.apiKey}`,
      'Content-Type: application/json',
      ...lines,
      '\r\n',
    ].join('\r\n')
  const request = (body: Buffer, ...lines: readonly string[]) =>
    Buffer.concat([Buffer.from(headOf(`Content-Length: ${body.length}`, ...lines)), body])

  /** Sends pieces one after the other, each when the service had time to read the one before, and returns all that it answers. */
  async function speak(pieces: readonly Buffer[], ends = false): Promise<string> {
    const socket = connect(Number(new URL(api.url).port), '127.0.0.1')
    socket.setNoDelay(true)
    let answer = ''
    socket.on('data', (text: Buffer) => {
      answer += text.toString()
    })
    socket.on('error', () => {})
    const closed = once(socket, 'close')
    await once(socket, 'connect')
    for (const piece of pieces) {
      socket.write(piece)
      // Answers of other connections show that the service has read what came before.
      await api.ask('/healthz')
    }
    if (ends) socket.end()
    await closed
    return answer
  }
  const statusesIn = (answer: string) => [...answer.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, code]) => code)

  it('is read whole, wherever the network cuts the request', async () => {
    const whole = request(bodyOf({ ...lead(1), name: 'Zoë 🧵' }), 'Connection: close')
    const start = whole.indexOf('{')
    const emoji = whole.indexOf(Buffer.from('🧵'))
    const cuts = [[], [start], [start + 1], [emoji + 2], [whole.length - 1], [20, start, start + 9]]
    for (const cut of cuts) {
      const pieces = [...cut, whole.length].map((end, at) => whole.subarray(cut[at - 1] ?? 0, end))
      expect(statusesIn(await speak(pieces))).toEqual(['201'])
    }
    const records = await world.inspect.records(world.demo.dataTableId)
    expect(records.slice(-cuts.length).map(({ name }) => name)).toEqual(cuts.map(() => 'Zoë 🧵'))
  })

  it('ends where its length says, so that the next request on the connection keeps its own body', async () => {
    const requests = [request(bodyOf(lead(1))), request(bodyOf(lead(2)), 'Connection: close')]
    const answer = await speak([Buffer.concat(requests)])
    expect(statusesIn(answer)).toEqual(['201', '201'])
    expect((await world.inspect.records(world.demo.dataTableId)).slice(-2)).toEqual([lead(1), lead(2)])
  })

  it('is refused if its length cuts it off', async () => {
    const body = bodyOf(lead(1))
    const head = headOf(`Content-Length: ${body.length - 5}`, 'Connection: close')
    expect(statusesIn(await speak([Buffer.concat([Buffer.from(head), body])]))).toEqual(['400'])
    expect(await added()).toBe(0)
  })

  it('adds nothing if the client ends or disconnects before its length is reached', async () => {
    const body = bodyOf(lead(1))
    const head = Buffer.from(headOf(`Content-Length: ${body.length + 1}`))
    expect(statusesIn(await speak([Buffer.concat([head, body])], true))).not.toContain('201')
    expect(statusesIn(await speak([head, body], true))).not.toContain('201')
    expect(await added()).toBe(0)
  })

  it('may come in chunks, together with the head or after it', async () => {
    const body = bodyOf(lead(1))
    const head = Buffer.from(headOf('Transfer-Encoding: chunked', 'Connection: close'))
    const chunks = Buffer.concat([
      Buffer.from(`${body.length.toString(16)}\r\n`),
      body,
      Buffer.from('\r\n0\r\n\r\n'),
    ])
    expect(statusesIn(await speak([Buffer.concat([head, chunks])]))).toEqual(['201'])
    expect(statusesIn(await speak([head, chunks]))).toEqual(['201'])
    expect(await added()).toBe(2)
  })

  it('is refused with a length and chunks at once, which proxies read in different branches', async () => {
    const body = bodyOf(lead(1))
    const head = headOf(`Content-Length: ${body.length}`, 'Transfer-Encoding: chunked')
    expect(statusesIn(await speak([Buffer.concat([Buffer.from(head), body])]))).toEqual(['400'])
    expect(await added()).toBe(0)
  })
})

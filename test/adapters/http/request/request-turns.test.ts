import { AsyncLocalStorage } from 'node:async_hooks'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, expect, it } from '@jest/globals'
import { RequestTurns } from '../../../../src/adapters/http/request/request-turns.ts'

const context = new AsyncLocalStorage<string>()
const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** Starts a server that answers each request inside of a context. Returns its port and the contexts in which it started. */
async function serverOf(): Promise<{ port: number; started: (string | undefined)[] }> {
  const started: (string | undefined)[] = []
  const turns = new RequestTurns((request, response) => {
    started.push(context.getStore())
    context.run(request.url ?? '', () => setImmediate(() => response.end('done')))
  }, 10)
  const server = createServer((request, response) => turns.take(request, response))
  server.on('connection', (socket) => turns.open(socket))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  closing.push(
    () => server.closeAllConnections(),
    () => server.close(),
  )
  return { port: (server.address() as AddressInfo).port, started }
}

it('a pipelined request does not start in the context of the request before it', async () => {
  const { port, started } = await serverOf()
  const socket = connect(port, '127.0.0.1')
  closing.push(() => socket.destroy())
  socket.resume()
  const requests = 30
  socket.write('GET /clock HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(requests))
  while (started.length < requests) await new Promise((resolve) => setTimeout(resolve, 5))
  expect(new Set(started)).toEqual(new Set([undefined]))
})

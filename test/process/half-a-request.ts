import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { Home } from './spindle-process.ts'

export function ingestBody(home: Home, accountId: string): string {
  const record = { name: 'Ada', phone: '1', account_id: accountId, email: 'ada@example.com' }
  return JSON.stringify({ dataTableId: home.demo.dataTableId, records: [record] })
}

/**
 * Sends half of a test request to the service, after the service has answered to its head that it expects the
 * body. The returned `finish` sends the rest and returns the whole response.
 */
export async function halfARequest(home: Home): Promise<{ finish: () => Promise<string> }> {
  const body = ingestBody(home, 'slow')
  const socket = await openConnection(home)
  socket.write(
    `POST /api/v1/public/ingest HTTP/1.1\r\nHost: spindle\r\nAuthorization: Bearer ${home.demo.apiKey}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`,
  )
  const [interim] = (await once(socket, 'data')) as [Buffer]
  if (!interim.toString().startsWith('HTTP/1.1 100 ')) throw new Error(`Not expected: ${interim.toString()}`)
  socket.write(body.slice(0, 40))
  return {
    finish: () =>
      new Promise((resolve) => {
        let response = ''
        socket.on('data', (text: Buffer) => {
          response += text.toString()
        })
        socket.once('close', () => resolve(response))
        socket.write(body.slice(40))
      }),
  }
}

export function openConnection({ port }: Home): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket))
    socket.on('error', () => {})
  })
}

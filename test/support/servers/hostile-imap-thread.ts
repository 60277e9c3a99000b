import { type AddressInfo, createServer } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'

export interface HostileOrder {
  readonly bytes: Uint8Array
}

const { bytes } = workerData as HostileOrder

const server = createServer((socket) => {
  const flood = (): void => {
    while (!socket.destroyed && socket.write(bytes));
  }
  socket.on('error', () => {}).on('drain', flood)
  socket.once('data', flood)
  socket.resume()
  socket.write('* OK [CAPABILITY IMAP4rev1] ready\r\n')
})
server.listen(0, '127.0.0.1', () => parentPort?.postMessage((server.address() as AddressInfo).port))

import { Worker } from 'node:worker_threads'
import type { HostileOrder } from './hostile-imap-thread.ts'

/** The bytes that the tests' hostile IMAP server sends without end, by kind of attack. */
export const hostileBytes: Readonly<Record<string, () => Buffer>> = {
  'a line without end': () => Buffer.alloc(64 * 1024, 'a '),
  'short lines': () => Buffer.from('* OK still here\r\n'.repeat(4_000)),
  'lines of a megabyte': () => Buffer.from(`* CAPABILITY ${'a '.repeat(512 * 1024)}\r\n`),
  'lines of 60 kB': () => Buffer.from(`* LIST (${'() '.repeat(20_000)}) "/" x\r\n`.repeat(16)),
  'many small literals': () => Buffer.from('{1}\r\na'.repeat(10_000)),
  'literals of 12 MB': () => {
    const head = Buffer.from('* 1 FETCH (UID 1 BODY[] {12000000}\r\n')
    return Buffer.concat([head, Buffer.alloc(12_000_000, 'a'), Buffer.from(')\r\n')])
  },
}

export interface HostileImapServer {
  readonly port: number
  close(): Promise<void>
}

/**
 * Starts a hostile IMAP server for tests in its own thread. After its greeting and the first command it sends
 * the bytes for as long as the client reads.
 */
export async function startHostileImapServer(bytes: Buffer): Promise<HostileImapServer> {
  const workerData: HostileOrder = { bytes }
  const worker = new Worker(new URL('./hostile-imap-thread.ts', import.meta.url), {
    execArgv: [],
    workerData,
  })
  const port = await new Promise<number>((resolve, reject) => {
    worker.once('message', resolve).once('error', reject)
  })
  return {
    port,
    close: async () => {
      await worker.terminate()
    },
  }
}

import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * The first port for the servers of tests, and the number of ports for each process of Jest. The operating system gives
 * ports above 32,767 to connections and to servers that listen on port 0. Browsers refuse port 10,080.
 */
const [first, portsEach, processes] = [10_100, 5_600, 4]

/**
 * Returns a port that no process uses, for a server that a test starts later. Neither the operating system nor another
 * process of the same test run uses the port meanwhile.
 */
export async function unusedPort(): Promise<number> {
  const place = (Number(process.env['JEST_WORKER_ID'] ?? 1) - 1) % processes
  for (;;) {
    const port = first + place * portsEach + randomInt(portsEach)
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((done, fail) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? done(false) : fail(error),
    )
    probe.listen(port, '127.0.0.1', () => probe.close(() => done(true)))
  })
}

import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * The range of ports for the servers of tests. The operating system gives ports above 32,767 to connections and to
 * servers that listen on port 0.
 */
const [first, last] = [10_000, 32_000]

/**
 * Returns a port that no process uses, for a server that a test starts later. The operating system does not give
 * the port to another process meanwhile.
 */
export async function unusedPort(): Promise<number> {
  for (;;) {
    const port = randomInt(first, last)
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((done) => {
    const probe = createServer()
    probe.once('error', () => done(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => done(true)))
  })
}

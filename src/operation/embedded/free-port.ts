import { type AddressInfo, createServer } from 'node:net'

/** Returns a TCP port of this machine that is free. Another process may take it before it is used. */
export function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer()
    probe.once('error', fail)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => done(port))
    })
  })
}

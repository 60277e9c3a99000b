import type { ChildProcess } from 'node:child_process'

type Message = Parameters<ChildProcess['send']>

/** A TCP connection of the parent. Its file descriptor is negative as soon as it is closed. */
interface Connection {
  readonly fd: number
  close(): void
}

/**
 * Closes the connections that `child` was passed and had not accepted when it ended. The cluster module of
 * Node.js keeps such a connection open without an owner, so its client would wait until its own time limit.
 */
export function closeUnacceptedConnections(child: ChildProcess): void {
  const passed = new Set<Connection>()
  const send: (...message: Message) => boolean = child.send.bind(child)
  child.send = (...message: unknown[]) => {
    const [, handle] = message
    if (isConnection(handle)) {
      for (const earlier of passed) if (earlier.fd < 0) passed.delete(earlier)
      passed.add(handle)
    }
    return send(...(message as Message))
  }
  child.once('exit', () => {
    for (const connection of passed) connection.close()
  })
}

function isConnection(handle: unknown): handle is Connection {
  return typeof handle === 'object' && handle !== null && 'fd' in handle && 'close' in handle
}

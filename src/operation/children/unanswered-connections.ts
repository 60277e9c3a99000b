import type { ChildProcess } from 'node:child_process'

type Message = Parameters<ChildProcess['send']>

interface Connection {
  close(): void
}

/**
 * Closes the connections that `child` was passed and had not answered for when it ended. The cluster module of
 * Node.js keeps such a connection open without an owner, so its client would wait until its own time limit. A
 * child accepts a connection, or refuses it while it stops; a refused connection goes to another child.
 */
export function closeUnansweredConnections(child: ChildProcess): void {
  const passed = new Map<unknown, Connection>()
  const send: (...message: Message) => boolean = child.send.bind(child)
  child.send = (...message: unknown[]) => {
    const [{ seq }, handle] = message as [{ seq?: unknown }, unknown]
    if (isConnection(handle)) passed.set(seq, handle)
    return send(...(message as Message))
  }
  child.on('internalMessage', ({ ack }: { ack?: unknown }) => passed.delete(ack))
  child.once('exit', () => {
    for (const connection of passed.values()) connection.close()
  })
}

function isConnection(handle: unknown): handle is Connection {
  return typeof handle === 'object' && handle !== null && 'fd' in handle && 'close' in handle
}

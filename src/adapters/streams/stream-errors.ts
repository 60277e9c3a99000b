import type { EventEmitter } from 'node:events'
import type { Readable, Writable } from 'node:stream'

/**
 * Handles the errors of a stream from the moment it exists. Node ends the process if a stream emits `error`
 * without a listener, for example between opening a file and reading its first byte. A reader still receives
 * the error.
 */
export function withErrorsHandled<Stream extends EventEmitter>(stream: Stream): Stream {
  return stream.on('error', () => {})
}

/**
 * Pipes `source` into `target`, which fails if the source fails. Unlike with `pipeline`, a failing target
 * leaves the source open, because the socket of a request still has to carry the response. A source that has ended
 * early before, such as the request of a client that has disconnected, sends no further event, so the target fails at
 * once.
 */
export function piped<Target extends Writable>(source: Readable, target: Target): Target {
  if (source.destroyed && !source.readableEnded) {
    withErrorsHandled(target).destroy(source.errored ?? new Error('The source has ended early'))
    return target
  }
  source.on('error', (error) => target.destroy(error))
  return source.pipe(withErrorsHandled(target))
}

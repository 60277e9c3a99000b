import type { Context } from 'koa'

/** The status in the log and the metrics of a request whose client disconnected before the work began. */
const clientGone = 499

/** Returns whether the client of a request has disconnected, and then notes it as the status of the answer. */
export function isGone({ req, res }: Pick<Context, 'req' | 'res'>): boolean {
  if (!req.socket.destroyed) return false
  res.statusCode = clientGone
  return true
}

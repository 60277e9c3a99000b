import type { Logger } from 'pino'

/** A unit of work of the runtime: parses the payload of its queue entry and calls one use case. */
export type Task = (payload: unknown, context: TaskContext) => Promise<void>

interface TaskContext {
  /** Aborts when the runtime stops, so that the task ends soon. */
  readonly signal: AbortSignal
  readonly logger: Pick<Logger, 'warn'>
}

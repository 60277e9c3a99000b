import type { Logger } from 'pino'

/**
 * The function for one kind of queue entry of the runtime. It parses the entry's payload and calls one use
 * case.
 */
export type Task = (payload: unknown, context: TaskContext) => Promise<void>

interface TaskContext {
  /** Aborts when the runtime stops, so that the task ends soon. */
  readonly signal: AbortSignal
  readonly logger: Pick<Logger, 'warn'>
}

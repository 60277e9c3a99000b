import pino, { type Logger } from 'pino'
import { BatchedOutput } from './batched-output.ts'

/** One JSON object a line. Written in batches: a write per request costs a fifth of the hot path. */
export function createLogger(
  level: string,
  output = new BatchedOutput(1),
  /** On every line. */
  base: Readonly<Record<string, unknown>> | null = null,
): Logger {
  process.once('exit', () => output.flushSync())
  return pino({ level, base, serializers: { err: errorWords } }, output)
}

/** Nothing of an error but what says where it came from: drivers hang queries and values on theirs. */
function errorWords(error: unknown): object | undefined {
  if (!(error instanceof Error)) return undefined
  return {
    name: error.name,
    message: error.message,
    code: (error as { code?: unknown }).code,
    stack: error.stack,
  }
}

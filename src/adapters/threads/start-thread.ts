import { type Transferable, Worker } from 'node:worker_threads'

export interface ThreadOptions {
  /** Megabytes of the heap; buffers outside of it are not counted. */
  readonly heapMb: number
  /** Megabytes of the heap for values that live for a moment. */
  readonly youngMb: number
  readonly workerData: unknown
  /** Buffers of `workerData` that are handed over instead of copied. */
  readonly transferList?: readonly Transferable[]
}

/**
 * Starts a thread for untrusted input. It has no environment, where secrets could be read, and a limited heap: what
 * needs more ends the thread and not the process.
 */
export function startThread(
  file: URL,
  { heapMb, youngMb, workerData, transferList = [] }: ThreadOptions,
): Worker {
  return new Worker(file, {
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: youngMb },
    env: {},
    execArgv: [],
    workerData,
    transferList: [...transferList],
  })
}

/** Whether a thread ended because its heap was full. */
export function isOutOfMemory(error: Error): boolean {
  return (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY'
}

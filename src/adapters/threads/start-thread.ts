import { type Transferable, Worker } from 'node:worker_threads'

export interface ThreadOptions {
  /** The size of a thread's heap in megabytes; buffers outside of the heap are not counted. */
  readonly heapMb: number
  /** The size in megabytes of a thread's heap for short-lived values. */
  readonly youngMb: number
  readonly workerData: unknown
  /** The buffers of `workerData` that are transferred to the thread instead of copied. */
  readonly transferList?: readonly Transferable[]
}

/**
 * Starts a thread for untrusted input. The thread has no environment, where it could read secrets, and a
 * limited heap. Input that needs more memory ends the thread and not the process.
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

/** Returns whether a thread ended because its heap was full. */
export function isOutOfMemory(error: Error): boolean {
  return (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY'
}

/** A runtime process that has said lately that it is there. */
export interface LiveWorker {
  readonly id: string
  readonly startedAt: Date
  readonly lastSeenAt: Date
}

/** A worker beats every few seconds; one that was silent for longer than this is taken for gone. */
export const longestSilenceSeconds = 15

const {
  BENCH_SMOKE,
  BENCH_SECONDS,
  BENCH_MEGABYTES,
  BENCH_RECIPIENTS,
  BENCH_MATCHED,
  BENCH_PROCESSES,
  DURABILITY_KILLS,
  TEST_PREPARED_DATA,
} = process.env

/**
 * How much a bench does. BENCH_SMOKE=1 is for `npm test`: so little of everything that the figures mean
 * nothing, and only whether the bench still runs is seen.
 */
const measured = {
  seconds: 3,
  warmUpSeconds: 10,
  /** How often two sides are measured one after the other. */
  turns: 5,
  /** Beside an import or a large job. */
  besideSeconds: 5,
  /** Records of a table with a match column. */
  matchedRecords: 1_000_000,
  megabytes: 200,
  bareChunks: 1_000,
  recipients: 1_000_000,
  processes: [1, 2],
  warmUpJobs: 5,
  unknownShapes: 10_000,
  latency: { samples: 100, warmUp: 20, turns: 3 },
  fuzzed: 30_000,
  organizations: 20_000,
  /** The sizes of each kind of work, measured one after the other. */
  scale: [10_000, 20_000, 40_000],
  kills: '10,5',
  /** Between two kills, at least and at most. */
  killEveryMs: [500, 2_000],
  /** The time after which an import or a job is running, in milliseconds. */
  beginMs: 500,
  /** The time after which a job has done its background work, in milliseconds. */
  settleMs: 300,
}

const smoke: typeof measured = {
  seconds: 0.05,
  warmUpSeconds: 0.05,
  turns: 1,
  besideSeconds: 0.05,
  matchedRecords: 500,
  megabytes: 1,
  bareChunks: 2,
  recipients: 200,
  processes: [1],
  warmUpJobs: 0,
  unknownShapes: 64,
  latency: { samples: 2, warmUp: 1, turns: 1 },
  fuzzed: 200,
  organizations: 100,
  scale: [20],
  kills: '1,1',
  killEveryMs: [50, 100],
  beginMs: 0,
  settleMs: 0,
}

const chosen = BENCH_SMOKE === '1' ? smoke : measured

export const sizes = {
  ...chosen,
  seconds: Number(BENCH_SECONDS ?? chosen.seconds),
  megabytes: Number(BENCH_MEGABYTES ?? chosen.megabytes),
  matchedRecords: Number(BENCH_MATCHED ?? chosen.matchedRecords),
  recipients: Number(BENCH_RECIPIENTS ?? chosen.recipients),
  /** A database to begin with instead of making one; empty for none. */
  preparedData: BENCH_SMOKE === '1' ? (TEST_PREPARED_DATA ?? '') : '',
  /** How many API processes at one port are compared with one; 0 for no comparison. */
  atOnePort: Number(BENCH_PROCESSES ?? 0),
  kills: (DURABILITY_KILLS ?? chosen.kills).split(',').map(Number),
}

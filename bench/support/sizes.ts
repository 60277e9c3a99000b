const {
  BENCH_JOBS,
  BENCH_SMOKE,
  BENCH_SECONDS,
  BENCH_MEGABYTES,
  BENCH_RECIPIENTS,
  BENCH_REHEARSED,
  BENCH_MATCHED,
  BENCH_GRID,
  BENCH_SNAPSHOT_SECONDS,
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
  /** How long a snapshot stays open. */
  snapshotSeconds: 60,
  /** Records of a table with a match column. */
  matchedRecords: 1_000_000,
  /** Records of a table that people look through. */
  gridRecords: 1_000_000,
  megabytes: 200,
  bareChunks: 1_000,
  people: 32,
  recipients: 1_000_000,
  rehearsed: 100_000,
  waitingJobs: 500_000,
  processes: [1, 2],
  warmUpJobs: 5,
  unknownShapes: 10_000,
  latency: { samples: 100, warmUp: 20, turns: 3 },
  /** Of what takes a second each. */
  samples: 5,
  fuzzed: 30_000,
  organizations: 20_000,
  /** Of each kind of thing, one after the other. */
  scale: [10_000, 20_000, 40_000],
  kills: '10,5',
  /** Between two kills, at least and at most. */
  killEveryMs: [500, 2_000],
}

const smoke: typeof measured = {
  seconds: 0.2,
  warmUpSeconds: 0.2,
  turns: 1,
  besideSeconds: 0.3,
  snapshotSeconds: 1,
  matchedRecords: 2_000,
  gridRecords: 2_000,
  megabytes: 1,
  bareChunks: 10,
  people: 2,
  recipients: 1_000,
  rehearsed: 1_000,
  waitingJobs: 1_000,
  processes: [1],
  warmUpJobs: 1,
  unknownShapes: 64,
  latency: { samples: 5, warmUp: 1, turns: 1 },
  samples: 1,
  fuzzed: 200,
  organizations: 100,
  scale: [50],
  kills: '1,1',
  killEveryMs: [200, 300],
}

const chosen = BENCH_SMOKE === '1' ? smoke : measured

export const sizes = {
  ...chosen,
  seconds: Number(BENCH_SECONDS ?? chosen.seconds),
  megabytes: Number(BENCH_MEGABYTES ?? chosen.megabytes),
  snapshotSeconds: Number(BENCH_SNAPSHOT_SECONDS ?? chosen.snapshotSeconds),
  matchedRecords: Number(BENCH_MATCHED ?? chosen.matchedRecords),
  gridRecords: Number(BENCH_GRID ?? chosen.gridRecords),
  recipients: Number(BENCH_RECIPIENTS ?? chosen.recipients),
  rehearsed: Number(BENCH_REHEARSED ?? chosen.rehearsed),
  waitingJobs: Number(BENCH_JOBS ?? chosen.waitingJobs),
  /** A database to begin with instead of making one; empty for none. */
  preparedData: BENCH_SMOKE === '1' ? (TEST_PREPARED_DATA ?? '') : '',
  /** How many API processes at one port are compared with one; 0 for no comparison. */
  atOnePort: Number(BENCH_PROCESSES ?? 0),
  kills: (DURABILITY_KILLS ?? chosen.kills).split(',').map(Number),
}

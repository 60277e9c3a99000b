const {
  BENCH_SMOKE,
  BENCH_SECONDS,
  BENCH_TURNS,
  BENCH_MEGABYTES,
  BENCH_RECIPIENTS,
  BENCH_MATCHED,
  BENCH_PROCESSES,
  BENCH_BASE,
  BENCH_ONLY,
  TEST_PREPARED_DATA,
} = process.env

/**
 * The amount of work that each bench does. If BENCH_SMOKE=1 is set, as in `npm test`, the amount is so small
 * that the run only shows whether the bench works.
 */
const measured = {
  seconds: 1,
  warmUpSeconds: 4,
  /** The number of turns in which the two sides of a comparison are measured. */
  turns: 5,
  /** The seconds for which ingest is measured during an import or a large job. */
  besideSeconds: 5,
  /** The number of records in each of the two tables that the bench of match columns compares. */
  matchedRecords: 300_000,
  megabytes: 200,
  bareChunks: 1_000,
  recipients: 1_000_000,
  processes: [1, 2],
  warmUpJobs: 5,
  unknownFormats: 10_000,
  latency: { samples: 100, warmUp: 20, turns: 3 },
  fuzzed: 30_000,
  organizations: 20_000,
  /** The milliseconds to wait after starting an import or a job until it is certainly in progress. */
  beginMs: 500,
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
  unknownFormats: 64,
  latency: { samples: 2, warmUp: 1, turns: 1 },
  fuzzed: 200,
  organizations: 100,
  beginMs: 0,
}

const chosen = BENCH_SMOKE === '1' ? smoke : measured

export const sizes = {
  ...chosen,
  seconds: Number(BENCH_SECONDS ?? chosen.seconds),
  turns: Number(BENCH_TURNS ?? chosen.turns),
  megabytes: Number(BENCH_MEGABYTES ?? chosen.megabytes),
  matchedRecords: Number(BENCH_MATCHED ?? chosen.matchedRecords),
  recipients: Number(BENCH_RECIPIENTS ?? chosen.recipients),
  /**
   * The folder of a prepared database that the bench copies instead of creating one; empty to create a new
   * database.
   */
  preparedData: BENCH_SMOKE === '1' ? (TEST_PREPARED_DATA ?? '') : '',
  /** The number of API processes at one port that are compared with one process; 0 for no comparison. */
  atOnePort: Number(BENCH_PROCESSES ?? 0),
  /**
   * The checkout of another version to which the `versions` bench compares this one. Without it the bench compares
   * this checkout to itself, which shows the error of the measurement. If SQL functions were removed between two
   * checkouts of the same version number, the version in the package.json of the other one must be lowered; otherwise
   * `migrate` drops the functions that it still calls.
   */
  base: BENCH_BASE,
  /** Matches the names of the requests that the `versions` bench compares. */
  only: new RegExp(BENCH_ONLY ?? ''),
}

/** Test files that `npm run test:rest` runs, and `npm test` does not. */
interface Group {
  /** A pattern of paths below `test/`. */
  readonly files: string
  readonly reason: string
}

/**
 * The test files of the rest that run one after the other when all others have ended, because they promise a time of the
 * service, or nearly reach their time limit. Beside other test processes the same work takes several times as long.
 */
export const testsAlone: readonly Group[] = [
  {
    files: 'process/faults/strangers.test.ts',
    reason: 'It promises that requests of strangers delay nobody by 200 ms of processor time.',
  },
  {
    files: 'http/csv/large-lists.test.ts',
    reason: 'It promises that exports of long lists delay nobody by 200 ms of processor time.',
  },
  {
    files: 'simulation/simulation.test.ts',
    reason:
      'It compares the stories of seeds, one of which takes 80 s of processor time, and 180 s beside other test processes.',
  },
]

/**
 * The list of test files that only `npm run test:rest` runs. All other test files run in `npm test`. A new test file
 * belongs to `npm test` unless it takes more than 5 s of processor time.
 */
export const restOfTests: readonly Group[] = [
  {
    files: 'process/**/*.test.ts',
    reason: 'Each file starts, kills and restarts processes of the service, 5 s to 60 s each.',
  },
  {
    files: 'simulation/{simulation,bin-crashes}.test.ts',
    reason: 'They run 26 seeds of the simulator, and shorten a planted fault.',
  },
  {
    files: 'guide/examples.test.ts',
    reason:
      'It runs the commands of all pages of the guide in shells, against a service: 20 s of processor time.',
  },
  { files: 'bench/smoke.test.ts', reason: 'It runs every bench for a moment, to check that it works.' },
  {
    files: 'chaos/**/*.test.ts',
    reason: 'It kills a service under load, as `npm run chaos` does for longer.',
  },
  {
    files: 'postgres/{backup/*,cell/move-*}.test.ts',
    reason: 'They create databases, into which they restore a backup or move an organization.',
  },
  {
    files: 'postgres/schema/migrate*.test.ts',
    reason: 'They migrate new databases, some with several processes at once.',
  },
  {
    files: '{adapters/templates,http,runtime}/hostile-templates.test.ts',
    reason: 'They wait until templates that do not end are stopped by their time limit.',
  },
  {
    files: 'http/csv/large-lists.test.ts',
    reason: 'It exports three lists of 120,000 rows, 30 s of processor time.',
  },
  {
    files: 'runtime/{failover,test-clock}.test.ts',
    reason: 'They wait for a database that is down, and run campaigns of many days on a test clock.',
  },
  {
    files:
      'console/pages/{spinner/spinners,table/data-tables,table/grid/editing,job/jobs,job/runs,arrival/arrivals,sender/senders,test-mode}.test.ts',
    reason: 'Each file tries a page in 10 to 30 states. In npm test, walk.test.ts opens the page once.',
  },
  {
    files: 'console/matrix/*.test.ts',
    reason: 'They show every page to each role, or in several widths and colours.',
  },
]

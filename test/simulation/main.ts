import { type ChildProcess, fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { runPlanted } from './planted/run-planted.ts'
import { testOf } from './printed.ts'
import { neverReached } from './reach/never-reached.ts'
import { candidatesForEach, Steering } from './reach/steering.ts'
import { PreparedDatabase } from './run/database/prepared-database.ts'
import { drawRun, perform, type Run } from './run/run.ts'
import { type SeedResult, SeedTally } from './seed-tally.ts'
import { type SimulationServer, startSimulationServer } from './server.ts'
import { shrink } from './shrink.ts'

const usage = `npm run simulate -- [--seed N] [--seeds K] [--steps M] [--minutes T] [--story] [--coverage] [--processes P]
  --seed N       the first seed; without it, the time of day
  --seeds K      the number of seeds, 1 by default; with --minutes, as many as there is time for
  --steps M      operations of each seed, 40 by default
  --minutes T    starts no further seed after T minutes
  --story        prints the story of each seed, in one process
  --coverage     chooses seeds by what earlier ones have reached; fails if something was never reached
  --processes P  the number of processes, one for each core by default
  --planted [NAME…]  searches for the planted faults of test/simulation/planted instead, or for those with a name;
                 seeds from 1, 1,000 for each fault by default
  --no-shrink    with --planted: does not remove the operations that a found fault does not need`

/**
 * Node.js options for the simulator's processes that enlarge the memory for short-lived objects; a seed then
 * takes a fifth less time.
 */
const execArgv = ['--min-semi-space-size=32', '--max-semi-space-size=64']

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string' },
    seeds: { type: 'string' },
    steps: { type: 'string', default: '40' },
    minutes: { type: 'string' },
    processes: { type: 'string' },
    story: { type: 'boolean', default: false },
    planted: { type: 'boolean', default: false },
    coverage: { type: 'boolean', default: false },
    'no-shrink': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

interface Requested {
  readonly first: number
  readonly count: number
  readonly steps: number
  readonly seconds: number
  readonly processes: number
  readonly coverage: boolean
}

if (values.help) process.stdout.write(`${usage}\n`)
else process.exitCode = await simulate()

async function simulate(): Promise<number> {
  const requested = readRequested()
  if (values.planted)
    return await runPlanted({ ...requested, names: positionals, shortens: !values['no-shrink'], execArgv })
  if (positionals.length > 0) throw new Error(`"${positionals.join(' ')}" is no option; see --help`)
  const counting = requested.coverage ? { track_functions: 'all' } : {}
  const server = await startSimulationServer(requested.processes + 1, counting)
  try {
    if (values.story) return await tellStories(server, requested)
    const begunAt = performance.now()
    const tally = await runSeeds(server, requested)
    process.stdout.write(`\n${tally.summary((performance.now() - begunAt) / 1000)}\n`)
    const [broken] = tally.broken.toSorted((a, b) => a.seed - b.seed)
    const reachesAll = !requested.coverage || (await reportNeverReached(server, tally))
    if (broken !== undefined) await showShortest(server, drawRun(broken.seed, requested.steps))
    return broken === undefined && reachesAll ? 0 : 1
  } finally {
    await server.stop()
  }
}

function readRequested(): Requested {
  const minutes = values.minutes === undefined ? null : numberOf('minutes', values.minutes)
  const processes = values.processes === undefined ? availableParallelism() : Number(values.processes)
  const timeOfDay = Number(new Date().toISOString().slice(11, 19).replaceAll(':', ''))
  const defaultFirstSeed = values.planted ? 1 : timeOfDay
  const first = values.seed === undefined ? defaultFirstSeed : numberOf('seed', values.seed)
  const defaultSeeds = values.planted ? 1000 : 1
  const usual = minutes === null ? defaultSeeds : Number.MAX_SAFE_INTEGER
  const count = values.seeds === undefined ? usual : numberOf('seeds', values.seeds)
  return {
    first,
    count,
    steps: numberOf('steps', values.steps),
    seconds: minutes === null ? Number.POSITIVE_INFINITY : minutes * 60,
    processes: values.story ? 1 : Math.max(1, Math.min(processes, count)),
    coverage: values.coverage && !values.story,
  }
}

function numberOf(name: string, text: string): number {
  const number = Number(text)
  if (text.trim() === '' || !(number >= 0)) throw new Error(`--${name} takes a number, not "${text}"`)
  return number
}

/**
 * Gives each simulator process the next seed as soon as it has finished one, until all seeds are done or the
 * time is over.
 */
async function runSeeds(
  { urls }: SimulationServer,
  { first, count, steps, seconds, coverage }: Requested,
): Promise<SeedTally> {
  const tally = new SeedTally()
  const steering = coverage ? new Steering() : null
  const endsAt = performance.now() + seconds * 1000
  let next = first
  const nextSeed = () => {
    if (steering === null) return next++
    return steering.choose(Array.from({ length: candidatesForEach }, () => drawRun(next++, steps))).seed
  }
  let begun = 0
  process.stdout.write(`seeds from ${first}\n`)
  const run = (child: ChildProcess) =>
    new Promise<void>((resolve, reject) => {
      const resume = () => {
        if (begun >= count || performance.now() > endsAt) return child.disconnect()
        begun++
        child.send({ seed: nextSeed(), steps })
      }
      child.on('message', (message: 'ready' | SeedResult) => {
        if (message !== 'ready') {
          tally.add(message)
          steering?.note(drawRun(message.seed, steps), message.reached)
          for (const words of message.violations) process.stdout.write(`seed ${message.seed}: ${words}\n`)
          if (tally.seeds % 500 === 0) process.stdout.write(`${tally.seeds} seeds\n`)
        }
        resume()
      })
      child.on('error', reject)
      child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`A process ended with ${code}`))))
    })
  await Promise.all(
    urls
      .slice(1)
      .map((url) =>
        run(
          fork(new URL('seeds.ts', import.meta.url), [url, ...(coverage ? ['coverage'] : [])], { execArgv }),
        ),
      ),
  )
  return tally
}

/** Prints what no seed has reached. Returns whether each of these items has an excuse, and no excuse is outdated. */
async function reportNeverReached({ urls }: SimulationServer, { reached }: SeedTally): Promise<boolean> {
  const { unexcused, excused, outdatedExcuses } = await neverReached(urls[0] ?? '', reached)
  const lines = (items: readonly string[]) => items.map((item) => `  ${item}\n`).join('')
  process.stdout.write(
    `\n${reached.size} use cases, SQL functions and reasons reached. Never reached, with an excuse: ${excused}; without an excuse: ${unexcused.length}\n${lines(unexcused)}`,
  )
  if (outdatedExcuses.length > 0)
    process.stdout.write(`Excuses of items that were reached or no longer exist:\n${lines(outdatedExcuses)}`)
  return unexcused.length + outdatedExcuses.length === 0
}

async function tellStories({ urls }: SimulationServer, { first, count, steps }: Requested): Promise<number> {
  const prepared = await PreparedDatabase.open(urls[0] ?? '')
  let broken = 0
  for (let seed = first; seed < first + count; seed++) {
    const { story, violations } = await perform(prepared, drawRun(seed, steps))
    process.stdout.write(`seed ${seed}\n${story.join('\n')}\n\n`)
    broken += violations.length
  }
  await prepared.close()
  return broken === 0 ? 0 : 1
}

/**
 * Prints the shortest simulation run that breaks the same promise as `run`: its log of events, and a test that
 * repeats it.
 */
async function showShortest({ urls }: SimulationServer, run: Run): Promise<void> {
  const prepared = await PreparedDatabase.open(urls[0] ?? '')
  const broken = (await perform(prepared, run)).violations[0]
  if (broken === undefined) {
    process.stdout.write(`seed ${run.seed} breaks nothing when it is repeated: the run is not reproducible\n`)
    return prepared.close()
  }
  const shortest = await shrink(run, async (candidate) =>
    (await perform(prepared, candidate)).violations.some(({ promise }) => promise === broken.promise),
  )
  const { story, violations } = await perform(prepared, shortest)
  process.stdout.write(`\nThe shortest sequence of seed ${run.seed} that breaks it:\n\n${story.join('\n')}\n`)
  process.stdout.write(`\nAs a test:\n\n${testOf(shortest, violations[0] ?? broken)}\n`)
  await prepared.close()
}

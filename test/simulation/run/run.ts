import type { Binding } from '../../../src/composition/provide.ts'
import { type Action, act, type Input, type Operation } from '../operations/operation.ts'
import { operations, operationsByFeature } from '../operations/operations.ts'
import type { Promised } from '../promises/promise.ts'
import { promises } from '../promises/promises.ts'
import type { PreparedDatabase } from './database/prepared-database.ts'
import { runOut } from './due-work.ts'
import type { GateDelay } from './gates.ts'
import { hashOf, Random } from './random.ts'
import { beginning, Simulation } from './simulation.ts'
import type { Meetings } from './transit/meetings.ts'

/**
 * A run of the simulation as data. `operations` says what is done to the service; `seed` decides how mail
 * servers, receivers and people answer.
 */
export interface Run {
  readonly seed: number
  readonly operations: readonly Action[]
}

export interface Violation {
  /** The promise of the service that was broken, as a sentence. */
  readonly promise: string
  readonly words: string
}

export interface RunOutcome {
  readonly run: Run
  readonly story: readonly string[]
  readonly violations: readonly Violation[]
  readonly virtualDays: number
  /** The number of times that the simulator performed each operation in the run, by the operation's name. */
  readonly ran: Readonly<Record<string, number>>
  readonly meetings: Meetings['counts']
  /**
   * The number of comparisons that the check of each promise has made in the simulation run, by the sentence of
   * the promise.
   */
  readonly compared: Readonly<Record<string, number>>
}

/**
 * Changes that a test makes to a simulation run: bindings that plant a fault, and the operations and promises
 * to use.
 */
export interface Changes {
  readonly replacements?: readonly Binding[]
  readonly operations?: readonly Operation[]
  readonly promises?: readonly Promised[]
  /**
   * Waits before and after each piece of work that passes a gate of the simulator. A test checks with it that
   * such waits do not change the log of a run (`story`).
   */
  readonly holdUp?: GateDelay
  /** Notes the state of the service before each check of the promises. */
  readonly observe?: (simulation: Simulation) => Promise<void>
}

const atOnce: GateDelay = async () => {}

/** The promise that an unexpected error, or a fault that an operation reports, breaks. */
export const noFault = 'The service answers, and never fails with an unexpected error'

/**
 * The factors from which a seed without features of its own picks one for each operation of the simulator. It
 * multiplies how often the operation is drawn; 0 leaves it out.
 */
const factors = [0, 0, 1, 6]

/** The factors for the operations of other features in a seed that is about few features. */
const factorsBeside = [0, 0, 0, 1]

/**
 * The operations of the simulator that take part in every seed, with the factor of their weight. Without them
 * few messages would be sent.
 */
const usual = new Map(['ingest', 'trigger', 'work', 'elapse'].map((name) => [name, 4]))

/**
 * Changes with which some seeds begin, each with the number of seeds of which one does. In these seeds the change is drawn
 * often, too.
 */
const beginnings: ReadonlyMap<string, number> = new Map([
  ['change the contact policy', 3],
  ['change the match columns', 6],
  ['change the plan', 8],
])

function beginsWith(name: string, seed: number): boolean {
  return hashOf('begins', seed, name) % (beginnings.get(name) ?? Infinity) === 0
}

/** The number of features that a seed is about. */
const featureCount = 3

/**
 * Returns the features that a seed is about; null for each third seed. Operations of a few features then follow each
 * other often enough that rare sequences of them occur.
 */
function featuresOf(seed: number): ReadonlySet<string> | null {
  if (hashOf('features', seed) % 3 === 0) return null
  const ordered = Object.keys(operationsByFeature).toSorted(
    (a, b) => hashOf('feature', seed, a) - hashOf('feature', seed, b),
  )
  return new Set(ordered.slice(0, featureCount))
}

/** The weight of the meeting that a seed draws often: about one of eight operations. */
const meetingWeight = 40

/**
 * Returns the operation that plays a meeting and is drawn often in a seed, besides the seed's features; null for each
 * third seed. A meeting has many orders and moments, so a rare one needs many draws of the same operation.
 */
function meetingOf(seed: number): Operation | null {
  if (hashOf('meets', seed) % 3 === 0) return null
  return new Random('meeting', seed).weighted(operations.filter(({ isMeeting }) => isMeeting === true))
}

/**
 * Returns the simulator's operations that take part in a seed, with the weights that they have in it. A seed
 * leaves out about half of the operations and repeats others often; otherwise long sequences of one feature
 * would hardly ever be drawn.
 */
function operationsOf(seed: number): Operation[] {
  const features = featuresOf(seed)
  const meeting = meetingOf(seed)
  const drawn = Object.entries(operationsByFeature).flatMap(([feature, ofFeature]) =>
    ofFeature.flatMap((operation) => {
      const possible = features === null ? factors : features.has(feature) ? [6] : factorsBeside
      const factor = beginsWith(operation.name, seed)
        ? 6
        : (possible[hashOf('swarm', seed, operation.name) % possible.length] ?? 1)
      const weight =
        operation.name === meeting?.name
          ? meetingWeight
          : operation.weight * (usual.get(operation.name) ?? factor)
      return weight > 0 ? [{ ...operation, weight, feature }] : []
    }),
  )
  const names = new Set(drawn.map(({ name }) => name))
  return drawn.filter(({ needs }) => needs === undefined || names.has(needs))
}

/**
 * Returns the operations with which a simulation run begins; otherwise most operations would have nothing to
 * act on. A seed in which senders take part begins with one, so that it has mailboxes and limits from the first
 * message on. Some seeds
 * begin with a contact policy, a plan or match columns.
 */
function beginningOf(seed: number, possible: readonly Operation[]): Operation[] {
  const connects = possible.some(({ name }) => name === 'connect a sender')
  const names = [
    'make a table',
    ...(possible.some(({ name }) => name === 'create a destination') ? ['create a destination'] : []),
    ...(connects ? ['connect a sender'] : []),
    ...[...beginnings.keys()].filter((name) => beginsWith(name, seed)),
    'ingest',
    'make a spinner',
    'trigger',
    ...(possible.some(({ name }) => name === 'in another organization') ? ['in another organization'] : []),
  ]
  return names.flatMap((name) => operations.find((operation) => operation.name === name) ?? [])
}

/**
 * Operations that change what may be sent, or tell what became of a message, with their weights after an operation that
 * may leave messages in transit.
 */
const interventions = new Map([
  ['a waiting or failed person reacts', 12],
  ['something comes back', 4],
  ['suppress a person', 1],
  ['erase a person', 1],
  ['cancel a job', 3],
  ['pause a job', 3],
  ['pause a spinner', 1],
  ['pause a sender', 1],
  ['publish a change', 1],
  ['delete records', 2],
  ['edit a record', 2],
  ['change the contact policy', 1],
  ['crash', 3],
])

/** The share of the operations that follow a stop and are drawn from `interventions`. */
const intervenes = 0.75

/** The share of inputs that name the seed's subject instead of a thing of their own. */
const aboutSubject = 0.5

/**
 * Returns the subjects of a seed: the spinner, the job, the person and other things to which half of its operations are
 * done. Otherwise two operations seldom meet at the same thing.
 */
function subjectsOf(seed: number): Subjects {
  const one = (name: string, count: number) => [name, hashOf('subject', seed, name) % count] as const
  return new Map([one('spinner', 2), one('job', 3), one('sender', 2), one('table', 2), one('person', 6)])
}

type Subjects = ReadonlyMap<string, number>

/** Returns an input in which half of the things are the subjects of the seed, also in the operations within it. */
function aboutSubjects(input: Input, subjects: Subjects, random: Random): Input {
  const changed = (name: string, value: Input[string]): Input[string] => {
    const subject = subjects.get(name)
    if (typeof value === 'number' && subject !== undefined)
      return random.chance(aboutSubject) ? subject : value
    if (Array.isArray(value)) return value.map((item) => changed('', item))
    if (typeof value === 'object' && value !== null) return aboutSubjects(value as Input, subjects, random)
    return value
  }
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [name, changed(name, value)]))
}

/** The inputs that a seed repeats, by the names of the operation and of the input. */
type Habits = Map<string, Input[string]>

/**
 * Returns an input of which about a quarter has the value that the seed drew first for the same operation. Otherwise
 * spinners that are all exclusive, or waits that are all short, would hardly ever be drawn.
 */
function byHabit(seed: number, { name: operation }: Operation, input: Input, habits: Habits): Input {
  const repeated = Object.entries(input).map(([name, value]) => {
    const habit = `${operation} ${name}`
    // The name of an operation within this one belongs to its input.
    if (name === 'operation' || typeof value === 'object' || hashOf('habit', seed, habit) % 4 !== 0)
      return [name, value] as const
    if (!habits.has(habit)) habits.set(habit, value)
    return [name, habits.get(habit) ?? value] as const
  })
  return Object.fromEntries(repeated)
}

/** Draws the operations and inputs of a simulation run from its seed. */
export function drawRun(seed: number, steps: number): Run {
  const random = new Random('run', seed)
  const possible = operationsOf(seed)
  const first = beginningOf(seed, possible)
  const subjects = subjectsOf(seed)
  const habits: Habits = new Map()
  const meeting = operations.flatMap((operation) => {
    const weight = interventions.get(operation.name)
    return weight === undefined ? [] : [{ ...operation, weight }]
  })
  const drawn: Action[] = []
  while (drawn.length < steps) {
    const meets = isHeldUp(drawn.at(-1)) && random.chance(intervenes)
    const operation = first[drawn.length] ?? random.weighted(meets ? meeting : possible)
    const input = byHabit(seed, operation, operation.draw(random, possible), habits)
    drawn.push({ operation: operation.name, input: aboutSubjects(input, subjects, random) })
  }
  return { seed, operations: drawn }
}

/** Returns whether an operation may leave work of a runtime half done. */
function isHeldUp(action: Action | undefined): boolean {
  const { stop } = action?.input ?? {}
  return typeof stop === 'object' && stop !== null && 'gate' in stop && stop.gate !== 0
}

/** Performs a simulation run from beginning to end, and stops at the first broken promise. */
export async function perform(
  prepared: PreparedDatabase,
  run: Run,
  changes: Changes = {},
): Promise<RunOutcome> {
  const { replacements = [], operations: known = operations, promises: requested = promises } = changes
  const { holdUp = atOnce, observe } = changes
  const simulation = new Simulation(run.seed, prepared, { replacements, holdUp })
  const { lockWaits } = prepared.sessions
  const compared: Record<string, number> = {}
  const violations: Violation[] = []
  const check = async (of: readonly Promised['when'][]) => {
    // A message that is still to be sent was decided on before the calls that have ended.
    const isSettled = simulation.transit.isEmpty
    if (isSettled) for (const { model } of simulation.organizations) model.settle()
    const when = new Set<Promised['when']>(isSettled ? [...of, 'settled'] : of)
    await observe?.(simulation)
    for (const words of simulation.violations.splice(0)) violations.push({ promise: noFault, words })
    for (const organization of simulation.organizations) {
      const { number, access } = organization
      if (access === null) continue
      const isDue = number === 1 || organization.isTouched || when.has('end')
      if (when.has('quiet')) organization.isTouched = false
      if (when.has('quiet') && isDue)
        await simulation.within(organization, () => simulation.model.versionsOfJobs.read(simulation))
      for (const { promise, holds } of requested.filter(
        (promised) =>
          when.has(promised.when) && (isDue || promised.when === 'always' || promised.when === 'settled'),
      )) {
        const result = await simulation.within(organization, () => Promise.resolve(holds(simulation)))
        compared[promise] = (compared[promise] ?? 0) + result.compared
        for (const words of result.violations)
          violations.push({
            promise,
            words: number === 1 ? words : `organization ${number}: ${words}`,
          })
      }
    }
    for (const { promise, words } of violations) simulation.story.tell(`BROKEN: ${promise}: ${words}`)
    return violations.length === 0
  }
  try {
    await simulation.begin()
    let holds = true
    for (const action of run.operations) {
      simulation.isQuiet = false
      simulation.hasCrashed = false
      const { eraseCount } = simulation
      await simulation.gates.operate(() =>
        simulation.transit.besideOperation(() => act(simulation, action, known)),
      )
      await simulation.gates.quiet()
      if (simulation.isQuiet) holds = await check(['always', 'erase', 'quiet'])
      else if (simulation.eraseCount > eraseCount) holds = await check(['always', 'erase'])
      else holds = await check(['always'])
      if (!holds) break
    }
    if (holds) {
      simulation.story.tell('time runs on until nothing is due')
      await runOut(simulation)
      await check(['always', 'erase', 'quiet', 'end'])
    }
  } finally {
    simulation.end()
    await simulation.transit.finish()
    simulation.meetings.note('two transactions met at a lock', prepared.sessions.lockWaits - lockWaits)
  }
  const virtualDays = (simulation.clock.now().getTime() - beginning.getTime()) / 86_400_000
  const { story, ran, meetings } = simulation
  return { run, story: story.lines, violations, virtualDays, ran, meetings: meetings.counts, compared }
}

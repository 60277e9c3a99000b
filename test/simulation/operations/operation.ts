import type { Random } from '../run/random.ts'
import type { Simulation } from '../run/simulation.ts'

type Plain = string | number | boolean | null | readonly Plain[] | { readonly [name: string]: Plain }

/**
 * The input of a simulator operation, as plain data. Numbers name objects: 3 names the spinner at index 3,
 * modulo the number of spinners. So any part of a run is a valid run too.
 */
export type Input = { readonly [name: string]: Plain }

/** An operation of the simulator with its input, as a run lists it and a pasted test repeats it. */
export interface Action {
  readonly operation: string
  readonly input: Input
}

/** An operation of the simulator: an event that users, clients, the operator or an accident cause. */
export interface Operation {
  readonly name: string
  /** How often the simulator draws the operation in relation to others; 0 if only other operations use it. */
  readonly weight: number
  /**
   * Whether the operation plays a whole meeting: several actions on the same few subjects, whose order and moments are
   * drawn. Most seeds draw one such operation often.
   */
  readonly isMeeting?: boolean
  /**
   * Whether the simulator never runs the operation concurrently with another one, because it lets time pass or
   * reads all rows.
   */
  readonly isAlone?: boolean
  /** Whether work of runtimes that is held half-way stays so during an operation that is otherwise alone. */
  readonly keepsTransit?: boolean
  /** The name of the operation without which this one has nothing to act on; seeds without the former leave it out. */
  readonly needs?: string
  /** The feature of the operation in a seed, for operations that choose another one of the same feature. */
  readonly feature?: string
  /** Draws a random input for the operation. `others` are the operations that may run inside this one. */
  draw(random: Random, others: readonly Operation[]): Input
  run(simulation: Simulation, input: Input, others: readonly Operation[]): Promise<void>
}

interface Typed<Told> {
  readonly name: string
  readonly weight: number
  readonly isMeeting?: boolean
  readonly isAlone?: boolean
  readonly keepsTransit?: boolean
  readonly needs?: string
  draw(random: Random, others: readonly Operation[]): Told
  run(simulation: Simulation, input: Told, others: readonly Operation[]): Promise<void>
}

/** Returns a simulator operation without the type of its input, so that operations of all types fit in one list. */
export function operation<Told extends Input>(typed: Typed<Told>): Operation {
  return { ...typed, run: (simulation, input, others) => typed.run(simulation, input as Told, others) }
}

/** Runs the operation of the simulator that an action names, with the input of the action. */
export async function act(
  simulation: Simulation,
  { operation: name, input }: Action,
  operations: readonly Operation[],
): Promise<void> {
  const found = operations.find((one) => one.name === name)
  if (found === undefined) throw new Error(`There is no operation ${name}`)
  simulation.ran[name] = (simulation.ran[name] ?? 0) + 1
  const isAlone = found.isAlone === true
  if (isAlone && found.keepsTransit !== true) await simulation.transit.finish()
  if (!isAlone && simulation.model.inTransit.leaseCount > 0)
    simulation.meetings.note('an operation began while a live runtime had leased a slice')
  await found.run(simulation, input, operations)
}

/**
 * Returns the object at the index `number`, modulo the number of objects; null if the simulation has none yet. An odd
 * number names an object that is met by held work, if there is one.
 */
export function named<Thing>(
  things: readonly Thing[],
  number: number,
  isMet: (thing: Thing) => boolean = () => false,
): Thing | null {
  const met = number % 2 === 1 ? things.filter(isMet) : []
  const of = met.length > 0 ? met : things
  return of[number % Math.max(of.length, 1)] ?? null
}

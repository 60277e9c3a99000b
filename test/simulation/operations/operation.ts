import type { Random } from '../run/random.ts'
import type { Simulation } from '../run/simulation.ts'

type Plain = string | number | boolean | null | readonly Plain[] | { readonly [name: string]: Plain }

/**
 * What an operation is told: plain data. Things are named by numbers, as "the third spinner, modulo how many there
 * are", so that every part of a run is a run.
 */
export type Input = { readonly [name: string]: Plain }

/** One operation of a run, as it is printed and repeated. */
export interface Action {
  readonly operation: string
  readonly input: Input
}

/** Something that people, clients, the operator or an accident do. */
export interface Operation {
  readonly name: string
  /** How often it is drawn, in relation to the others; 0 for never by itself. */
  readonly weight: number
  /** Whether it is never done beside another one, because it lets time pass or looks at everything. */
  readonly isAlone?: boolean
  /** Draws an input. `others` are the operations that may be part of this one. */
  draw(random: Random, others: readonly Operation[]): Input
  run(simulation: Simulation, input: Input, others: readonly Operation[]): Promise<void>
}

interface Typed<Told> {
  readonly name: string
  readonly weight: number
  readonly isAlone?: boolean
  draw(random: Random, others: readonly Operation[]): Told
  run(simulation: Simulation, input: Told, others: readonly Operation[]): Promise<void>
}

/** Makes an operation of one that knows the type of its input. */
export function operation<Told extends Input>(typed: Typed<Told>): Operation {
  return { ...typed, run: (simulation, input, others) => typed.run(simulation, input as Told, others) }
}

/** Runs an action by its name. */
export async function act(
  simulation: Simulation,
  { operation: name, input }: Action,
  operations: readonly Operation[],
): Promise<void> {
  const found = operations.find((one) => one.name === name)
  if (found === undefined) throw new Error(`There is no operation ${name}`)
  simulation.ran[name] = (simulation.ran[name] ?? 0) + 1
  await found.run(simulation, input, operations)
}

/** Returns the thing that a number names, or null where there is none yet. */
export function named<Thing>(things: readonly Thing[], number: number): Thing | null {
  return things[number % Math.max(things.length, 1)] ?? null
}

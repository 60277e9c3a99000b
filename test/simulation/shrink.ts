import type { Action } from './operations/operation.ts'
import type { Run } from './run/run.ts'

/** Returns whether a simulation run still shows the fault for which the shortest run is searched. */
type Fails = (run: Run) => Promise<boolean>

/**
 * Returns the shortest simulation run that still fails. First removes operations that the fault does not need
 * (halves, quarters and so on), then makes the inputs of the remaining operations simpler.
 */
export async function shrink(run: Run, fails: Fails): Promise<Run> {
  let smallest = run
  for (;;) {
    const fewer = await withoutOperations(smallest, fails)
    const simpler = await withSimplerInputs(fewer, fails)
    if (simpler === smallest) return smallest
    smallest = simpler
  }
}

/** Returns the simulation run without the operations that the fault does not need. */
export async function withoutOperations(run: Run, fails: Fails): Promise<Run> {
  let smallest = run
  let size = Math.ceil(run.operations.length / 2)
  while (size >= 1) {
    let removed = false
    // Removes operations of the run from the end to the beginning, because operations after the fault are never
    // needed.
    for (let at = smallest.operations.length - size; at > -size; at -= size) {
      const from = Math.max(at, 0)
      const operations = smallest.operations.toSpliced(from, at + size - from)
      if (operations.length === smallest.operations.length) continue
      const candidate = { ...smallest, operations }
      if (!(await fails(candidate))) continue
      smallest = candidate
      removed = true
    }
    if (!removed) size = size === 1 ? 0 : Math.ceil(size / 2)
  }
  return smallest
}

async function withSimplerInputs(run: Run, fails: Fails): Promise<Run> {
  let smallest = run
  for (let at = 0; at < smallest.operations.length; at++) {
    for (let changed = true; changed; ) {
      changed = false
      const action = smallest.operations[at]
      if (action === undefined) break
      for (const simpler of simplerActions(action)) {
        const candidate = { ...smallest, operations: smallest.operations.with(at, simpler) }
        if (!(await fails(candidate))) continue
        smallest = candidate
        changed = true
        break
      }
    }
  }
  return smallest
}

function* simplerActions({ operation, input }: Action): Generator<Action> {
  // Tries the run with only the operation within a crash, or with one of two concurrent operations, because it
  // may be enough to show the fault.
  const { operation: within, input: ofWithin } = input
  if (typeof within === 'string' && isInput(ofWithin)) yield { operation: within, input: ofWithin }
  for (const part of ['first', 'second']) {
    const one = input[part]
    if (isInput(one) && typeof one['operation'] === 'string' && isInput(one['input']))
      yield { operation: one['operation'], input: one['input'] }
  }
  for (const simpler of simplerValues(input)) if (isInput(simpler)) yield { operation, input: simpler }
}

function* simplerValues(value: unknown): Generator {
  if (typeof value === 'number' && value !== 0) {
    yield 0
    if (value > 1) yield Math.floor(value / 2)
    if (value > 2) yield value - 1
  } else if (value === true) yield false
  else if (Array.isArray(value)) {
    for (const index of value.keys()) if (value.length > 1) yield value.toSpliced(index, 1)
    for (const [index, item] of value.entries())
      for (const simpler of simplerValues(item)) yield value.with(index, simpler)
  } else if (isInput(value)) {
    for (const [name, field] of Object.entries(value))
      for (const simpler of simplerValues(field)) yield { ...value, [name]: simpler }
  }
}

function isInput(value: unknown): value is Action['input'] {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import {
  canContinueFrom,
  countOfSteps,
  isPlainProgram,
  nextOf,
  type Program,
  pathOf,
  programOf,
  stepsBeforeAnyMessage,
  waitSecondsAfterSteps,
} from '../../../../src/domain/spinner/steps/program.ts'
import type { Step } from '../../../../src/domain/spinner/steps/step.ts'
import { sends } from '../../../../src/domain/spinner/steps/step-capabilities.ts'
import type { Where } from '../../../../src/domain/spinner/where/where.ts'

const email: Step = { type: 'email', to: '{{ email }}', subject: 'Hello', text: 'Hello' }
const other: Step = { ...email, subject: 'Another' }
const wait: Step = { type: 'wait', seconds: 60 }
const where: Where = { column: 'plan', operator: 'exists' }
const branch = (yes: readonly Step[], otherwise?: readonly Step[]): Step => ({
  type: 'branch',
  branches: [{ name: 'Yes', where, steps: yes }],
  ...(otherwise === undefined ? {} : { else: otherwise }),
})
const split = (a: readonly Step[], b: readonly Step[]): Step => ({
  type: 'split',
  branches: [
    { name: 'A', percent: 50, steps: a },
    { name: 'B', percent: 50, steps: b },
  ],
})

/** Returns every path through a spinner's program for the test, as lists of the indexes of its steps. */
function pathsThrough(program: Program, index = 0): number[][] {
  const place = program[index]
  if (place === undefined) return [[]]
  const nexts =
    place.step.type === 'branch'
      ? [
          ...place.step.branches.map((_, nth) => nextOf(program, index, nth)),
          nextOf(program, index, place.step.branches.length),
        ]
      : place.step.type === 'split'
        ? place.step.branches.map((_, nth) => nextOf(program, index, nth))
        : [nextOf(program, index)]
  return nexts.flatMap((next) => pathsThrough(program, next).map((rest) => [index, ...rest]))
}

const plainStep = fc.constantFrom(email, wait)
const list = (step: fc.Arbitrary<Step>) => fc.array(step, { maxLength: 3 })
const nested = (inner: fc.Arbitrary<Step>): fc.Arbitrary<Step> =>
  fc.oneof(
    { weight: 2, arbitrary: plainStep },
    {
      weight: 1,
      arbitrary: fc
        .tuple(list(inner), fc.option(list(inner), { nil: undefined }))
        .map(([a, b]) => branch(a, b)),
    },
    { weight: 1, arbitrary: fc.tuple(list(inner), list(inner)).map(([a, b]) => split(a, b)) },
  )
const steps = list(nested(nested(plainStep)))

describe('the program of a version', () => {
  it('keeps the numbers of consecutive steps', () => {
    const program = programOf([email, wait, other])
    expect(program.map(({ next, path, pointer }) => [next, path, pointer])).toEqual([
      [1, '1', '/steps/0'],
      [2, '2', '/steps/1'],
      [3, '3', '/steps/2'],
    ])
    expect(isPlainProgram(program)).toBe(true)
  })

  it('counts each step before those in its branches, and names its place in words', () => {
    const program = programOf([email, branch([split([wait], []), email], [other]), wait])
    expect(program.map(({ path }) => path)).toEqual([
      '1',
      '2',
      '2 › Yes › 1',
      '2 › Yes › 1 › A › 1',
      '2 › Yes › 2',
      '2 › else › 1',
      '3',
    ])
    expect(program[3]?.pointer).toBe('/steps/1/branches/0/steps/0/branches/0/steps/0')
    expect(program[5]?.pointer).toBe('/steps/1/else/0')
    expect(isPlainProgram(program)).toBe(false)
  })

  it('continues after a branch step at the end of each branch, even an empty one', () => {
    const program = programOf([branch([email], [wait]), other])
    expect([nextOf(program, 0, 0), nextOf(program, 0, 1)]).toEqual([1, 2])
    expect([nextOf(program, 1), nextOf(program, 2), nextOf(program, 3)]).toEqual([3, 3, 4])
    expect(nextOf(programOf([split([], [email]), other]), 0, 0)).toBe(2)
  })

  it('continues with the next step if no condition is met and there is no other branch', () => {
    const program = programOf([branch([email]), other])
    expect(nextOf(program, 0, 1)).toBe(2)
  })

  it('names a step by its number if the version is unknown', () => {
    expect([pathOf(null, 2), pathOf(programOf([email]), 9)]).toEqual(['3', '10'])
  })

  it('leads every recipient through higher numbers to the end', () => {
    fc.assert(
      fc.property(steps, (all) => {
        const program = programOf([...all])
        expect(program).toHaveLength(countOfSteps(all))
        for (const path of pathsThrough(program))
          expect(path.toSorted((a, b) => a - b)).toEqual([...new Set(path)])
      }),
    )
  })

  it('contains the steps at which nobody can have been written to', () => {
    fc.assert(
      fc.property(steps, (all) => {
        const program = programOf([...all])
        const loud = new Set<number>()
        for (const path of pathsThrough(program))
          for (const [nth, index] of path.entries())
            if (path.slice(0, nth).some((before) => program[before] && sends(program[before].step)))
              loud.add(index)
        const quiet = program.map(({ index }) => index).filter((index) => !loud.has(index))
        expect(stepsBeforeAnyMessage(program)).toEqual(quiet)
      }),
    )
  })

  it('contains the longest waits for recipients that continue from a step', () => {
    fc.assert(
      fc.property(steps, (all) => {
        const program = programOf([...all])
        const longest = program.map(() => 0)
        for (const path of pathsThrough(program))
          for (const [nth, index] of path.entries()) {
            const rest =
              path.slice(nth + 1).filter((after) => program[after]?.step.type === 'wait').length * 60
            longest[index] = Math.max(longest[index] ?? 0, rest)
          }
        expect(waitSecondsAfterSteps(program)).toEqual(longest)
      }),
    )
  })
})

describe('recipients at a step continue in a later version', () => {
  const ran = programOf([email, branch([wait, email], [wait, other]), other])

  it('if only that step and later ones differ', () => {
    const now = programOf([email, branch([wait, other], [wait, other]), email])
    expect(canContinueFrom(ran, now, 3)).toBe(true)
    expect(canContinueFrom(ran, now, 1)).toBe(true)
  })

  it('whatever changed in branches that they did not take', () => {
    const now = programOf([email, branch([wait, other], [wait, other]), other])
    expect(canContinueFrom(ran, now, 5)).toBe(true)
    expect(canContinueFrom(ran, now, 6)).toBe(false)
  })

  it('but not if another message came before, or the step was removed, moved or changed its type', () => {
    expect(canContinueFrom(ran, programOf([other, branch([wait, email], [wait, other]), other]), 2)).toBe(
      false,
    )
    expect(canContinueFrom(ran, programOf([email]), 1)).toBe(false)
    expect(canContinueFrom(ran, programOf([email, wait]), 1)).toBe(false)
    expect(canContinueFrom(ran, programOf([email, branch([wait], [wait, other]), other]), 4)).toBe(false)
  })

  it('but not if its branch step has other branches', () => {
    const renamed: Step = {
      type: 'branch',
      branches: [{ name: 'No', where, steps: [wait, email] }],
      else: [wait, other],
    }
    expect(canContinueFrom(ran, programOf([email, renamed, other]), 2)).toBe(false)
  })
})

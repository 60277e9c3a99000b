import { describe, expect, it } from '@jest/globals'
import { differenceOf, resultsOfGroups } from '../../../src/domain/job/spinner-results.ts'
import { programOf } from '../../../src/domain/spinner/steps/program.ts'
import type { Step } from '../../../src/domain/spinner/steps/step.ts'

describe('the difference of two reply rates', () => {
  it('has the interval that Newcombe published for 56 of 70 and 48 of 80', () => {
    const { value, low, high } =
      differenceOf({ reached: 70, replied: 56 }, { reached: 80, replied: 48 }) ?? {}
    expect(value).toBeCloseTo(0.2, 4)
    expect(low).toBeCloseTo(0.0524, 4)
    expect(high).toBeCloseTo(0.3339, 4)
  })

  it('is wide for small numbers, and stays within -1 and 1', () => {
    const { low, high } = differenceOf({ reached: 1, replied: 1 }, { reached: 1, replied: 0 }) ?? {}
    expect(low).toBeLessThan(0.1)
    expect(high).toBeLessThanOrEqual(1)
  })

  it('is unknown if one of the groups reached nobody', () => {
    expect(differenceOf({ reached: 0, replied: 0 }, { reached: 5, replied: 1 })).toBeNull()
  })
})

describe('the results of variants', () => {
  const email: Step = { type: 'email', to: '{{ email }}', subject: 'Hello', text: 'Hello' }
  const steps: readonly Step[] = [
    {
      type: 'split',
      branches: [
        { name: 'A', percent: 50, steps: [email] },
        { name: 'B', percent: 50, steps: [email] },
      ],
    },
    {
      type: 'branch',
      branches: [
        { name: 'Pro', where: { column: 'plan', operator: 'equals', value: 'pro' }, steps: [email] },
      ],
    },
  ]
  const counts = {
    reached: 10,
    sent: 10,
    captured: 0,
    replied: 1,
    automaticReplies: 0,
    bounced: 0,
    unsubscribed: 0,
    complained: 0,
    reachedGoal: 0,
    name: null,
  }

  it('are those of split steps, each compared with the first branch of its split', () => {
    const groups = ['1:0:0', '1:0:1', '1:3:0', '2:0:0'].map((key, reachedGoal) => ({
      ...counts,
      key,
      reachedGoal,
    }))
    const results = resultsOfGroups('variant', groups, new Map([[1, programOf(steps)]]))
    expect(results.map(({ name, path, difference }) => [name, path, difference?.value ?? null])).toEqual([
      ['A', '1', null],
      ['B', '1', 0],
    ])
    expect(results.map(({ goalDifference }) => goalDifference?.value ?? null)).toEqual([null, 0.1])
  })
})

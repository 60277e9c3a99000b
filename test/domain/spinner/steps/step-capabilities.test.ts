import { describe, expect, it } from '@jest/globals'
import type { Step } from '../../../../src/domain/spinner/steps/step.ts'
import {
  asks,
  awaitedEventOf,
  branchesOf,
  channelOf,
  delayOf,
  dividesByShare,
  mailOf,
  mailTypes,
  sends,
  withBranches,
} from '../../../../src/domain/spinner/steps/step-capabilities.ts'

const where = { column: 'plan', operator: 'exists' } as const
const isPro = { column: 'plan', operator: 'equals', value: 'pro' } as const
const isWon = { column: 'stage', operator: 'equals', value: 'won' } as const
const wait: Step = { type: 'wait', seconds: 60 }
const one: { readonly [Type in Step['type']]: Extract<Step, { type: Type }> } = {
  email: { type: 'email', to: '{{ email }}', subject: 'Hello', text: 'Hello' },
  webhook: { type: 'webhook', url: 'https://example.com/', body: '{}' },
  wait: { type: 'wait', seconds: 60 },
  condition: { type: 'condition', ...where },
  branch: { type: 'branch', branches: [{ name: 'Yes', where, steps: [wait] }], else: [] },
  split: {
    type: 'split',
    branches: [
      { name: 'A', percent: 30, steps: [wait] },
      { name: 'B', percent: 70, steps: [] },
    ],
  },
  waitUntil: { type: 'waitUntil', changes: 'stage', timeoutSeconds: 60, onTimeout: 'skip' },
  guard: { type: 'guard', url: 'https://example.com/', onTimeout: 'skip' },
}
const typesThat = (has: (step: Step) => boolean) =>
  Object.values(one)
    .filter(has)
    .map(({ type }) => type)

describe('the capabilities of steps', () => {
  it('tell which types send a message, and which of these send e-mail', () => {
    expect(typesThat(sends)).toEqual(['email', 'webhook'])
    expect(typesThat((step) => channelOf(step) === 'email')).toEqual(mailTypes)
    expect(channelOf(one.webhook)).toBe('webhook')
    expect(typesThat((step) => mailOf(step) !== null)).toEqual(['email'])
    expect(mailTypes).toEqual(['email'])
    expect(mailOf(one.email)).toBe(one.email)
  })

  it('tell which types ask a URL, and never of a type that sends', () => {
    expect(typesThat(asks)).toEqual(['guard'])
    expect(typesThat((step) => asks(step) && sends(step))).toEqual([])
  })

  it('tell a fixed delay from a wait for an event', () => {
    expect(typesThat((step) => delayOf(step) !== null)).toEqual(['wait'])
    expect(delayOf(one.wait)).toBe(60)
    expect(typesThat((step) => awaitedEventOf(step) !== null)).toEqual(['waitUntil'])
    expect([
      awaitedEventOf(one.waitUntil),
      awaitedEventOf({ type: 'waitUntil', column: 'trial_ends', at: '09:00' }),
      awaitedEventOf({ type: 'waitUntil', at: '09:00' }),
      awaitedEventOf({
        type: 'waitUntil',
        where: { or: [isPro, isWon] },
        timeoutSeconds: 60,
        onTimeout: 'skip',
      }),
    ]).toEqual([
      { columns: ['stage'], isChange: true, where: null },
      { columns: ['trial_ends'], isChange: false, where: null },
      { columns: [], isChange: false, where: null },
      { columns: ['plan', 'stage'], isChange: false, where: { or: [isPro, isWon] } },
    ])
  })

  it('tell the branches of a step, with their shares if the step divides its recipients', () => {
    expect(typesThat((step) => branchesOf(step).length > 0)).toEqual(['branch', 'split'])
    expect(typesThat(dividesByShare)).toEqual(['split'])
    expect(branchesOf(one.branch)).toEqual([
      { name: 'Yes', place: 'branches/0/steps', steps: [wait], percent: null },
      { name: 'else', place: 'else', steps: [], percent: null },
    ])
    expect(branchesOf(one.split).map(({ place, percent }) => [place, percent])).toEqual([
      ['branches/0/steps', 30],
      ['branches/1/steps', 70],
    ])
  })

  it('replace the steps in every branch, and add no branch', () => {
    const doubled = (step: Step) => withBranches(step, (steps) => [...steps, ...steps])
    expect(branchesOf(doubled(one.branch)).map(({ steps }) => steps.length)).toEqual([2, 0])
    expect(branchesOf(doubled(one.split)).map(({ steps }) => steps.length)).toEqual([2, 0])
    const withoutElse: Step = { type: 'branch', branches: [{ name: 'Yes', where, steps: [] }] }
    expect(withBranches(withoutElse, () => [wait])).not.toHaveProperty('else')
    expect(withBranches(one.email, () => [wait])).toBe(one.email)
  })
})

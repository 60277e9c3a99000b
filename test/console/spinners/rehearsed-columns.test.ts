import { describe, expect, it } from '@jest/globals'
import { columnsOf } from '../../../console/src/pages/spinners/run/rehearsal/rehearsed-columns.ts'

const figures = {
  step: 0,
  path: '1',
  type: 'email',
  sends: 0,
  passes: 0,
  skips: 0,
  waits: 0,
  fails: 0,
} as const
const shown = (...steps: Parameters<typeof columnsOf>[0]) => columnsOf(steps).map(([name]) => name)

describe('the columns of a rehearsal', () => {
  it('are those that any step fills, in their order', () => {
    expect(shown({ ...figures, fails: 2 }, { ...figures, step: 1, sends: 3, passes: 1 })).toEqual([
      'sends',
      'passes',
      'fails',
    ])
  })

  it('include sent messages, even if there are none', () => {
    expect(shown(figures)).toEqual(['sends'])
  })
})

import { describe, expect, it } from '@jest/globals'
import { stepTypeComparisons } from '../scripts/step-types/step-type-comparisons.ts'

const names = new Set(['email', 'wait', 'branch', 'split'])
const linesIn = (file: string, source: string) =>
  stepTypeComparisons(file, source, names).map(({ line }) => line)

describe('the check of step types', () => {
  it.each([
    ["if (step.type === 'email') send(step)"],
    ["if ('email' === step.type) send(step)"],
    ["if (program[index]?.step.type !== 'wait') return"],
    ["const isMessage = ({ type }: Step) => type === 'email'"],
    ["switch (step.type) {\n  case 'split': return []\n}"],
    ["const nested = new Set<Step['type']>(['branch', 'split'])"],
    [`const query = "where step ->> 'type' = 'wait'"`],
    ['const path = \'$.**.type ? (@ == "email")\''],
    ['const path = \'$.** ? (@.type == "email")\''],
  ])('refuses the line %s', (line) => {
    expect(linesIn('src/planted.ts', `const first = 1\n${line}\n`)).toHaveLength(1)
  })

  it('names the line of each comparison, also in markup and in SQL', () => {
    const markup = ['const card = (', "  <p>{step.type === 'wait' ? 'Waits' : null}</p>", ')'].join('\n')
    expect(linesIn('console/src/card.tsx', markup)).toEqual([2])
    const sql = ['select 1', " where e.step ->> 'type' not in ('wait', 'condition')"].join('\n')
    expect(linesIn('migrations/functions/job/one.sql', sql)).toEqual([2])
  })

  it.each([
    ["const step = { type: 'email', to: '{{ email }}' }"],
    ["if (column.type === 'email') return 'address'"],
    ["switch (type) { case 'number': return 1; case 'email': return 2 }"],
    ['if (sends(step)) deliver(step)'],
    ['if (step.type !== other.type) return false'],
    ["const heads = ['email', 'name']"],
    ["if (contentType === 'email') return"],
  ])('accepts the line %s', (line) => {
    expect(linesIn('src/other.ts', line)).toEqual([])
  })
})

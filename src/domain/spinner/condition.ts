import type { Cell } from '../table/cell.ts'
import type { ConditionStep } from './step.ts'

/** Whether a cell meets a condition. Most cells come from forms and CSVs, so 42 equals "42". */
export function holds({ operator, value }: ConditionStep, cell: Cell): boolean {
  const present = cell !== null && cell !== ''
  switch (operator) {
    case 'exists':
      return present
    case 'missing':
      return !present
    case 'equals':
      return present && String(cell) === String(value)
    case 'notEquals':
      return !present || String(cell) !== String(value)
    case 'contains':
      return present && String(cell).toLowerCase().includes(String(value).toLowerCase())
    case 'greaterThan':
      return present && Number(cell) > Number(value)
    case 'lessThan':
      return present && Number(cell) < Number(value)
  }
}

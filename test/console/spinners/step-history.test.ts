import { describe, expect, it } from '@jest/globals'
import { StepHistory } from '../../../console/src/pages/spinners/draft/step-history.ts'
import { draftOf } from '../../../console/src/pages/spinners/steps/step-draft.ts'

const states = [1, 2, 3, 4].map((seconds) => [draftOf({ type: 'wait', seconds })])
const [first = [], second = [], third = [], fourth = []] = states

describe('the history of the steps', () => {
  it('undoes and redoes changes one by one', () => {
    const history = new StepHistory()
    history.note(first, null, 0)
    history.note(second, null, 0)
    expect(history.undo(third)).toBe(second)
    expect(history.undo(second)).toBe(first)
    expect(history.undo(first)).toBeNull()
    expect(history.redo(first)).toBe(second)
    expect(history.redo(second)).toBe(third)
    expect(history.redo(third)).toBeNull()
    expect([history.canUndo, history.canRedo]).toEqual([true, false])
  })

  it('undoes what was typed into one step without a pause at once', () => {
    const history = new StepHistory()
    history.note(first, 'k1', 0)
    history.note(second, 'k1', 1_500)
    history.note(third, 'k1', 3_000)
    expect(history.undo(fourth)).toBe(first)
    expect(history.canUndo).toBe(false)
  })

  it('undoes the changes of another step, and those after a pause, apart', () => {
    const history = new StepHistory()
    history.note(first, 'k1', 0)
    history.note(second, 'k2', 100)
    history.note(third, 'k2', 5_000)
    expect([history.undo(fourth), history.undo(third), history.undo(second)]).toEqual([third, second, first])
  })

  it('forgets what was undone after another change', () => {
    const history = new StepHistory()
    history.note(first, null, 0)
    history.undo(second)
    history.note(first, null, 0)
    expect(history.canRedo).toBe(false)
  })
})

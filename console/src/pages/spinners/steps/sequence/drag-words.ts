import type { Announcements, UniqueIdentifier } from '@dnd-kit/core'
import type { StepDraft } from '../step-draft.ts'
import { typeOf } from '../types/step-types.ts'

export const dragInstructions = {
  draggable:
    'To move the step, press space or enter, use the arrow keys, and press space or enter again. Escape leaves the step where it was.',
}

/** Returns the announcements for screen readers while the user drags a step. */
export function dragWords(steps: readonly StepDraft[]): Announcements {
  const placeOf = (id: UniqueIdentifier) => steps.findIndex(({ key }) => key === id) + 1
  const nameOf = (id: UniqueIdentifier) => {
    const step = steps[placeOf(id) - 1]
    return step === undefined ? '' : typeOf(step).label
  }
  const where = (id: UniqueIdentifier) => `place ${placeOf(id)} of ${steps.length} steps`
  return {
    onDragStart: ({ active }) => `The ${nameOf(active.id)} step is lifted from ${where(active.id)}.`,
    onDragOver: ({ active, over }) =>
      over === null ? undefined : `The ${nameOf(active.id)} step is dragged over ${where(over.id)}.`,
    onDragEnd: ({ active, over }) =>
      `The ${nameOf(active.id)} step is now at ${where(over === null ? active.id : over.id)}.`,
    onDragCancel: ({ active }) => `The ${nameOf(active.id)} step stays at ${where(active.id)}.`,
  }
}

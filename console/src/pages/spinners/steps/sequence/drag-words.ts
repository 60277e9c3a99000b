import type { Announcements, UniqueIdentifier } from '@dnd-kit/core'
import type { StepDraft } from '../step-draft.ts'
import { typeOf } from '../types/step-types.ts'

export const dragInstructions = {
  draggable:
    'To move the step, press space or enter, go up and down with the arrow keys, and put it down with space or enter. Escape leaves it where it was.',
}

/** Returns the announcements for screen readers while the user drags a step. */
export function dragWords(steps: readonly StepDraft[]): Announcements {
  const placeOf = (id: UniqueIdentifier) => steps.findIndex(({ key }) => key === id) + 1
  const nameOf = (id: UniqueIdentifier) => {
    const step = steps[placeOf(id) - 1]
    return step === undefined ? 'The step' : `${typeOf(step).label} step`
  }
  const where = (id: UniqueIdentifier) => `place ${placeOf(id)} of ${steps.length}`
  return {
    onDragStart: ({ active }) => `${nameOf(active.id)} is picked up at ${where(active.id)}.`,
    onDragOver: ({ active, over }) =>
      over === null ? undefined : `${nameOf(active.id)} is over ${where(over.id)}.`,
    onDragEnd: ({ active, over }) =>
      `${nameOf(active.id)} is put down at ${where(over === null ? active.id : over.id)}.`,
    onDragCancel: ({ active }) => `${nameOf(active.id)} stays at ${where(active.id)}.`,
  }
}

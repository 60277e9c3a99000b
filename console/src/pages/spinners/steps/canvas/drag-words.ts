import type { Announcements, UniqueIdentifier } from '@dnd-kit/core'
import type { StepDraft } from '../step-draft.ts'
import { listPositionOf } from '../step-tree.ts'
import { typeOf } from '../types/step-types.ts'

export const dragInstructions = {
  draggable:
    'To move the step, press space or enter, use the arrow keys, and press space or enter again. Escape leaves the step where it was.',
}

/** Returns the announcements for screen readers while the user drags a step of a spinner. */
export function dragWords(stepsNow: () => readonly StepDraft[]): Announcements {
  const nameOf = (id: UniqueIdentifier) => {
    const home = listPositionOf(stepsNow(), String(id))
    const step = home?.siblings[home.at]
    return step === undefined ? '' : typeOf(step).label
  }
  const where = (id: UniqueIdentifier) => {
    const home = listPositionOf(stepsNow(), String(id))
    return home === null ? 'its place' : `place ${home.at + 1} of ${home.siblings.length} steps`
  }
  return {
    onDragStart: ({ active }) => `The ${nameOf(active.id)} step is lifted from ${where(active.id)}.`,
    onDragOver: ({ active, over }) =>
      over === null ? undefined : `The ${nameOf(active.id)} step is dragged over ${where(over.id)}.`,
    onDragEnd: ({ active, over }) =>
      `The ${nameOf(active.id)} step is now at ${where(over === null ? active.id : over.id)}.`,
    onDragCancel: ({ active }) => `The ${nameOf(active.id)} step stays at ${where(active.id)}.`,
  }
}

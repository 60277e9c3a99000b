import type { Announcements, UniqueIdentifier } from '@dnd-kit/core'
import { t } from '../../../../languages/text.ts'
import type { StepDraft } from '../step-draft.ts'
import { listPositionOf } from '../step-tree.ts'
import { typeOf } from '../types/step-types.ts'

export const dragInstructions = {
  draggable: t(
    'To move the step, press space or enter, use the arrow keys, and press space or enter again. Escape leaves the step where it was.',
  ),
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
    return home === null
      ? t('its place')
      : t('place {at} of {count} steps', { at: home.at + 1, count: home.siblings.length })
  }
  return {
    onDragStart: ({ active }) =>
      t('The {name} step is lifted from {where}.', { name: nameOf(active.id), where: where(active.id) }),
    onDragOver: ({ active, over }) =>
      over === null
        ? undefined
        : t('The {name} step is dragged over {where}.', {
            name: nameOf(active.id),
            where: where(over.id),
          }),
    onDragEnd: ({ active, over }) =>
      t('The {name} step is now at {where}.', {
        name: nameOf(active.id),
        where: where(over === null ? active.id : over.id),
      }),
    onDragCancel: ({ active }) =>
      t('The {name} step stays at {where}.', { name: nameOf(active.id), where: where(active.id) }),
  }
}

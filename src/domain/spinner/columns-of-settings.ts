import type { DraftContent } from './draft-parts.ts'
import { columnsOfGoal } from './goal.ts'
import { columnsOfWindow } from './send-window.ts'

/** Returns the columns that the settings of a spinner name, besides its steps, each with the JSON pointer of its name. */
export function columnsOfSettings({ goal, sendWindow }: Pick<DraftContent, 'goal' | 'sendWindow'>) {
  return [...columnsOfWindow(sendWindow), ...columnsOfGoal(goal)]
}

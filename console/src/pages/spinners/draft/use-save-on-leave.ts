import { useBlocker } from '@tanstack/react-router'
import { askToConfirm } from '../../../components/dialog/ask-to-confirm.tsx'
import type { Draft } from './draft.ts'
import { isUnsaved } from './draft-state.ts'

/**
 * Saves unsaved changes of a spinner when the user leaves the page. If they cannot be saved, asks the user
 * first.
 */
export function useSaveOnLeave(draft: Draft): void {
  useBlocker({
    enableBeforeUnload: () => isUnsaved(draft.state()),
    shouldBlockFn: async () => {
      if (!isUnsaved(draft.state())) return false
      // Ignores the error of a failed save, which the page already shows.
      await draft.flush().catch(() => undefined)
      return isUnsaved(draft.state()) && !(await mayBeLost())
    },
  })
}

function mayBeLost(): Promise<boolean> {
  return new Promise((answer) => {
    askToConfirm({
      title: 'Leave the spinner unsaved?',
      text: 'Some of your changes to the spinner could not be saved; the page says why. If you leave, these changes are lost.',
      action: 'Leave the spinner unsaved',
      cancel: 'Stay',
      isDangerous: true,
      onConfirm: () => answer(true),
      onClose: () => answer(false),
    })
  })
}

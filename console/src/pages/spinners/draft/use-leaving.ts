import { modals } from '@mantine/modals'
import { useBlocker } from '@tanstack/react-router'
import type { Draft } from './draft.ts'
import { isUnsaved } from './draft-state.ts'

/** Nothing unsaved is lost on leaving: it is saved on the way out; where it cannot be, a question comes first. */
export function useLeaving(draft: Draft): void {
  useBlocker({
    enableBeforeUnload: () => isUnsaved(draft.state()),
    shouldBlockFn: async () => {
      if (!isUnsaved(draft.state())) return false
      // What stood in the way is on the page; here it only matters that something did.
      await draft.flush().catch(() => undefined)
      return isUnsaved(draft.state()) && !(await mayBeLost())
    },
  })
}

function mayBeLost(): Promise<boolean> {
  return new Promise((answer) => {
    modals.openConfirmModal({
      title: 'Leave without saving?',
      children: 'Some of what you changed could not be saved; the page says why. If you leave, it is lost.',
      labels: { confirm: 'Leave and lose it', cancel: 'Stay' },
      confirmProps: { color: 'red' },
      onConfirm: () => answer(true),
      onClose: () => answer(false),
    })
  })
}

import { useBlocker } from '@tanstack/react-router'
import { askToConfirm } from '../../../components/dialog/ask-to-confirm.tsx'
import type { Search } from '../../../components/search-param.ts'
import { t } from '../../../languages/text.ts'
import type { Draft } from './draft.ts'
import { isUnsaved } from './draft-state.ts'

/**
 * Saves unsaved changes of a spinner when the user leaves its editor. If they cannot be saved, asks the user
 * first. A change of the URL's parameters with which the page still shows the editor (`isOpenAt`) loses nothing.
 */
export function useSaveOnLeave(draft: Draft, isOpenAt: (search: Search) => boolean): void {
  useBlocker({
    enableBeforeUnload: () => isUnsaved(draft.state()),
    shouldBlockFn: async ({ current, next }) => {
      if (!isUnsaved(draft.state())) return false
      if (next.pathname === current.pathname && isOpenAt(next.search)) return false
      // Ignores the error of a failed save, which the page already shows.
      await draft.flush().catch(() => undefined)
      return isUnsaved(draft.state()) && !(await mayBeLost())
    },
  })
}

function mayBeLost(): Promise<boolean> {
  return new Promise((answer) => {
    askToConfirm({
      title: t('Leave the spinner unsaved?'),
      text: t(
        'Some of your changes to the spinner could not be saved; the page says why. If you leave, these changes are lost.',
      ),
      action: t('Leave the spinner unsaved'),
      cancel: t('Stay'),
      isDangerous: true,
      onConfirm: () => answer(true),
      onClose: () => answer(false),
    })
  })
}

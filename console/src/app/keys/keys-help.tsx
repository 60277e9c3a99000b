import { lazy, Suspense, useState } from 'react'
import { useKey } from '../../components/keys/use-key.ts'

/** Loads the dialog with the keys only when the user opens it. */
const KeysDialog = lazy(async () => ({ default: (await import('./keys-dialog.tsx')).KeysDialog }))

/** Shows the keys of the console when the user presses "?". */
export function KeysHelp() {
  const [opened, setOpened] = useState(false)
  useKey('?', () => setOpened(true))
  if (!opened) return null
  return (
    <Suspense>
      <KeysDialog onClose={() => setOpened(false)} />
    </Suspense>
  )
}

import { useSyncExternalStore } from 'react'

/** Returns true while the page is visible, and false while its tab is in the background. */
export function useVisible(): boolean {
  return useSyncExternalStore(subscribe, () => !document.hidden)
}

function subscribe(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

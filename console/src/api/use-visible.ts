import { useSyncExternalStore } from 'react'

/** Whether the page can be seen at all: not while it is in a tab behind others. */
export function useVisible(): boolean {
  return useSyncExternalStore(subscribe, () => !document.hidden)
}

function subscribe(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

import { useEffect, useRef } from 'react'
import { takesKeys } from './takes-keys.ts'

/**
 * Runs an action when the user presses a single key. The key is ignored while the user types in a field, works
 * in a grid or a menu, or has a dialog open.
 */
export function useKey(key: string, action: () => void, isOn = true): void {
  const latest = useRef(action)
  useEffect(() => {
    latest.current = action
  })
  useEffect(() => {
    if (!isOn) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== key || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.defaultPrevented || event.repeat || takesKeys(event.target)) return
      event.preventDefault()
      latest.current()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [key, isOn])
}

import { useEffect, useRef } from 'react'

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

/** Returns whether the focused element, or an open dialog, has its own use for letters. */
function takesKeys(target: EventTarget | null): boolean {
  if (document.querySelector('[role="dialog"]') !== null) return true
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || target.closest(withOwnKeys) !== null
}

const withOwnKeys = 'input, textarea, select, [role="grid"], [role="menu"], [role="listbox"], [role="dialog"]'
